import JSONSyntax
import SiteModel

/// The names of apps, of which a site may use those of its environment. To name an app is to name its
/// whole line of succession, newest first.
struct AppNames {
  private let names: [String]
  /// Nil where one could not be read.
  private let environments: [DeploymentEnvironment?]
  fileprivate let succession: AppSuccession
  /// The environment of whoever names apps; nil where it could not be read.
  private var environment: DeploymentEnvironment? = .production
  /// False where the apps could not be read, so that any name may be right.
  var areKnown = true

  init(_ apps: [AppDefinition], in environments: [DeploymentEnvironment?]) {
    names = apps.map(\.key)
    self.environments = environments
    succession = AppSuccession(of: apps)
  }

  func inside(_ environment: DeploymentEnvironment?) -> AppNames {
    var copy = self
    copy.environment = environment
    return copy
  }

  /// The index of the app that a field of a site or of another app names. Unknown names and apps of
  /// another environment are reported.
  func index(_ field: JSONField, isOfApp: Bool = false) -> Int? {
    guard let name = field.string() else { return nil }
    guard let index = names.firstIndex(of: name) else {
      if areKnown { field.report("there is no app '\(name)': \(expectation(for: name))") }
      return nil
    }
    guard let own = environment?.rawValue, let other = environments[index]?.rawValue, own != other
    else { return index }
    field.report(
      isOfApp
        ? "'\(name)' is an app of \(other), and this one of \(own): expected an app of the same "
          + "environment"
        : "'\(name)' is an app of \(other), and the site one of \(own): expected an app of the same "
          + "environment")
    return nil
  }

  private func expectation(for name: String) -> String {
    if names.isEmpty { return "'apps' is empty" }
    if let nearest = nearestName(to: name, among: names) { return "did you mean '\(nearest)'?" }
    return "expected one of \(names.joined(separator: ", "))"
  }
}

extension ValueKind<Int> {
  /// The newest app in the line of the named one.
  static var newestApp: Self {
    Self(.string()) { field, state in
      state.apps.index(field).map(state.apps.succession.newest)
    }
  }
}

extension ValueKind<[Int]> {
  static var appLine: Self {
    Self(.string()) { field, state in
      state.apps.index(field).map(state.apps.succession.line)
    }
  }

  /// The named apps, without their lines.
  static func apps(atLeastOne noun: String? = nil) -> Self {
    let name = ValueKind<JSONField>(.string()) { field, _ in field }
    let list = ValueKind<[JSONField]>.list(name, atLeastOne: noun, isUnique: true)
    return list.converted { fields, _, state in
      var seen: Set<Int> = []
      return fields.compactMap { field in
        guard let index = state.apps.index(field) else { return nil }
        if seen.insert(index).inserted { return index }
        field.report("this app is listed twice: expected it once")
        return nil
      }
    }
  }

  /// The named apps and their lines, each app once.
  static func appLines(atLeastOne noun: String? = nil) -> Self {
    apps(atLeastOne: noun).converted { apps, _, state in state.apps.succession.lines(of: apps) }
  }
}
