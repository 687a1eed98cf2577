import AppAssociation
import JSONSyntax
import LaunchRouting
import SiteModel

/// Reads the section `apps`.
struct AppsReader {
  let folder: ConfigurationFolder

  func read(_ entries: [(name: String, field: JSONField)]) -> [AppDefinition] {
    var owners = AppIdentifierOwners()
    var successors: [(app: Int, field: JSONField)] = []
    var apps = entries.enumerated().map { position, entry in
      if entry.name.isEmpty {
        entry.field.report("the name of the app is empty: expected one such as shop")
      }
      var successor: JSONField?
      let app = app(entry.name, entry.field, &owners, &successor)
      if let successor { successors.append((position, successor)) }
      return app
    }
    // Resolved last, since the successor of an app may be defined after it.
    for (app, field) in successors { apps[app].successor = successor(of: app, field, apps) }
    for (app, field) in successors where AppSuccession(of: apps).leadsBack(to: app) {
      field.report("the successors lead back to '\(apps[app].key)'")
    }
    return apps
  }

  private func successor(of app: Int, _ field: JSONField, _ apps: [AppDefinition]) -> Int? {
    guard let name = field.string() else { return nil }
    guard let position = apps.firstIndex(where: { $0.key == name }) else {
      let expectation = AppNames.expectation(for: name, among: apps.map(\.key))
      field.report("there is no app '\(name)': \(expectation)")
      return nil
    }
    let (own, other) = (apps[app].environment.rawValue, apps[position].environment.rawValue)
    guard own == other else {
      field.report(
        "'\(name)' is an app of \(other), and this one of \(own): expected an app of the same "
          + "environment")
      return nil
    }
    return position
  }

  /// Reads an app. An invalid one becomes an empty app, so that the others keep their indices.
  private func app(
    _ key: String, _ field: JSONField, _ owners: inout AppIdentifierOwners,
    _ successor: inout JSONField?
  ) -> AppDefinition {
    let empty = AppDefinition(key: key, name: key, apple: nil, android: nil, launch: LaunchRules())
    return field.object { object in
      var app = empty
      object.set(&app.name, "name") { $0.text() }
      object.set(&app.environment, "environment", environment)
      successor = object.optional("successor")
      let apple = object.optional("apple")
      if let apple { app.apple = AppleReader(folder: folder).read(apple, &owners) }
      app.android = object.optional("android").flatMap(AndroidReader().read)
      app.harmony = object.optional("harmony").flatMap(HarmonyReader().read)
      let schemes = app.apple?.customSchemes ?? []
      (app.launch, app.lifecycle) =
        LaunchRulesReader(customSchemes: schemes).read(object.optional("launch"))
      return app
    } ?? empty
  }
}

/// The positions of application identifiers: an association file must not list one twice.
struct AppIdentifierOwners {
  private var paths: [AppIdentifier: String] = [:]

  /// The identifier in a field; nil if it is invalid or a duplicate.
  mutating func claim(_ field: JSONField) -> AppIdentifier? {
    guard let text = field.text() else { return nil }
    guard let identifier = AppIdentifier(text) else {
      let fault = AppIdentifier.fault(of: text) ?? "expected <prefix>.<bundle ID>"
      field.report("'\(text)' is not an application identifier: \(fault)")
      return nil
    }
    if let first = paths[identifier] {
      field.report("'\(identifier)' is already listed at \(first): expected it once")
      return nil
    }
    paths[identifier] = field.path
    return identifier
  }
}
