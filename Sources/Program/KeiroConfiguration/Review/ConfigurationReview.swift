import JSONSyntax
package import Links
package import SiteModel

/// A valid configuration, as the rules of `keiro check` see it.
struct ReviewedConfiguration {
  let service: ServiceDefinition
  let snapshot: ServiceSnapshot
  let now: Timestamp

  var sites: [(path: String, site: SiteDefinition)] {
    service.sites.enumerated().map { ("sites[\($0)]", $1) }
  }

  var apps: [(path: String, app: AppDefinition)] {
    service.apps.map { (jsonPath("apps", member: $0.key), $0) }
  }
}

struct ReviewReport {
  private(set) var problems: [ConfigurationProblem] = []
  private var added: Set<[String]> = []

  mutating func warn(_ path: String, _ message: String) {
    add(.warning, path, message)
  }

  /// Adds a problem unless the same one was added before; a value may occur in several files.
  mutating func add(
    _ severity: ConfigurationProblem.Severity, _ path: String, _ message: String
  ) {
    guard added.insert([path, message]).inserted else { return }
    add(severity, path, Sentence(english: message))
  }

  mutating func add(
    _ severity: ConfigurationProblem.Severity, _ path: String, _ sentence: Sentence
  ) {
    problems.append(ConfigurationProblem(severity, path: path, sentence: sentence))
  }
}

/// The findings of `keiro check` besides errors, which prevent a configuration from being served.
package enum ConfigurationReview {
  /// The findings of all rules.
  ///
  /// - Parameters:
  ///   - loaded: the configuration with the positions of its values.
  ///   - snapshot: the same configuration, compiled.
  ///   - now: the current time, for links that expire.
  package static func problems(
    of loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot, now: Timestamp
  ) -> [ConfigurationProblem] {
    let subject = ReviewedConfiguration(
      service: loaded.configuration.service, snapshot: snapshot, now: now)
    var report = ReviewReport()
    for rule in ConfigurationRule.all { rule.check(subject, &report) }
    return loaded.placing(report.problems)
  }
}
