import Dispatch
import HTTPServer
import System
import Telemetry

/// `keiro serve`: from a configuration to running servers, until a signal ends them.
struct ServeCommand {
  let file: String
  let environment: [String: String]

  /// Why serving could not begin, told already.
  private struct Stop: Error {
    let code: ExitCode
  }

  func run(_ console: Console) -> ExitCode {
    Process.limitArenas()
    do throws(Stop) {
      try start(console).waitForEnd()
      return .done
    } catch {
      return error.code
    }
  }

  private func load(_ console: Console) throws(Stop) -> CompiledConfiguration {
    do throws(ConfigurationFailure) {
      let configuration = try CompiledConfiguration(path: file)
      configuration.warnings.forEach { console.complain($0.line(file: file)) }
      return configuration
    } catch {
      error.lines(file: file).forEach(console.complain)
      throw Stop(code: error.exitCode)
    }
  }

  /// The configuration is the service's from here on: kept beside it, the first one would stay in
  /// memory whatever is reloaded.
  private func start(_ console: Console) throws(Stop) -> RunningService {
    let configuration = try load(console)
    Process.raiseDescriptorLimit()
    do throws(StartFailure) {
      let service = try RunningService(
        configuration, file: file, manager: ServiceManager(environment: environment),
        console: console)
      service.start()
      return service
    } catch {
      console.complain("keiro: \(error.message)")
      throw Stop(code: .environmentFailed)
    }
  }
}

/// Why the environment does not let the service start: one sentence that names the thing.
struct StartFailure: Error {
  let message: String

  init(_ message: String) {
    self.message = message
  }

  init(_ error: SystemError) {
    message =
      error.isAddressInUse
      ? "cannot listen on \(error.subject): another process listens there" : "\(error)"
  }
}

extension ConfigurationFailure {
  /// What a person is told.
  func lines(file: String) -> [String] {
    switch self {
    case .unreadable(let message): ["keiro: \(message)"]
    case .invalid(let problems): problems.map { $0.line(file: file) }
    }
  }

  var exitCode: ExitCode {
    switch self {
    case .unreadable: .environmentFailed
    case .invalid: .negative
    }
  }
}
