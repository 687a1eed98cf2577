import System

/// The access log, if the configuration has one.
struct AccessLog: Sendable {
  private let file: LogFile?

  init(_ target: AccessLogTarget) throws(StartFailure) {
    do throws(SystemError) {
      switch target {
      case .nowhere: file = nil
      case .standardOutput: file = try LogFile(path: nil)
      case .file(let path): file = try LogFile(path: path)
      }
    } catch {
      throw StartFailure(error)
    }
  }

  /// Takes whole lines and returns the number of lost ones; nil without a log.
  var write: (@Sendable ([UInt8]) -> Int)? {
    guard let file else { return nil }
    return { lines in file.write(lines) }
  }

  func reopen() {
    file?.reopen()
  }

  func flush() {
    file?.flush(timeout: 2)
  }
}
