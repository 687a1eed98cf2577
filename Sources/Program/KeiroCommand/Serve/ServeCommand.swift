import KeiroConfiguration
import System

extension CommandTable {
  static let serve = CommandSpecification(
    "serve", "serve until SIGTERM; SIGHUP reloads the configuration",
    details: [
      "On SIGTERM, open requests are answered and counts are written before the process",
      "ends. A configuration that is invalid at SIGHUP is refused, and the old one stays in",
      "force.",
    ],
    options: [.config], examples: ["serve --config /etc/keiro/keiro.json"]
  ) { arguments in
    ServeCommand(file: arguments.configuration, environment: arguments.environment).run
  }
}

/// `keiro serve`: from a configuration to running servers, until a signal ends them.
private struct ServeCommand {
  let file: String
  let environment: [String: String]

  func run(_ console: Console) -> ExitCode {
    // One that comes while the configuration is read takes effect once the service has started.
    SignalWatcher.holdSignals()
    Memory.limitArenas()
    Memory.returnLargeBlocks()
    let untimed = console.waitingForNobody()
    let console =
      ServiceManager(environment: environment).keepsTime
      ? untimed : untimed.timed { Int(Clock.now()) }
    do throws(ConfigurationFailure) {
      try start(console).waitForEnd()
      return .done
    } catch {
      error.lines(file: file).forEach(console.note)
      return error.exitCode
    }
  }

  /// Starts the service, which owns the configuration from here on: a second reference would keep the
  /// first one in memory after a reload.
  private func start(_ console: Console) throws(ConfigurationFailure) -> RunningService {
    let configuration = try CompiledConfiguration(path: file)
    console.note("keiro: read \(file)")
    configuration.warnings.forEach { console.note($0.line(file: file)) }
    Process.raiseDescriptorLimit()
    do throws(ServiceFailure) {
      let service = try RunningService(
        configuration, file: file, manager: ServiceManager(environment: environment),
        console: console)
      try service.start()
      return service
    } catch {
      throw .unreadable(error.sentence)
    }
  }
}

extension ConfigurationFailure {
  func lines(file: String) -> [String] {
    switch self {
    case .unreadable(let message): ["keiro: \(message)"]
    case .invalid(let problems): problems.map { $0.line(file: file) }
    }
  }

  var errors: [ConfigurationProblem] {
    guard case .invalid(let problems) = self else { return [] }
    return problems.filter { $0.severity == .error }
  }

  func obstacle(file: String) -> String {
    if case .unreadable(let message) = self { return message }
    let count = errors.count == 1 ? "an error" : "\(errors.count) errors"
    return "the configuration '\(file)' has \(count), so nothing was done"
  }

  var exitCode: ExitCode {
    switch self {
    case .unreadable: .environmentFailed
    case .invalid: .negative
    }
  }
}
