import JSONSyntax
import SiteModel

/// The names of the apps where a site names them: those of its environment. Where an app has a
/// successor, or is one, the whole line counts as named, the newest first.
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

  /// For a site of an environment.
  func inside(_ environment: DeploymentEnvironment) -> AppNames {
    var copy = self
    copy.environment = environment
    return copy
  }

  /// The position of the app that a field names, or of what it has become; an unknown name is
  /// reported, and so is one of another environment.
  func index(_ field: JSONField?) -> Int? {
    named(field).map(succession.newest)
  }

  /// The same, with the apps before it.
  func line(_ field: JSONField?) -> [Int] {
    named(field).map(succession.line) ?? []
  }

  /// The positions of apps that are named in an array, each once, with the lines that they are of.
  func indices(_ field: JSONField?) -> [Int] {
    succession.lines(of: namedAlone(field))
  }

  /// The same without the rest of each line.
  func namedAlone(_ field: JSONField?) -> [Int] {
    var seen: Set<Int> = []
    return (field?.elements() ?? []).compactMap { element in
      guard let index = named(element) else { return nil }
      guard seen.insert(index).inserted else {
        element.report("this app stands twice")
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

/// An environment in the configuration.
func environment(_ field: JSONField) -> DeploymentEnvironment? {
  field.value(
    DeploymentEnvironment.init,
    isNot: "an environment: expected production, staging or development")
}
