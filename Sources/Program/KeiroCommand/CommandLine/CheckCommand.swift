import KeiroConfiguration
import Links
import SiteModel
import JSONSyntax

extension CommandTable {
  static let check = CommandSpecification(
    "check", "check the configuration and what it would serve",
    details: [
      "An error is what would keep 'serve' from starting, too, such as a store that this user",
      "may not write or a port that this user may not open; a port in use is none. Nothing is",
      "made or changed. The sites' association files are checked as 'validate' does. Exits with",
      "0 if nothing is worse than a warning, else with 1.",
    ],
    options: [.config, .reportFormat, .json],
    examples: [
      "check --config keiro.json", "check --format github  # annotations for a pull request",
    ]
  ) { arguments throws(UsageError) in
    CheckCommand(
      file: arguments.configuration, format: try arguments.reportFormat(), now: arguments.now)
  }
}

/// `keiro check`: reports the problems of a configuration, or that it is valid.
private struct CheckCommand: Command {
  let file: String
  let format: ReportFormat
  let now: Timestamp

  /// Checks the configuration and prints all problems.
  ///
  /// - Returns: the exit code, which depends on the most severe problem.
  func run(_ console: Console) -> ExitCode {
    var loaded: LoadedConfiguration?
    let problems: [ConfigurationProblem]
    do throws(ConfigurationFailure) {
      let configuration = try ConfigurationLoader.load(path: file)
      loaded = configuration
      problems = ConfigurationLoader.inFileOrder(
        configuration.warnings + review(configuration))
    } catch {
      switch error {
      case .unreadable(let message):
        console.remark("\(message)")
        return .environmentFailed
      case .invalid(let found): problems = found
      }
    }
    let isGood = !problems.contains { $0.severity == .error }
    switch format {
    case .json: console.print(document(problems))
    case .sarif, .github:
      console.print(problems.map { Diagnostic($0, file: file) }, as: format)
    case .text:
      problems.forEach { console.note($0.line(file: file)) }
      if isGood, let loaded { console.print("\(file): good: \(loaded.configuration.summary)") }
    }
    return isGood ? .done : .negative
  }

  /// The problems that only compiling the configuration reveals, such as an invalid pattern.
  private func review(_ loaded: LoadedConfiguration) -> [ConfigurationProblem] {
    let (snapshot, problems) = CompiledConfiguration.compile(loaded)
    let review = snapshot.map { ConfigurationReview.problems(of: loaded, $0, now: now) } ?? []
    let lost = snapshot.map { LostOpenings.problems(of: loaded, $0) } ?? []
    return problems + review + lost + StartObstacles.problems(of: loaded)
  }

  private func document(_ problems: [ConfigurationProblem]) -> JSONOutput {
    .object([
      .init("file", .string(file)),
      .init("problems", .array(problems.map(\.output))),
    ])
  }
}

extension ConfigurationProblem {
  /// The output of `keiro check --json`; line and column are null for a problem without a position.
  fileprivate var output: JSONOutput {
    .object([
      .init("severity", .string(severity.rawValue)),
      .init("path", .string(path)),
      .init("line", position.map { .int($0.line) } ?? .null),
      .init("column", position.map { .int($0.column) } ?? .null),
      .init("message", .string(message)),
    ])
  }
}

extension Configuration {
  /// The number of parts of each kind, such as `1 site, 2 apps, 5 routes, 1 short link`.
  fileprivate var summary: String {
    let routes = service.sites.reduce(0) { $0 + $1.routes.count }
    let links = service.sites.reduce(0) { $0 + ($1.shortLinks?.links.count ?? 0) }
    let counts = [
      (service.sites.count, "site"), (service.apps.count, "app"), (routes, "route"),
      (links, "short link"),
    ]
    return counts.map { $0.counted($1) }.joined(separator: ", ")
  }
}
