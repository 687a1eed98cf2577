import JSONSyntax
package import Links
package import SiteModel

/// A compiled configuration, and what `keiro check` finds in it.
struct ConfigurationInspection {
  let service: ServiceDefinition
  let snapshot: ServiceSnapshot
  let now: Timestamp
  /// False where that of an app or a site could not be read.
  let knowsEnvironments: Bool
  private(set) var problems: [ConfigurationProblem] = []
  private var added: Set<[String]> = []

  init(_ loaded: LoadedConfiguration, _ snapshot: ServiceSnapshot, now: Timestamp) {
    service = loaded.configuration.service
    knowsEnvironments = !loaded.faults.contains { $0.path.hasSuffix(".environment") }
    self.snapshot = snapshot
    self.now = now
  }

  var sites: [(path: String, site: SiteDefinition)] {
    service.sites.enumerated().map { ("sites[\($0)]", $1) }
  }

  var apps: [(path: String, app: AppDefinition)] {
    service.apps.map { (jsonPath("apps", member: $0.key), $0) }
  }

  mutating func warn(_ path: String, _ message: String) { add(.warning, path, message) }

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
    problems.append(ConfigurationProblem(severity: severity, path: path, sentence: sentence))
  }
}

/// What `keiro check` says of a file alone, without looking at the machine.
package enum ConfigurationReview {
  /// All that is wrong with a configuration: faults of values, what only compiling it reveals, and the
  /// findings of all rules.
  ///
  /// - Parameter now: the current time, for links that expire.
  package static func problems(
    of loaded: LoadedConfiguration, now: Timestamp
  ) -> (snapshot: ServiceSnapshot?, problems: [ConfigurationProblem]) {
    let compilation = ServiceSnapshot.compile(loaded.configuration.service)
    var found = compilation.problems.map(ConfigurationProblem.init)
    if let result = compilation.result {
      var inspection = ConfigurationInspection(loaded, result, now: now)
      inspection.check()
      found += inspection.problems
    }
    let problems = loaded.faults + loaded.warnings + loaded.besideFaults(found)
    return (loaded.faults.isEmpty ? compilation.snapshot : nil, problems)
  }
}

extension LoadedConfiguration {
  /// The problems, with their positions, that do not follow from faults of values: beside such a fault,
  /// errors in other places.
  package func besideFaults(_ problems: [ConfigurationProblem]) -> [ConfigurationProblem] {
    guard !faults.isEmpty else { return placing(problems) }
    // A fault without a path stands for many in any place.
    guard !faults.contains(where: \.path.isEmpty) else { return [] }
    return placing(
      problems.filter { problem in
        problem.severity == .error && !faults.contains { $0.isInside(problem.path) }
      })
  }
}
