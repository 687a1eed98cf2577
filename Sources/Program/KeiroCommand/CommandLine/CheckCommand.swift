package import KeiroConfiguration
import SiteModel
package import JSONSyntax

/// `keiro check`: reports the problems of a configuration, or that it is valid.
package struct CheckCommand {
  /// The path of the configuration.
  package let file: String
  /// The format of the output.
  package let format: ReportFormat
  /// Returns the problems that only compiling the configuration reveals, such as an invalid
  /// pattern.
  package let compile: (LoadedConfiguration) -> [ConfigurationProblem]

  package init(
    file: String, format: ReportFormat,
    compile: @escaping (LoadedConfiguration) -> [ConfigurationProblem]
  ) {
    self.file = file
    self.format = format
    self.compile = compile
  }

  /// Checks the configuration and prints all problems.
  ///
  /// - Returns: the exit code, which depends on the most severe problem.
  package func run(_ console: Console) -> ExitCode {
    var loaded: LoadedConfiguration?
    let problems: [ConfigurationProblem]
    do throws(ConfigurationFailure) {
      let configuration = try ConfigurationLoader.load(path: file)
      loaded = configuration
      problems = ConfigurationLoader.inFileOrder(
        configuration.warnings + compile(configuration))
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

  private func document(_ problems: [ConfigurationProblem]) -> JSONOutput {
    .object([
      .init("file", .string(file)),
      .init("problems", .array(problems.map(\.output))),
    ])
  }
}

extension ConfigurationProblem {
  /// The output of `keiro check --json`; line and column are null for a problem without a position.
  package var output: JSONOutput {
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
  package var summary: String {
    let routes = service.sites.reduce(0) { $0 + $1.routes.count }
    let links = service.sites.reduce(0) { $0 + ($1.shortLinks?.links.count ?? 0) }
    let counts = [
      (service.sites.count, "site"), (service.apps.count, "app"), (routes, "route"),
      (links, "short link"),
    ]
    return counts.map { "\($0) \($1)\($0 == 1 ? "" : "s")" }.joined(separator: ", ")
  }
}
