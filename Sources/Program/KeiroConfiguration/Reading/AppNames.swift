import JSONSyntax
import SiteModel

/// Resolves the app names in a site; only apps of the site's environment may be named. To name an
/// app is to name its whole line of succession, newest first.
struct AppNames {
  private let names: [String]
  private let environments: [DeploymentEnvironment]
  private let succession: AppSuccession
  private var environment = DeploymentEnvironment.production

  init(_ apps: [AppDefinition]) {
    names = apps.map(\.key)
    environments = apps.map(\.environment)
    succession = AppSuccession(of: apps)
  }

  /// The names for a site of an environment.
  func inside(_ environment: DeploymentEnvironment) -> AppNames {
    var copy = self
    copy.environment = environment
    return copy
  }

  /// The index of the named app or, if it was superseded, of its newest successor. Unknown names
  /// and apps of another environment are reported.
  func index(_ field: JSONField?) -> Int? {
    named(field).map(succession.newest)
  }

  /// The whole line of the named app, newest first.
  func line(_ field: JSONField?) -> [Int] {
    named(field).map(succession.line) ?? []
  }

  /// The apps named in an array and their lines, each app once.
  func indices(_ field: JSONField?) -> [Int] {
    succession.lines(of: namedAlone(field))
  }

  /// The apps named in an array, without their lines.
  func namedAlone(_ field: JSONField?) -> [Int] {
    var seen: Set<Int> = []
    return (field?.elements() ?? []).compactMap { element in
      guard let index = named(element) else { return nil }
      guard seen.insert(index).inserted else {
        element.report("this app is listed twice: expected it once")
        return nil
      }
      return index
    }
  }

  private func named(_ field: JSONField?) -> Int? {
    guard let field, let name = field.string() else { return nil }
    guard let index = names.firstIndex(of: name) else {
      field.report("there is no app '\(name)': \(Self.expectation(for: name, among: names))")
      return nil
    }
    guard environments[index] == environment else {
      field.report(
        "'\(name)' is an app of \(environments[index].rawValue), and the site one of "
          + "\(environment.rawValue): expected an app of the same environment")
      return nil
    }
    return index
  }

  static func expectation(for name: String, among names: [String]) -> String {
    if names.isEmpty { return "'apps' is empty" }
    if let nearest = nearestName(to: name, among: names) { return "did you mean '\(nearest)'?" }
    return "expected one of \(names.joined(separator: ", "))"
  }
}

/// The environment named by a field; nil if it is invalid.
func environment(_ field: JSONField) -> DeploymentEnvironment? {
  field.value(
    DeploymentEnvironment.init,
    isNot: "an environment: expected production, staging or development")
}
