import KeiroConfiguration
import System

/// The access log, if the configuration has one. A reload reopens its file, as log rotation expects.
final class AccessLog: ServicePart {
  /// The file or stream; nil before the first configuration.
  private var target: AccessLogTarget?
  private var file: LogFile?

  /// Writes whole lines and returns the number of lost ones; nil without a log.
  var write: (@Sendable ([UInt8]) -> Int)? {
    guard let file else { return nil }
    return { lines in file.write(lines) }
  }

  func prepare(_ next: CompiledConfiguration) throws(ServiceFailure) -> Adoption {
    let target = next.server.accessLog
    guard target != self.target else {
      // Without a word, the lines would go on to a file that was moved.
      if let obstacle = Self.obstacle(to: target) { throw obstacle }
      return { [self] in file?.reopen() }
    }
    let opened = try Self.open(target)
    return { [self] in
      self.target = target
      file = opened
    }
  }

  private static func open(_ target: AccessLogTarget) throws(ServiceFailure) -> LogFile? {
    do throws(SystemError) {
      switch target {
      case .nowhere: return nil
      case .standardOutput: return try LogFile(path: nil)
      case .file(let path): return try LogFile(path: path)
      }
    } catch {
      throw obstacle(to: target) ?? ServiceFailure(error)
    }
  }

  /// What keeps the log from being written, found without making its file; nil if nothing does.
  static func obstacle(to target: AccessLogTarget) -> ServiceFailure? {
    guard case .file(let path) = target, let obstacle = FileObstacle.toWriting(path) else {
      return nil
    }
    return ServiceFailure("cannot write '\(path)': \(obstacle)", at: "server.accessLog")
  }

  func stop() {
    file?.flush(timeout: 2)
  }
}
