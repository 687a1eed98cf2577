import AppAssociation
import JSONSyntax
import LaunchRouting
import SiteModel

/// Reads the section `apps`.
struct AppsReader {
  let folder: ConfigurationFolder

  func read(_ entries: [(name: String, field: JSONField)]) -> [AppDefinition] {
    var owners = AppIdentifierOwners()
    return entries.map { name, field in
      if name.isEmpty { field.report("the name of the app is empty") }
      return app(name, field, &owners)
    }
  }

  /// An invalid app is read as an empty one, so that the others keep their positions.
  private func app(
    _ key: String, _ field: JSONField, _ owners: inout AppIdentifierOwners
  ) -> AppDefinition {
    let empty = AppDefinition(key: key, name: key, apple: nil, android: nil, launch: LaunchRules())
    return field.object { object in
      var app = empty
      object.set(&app.name, "name") { $0.text() }
      let apple = object.optional("apple")
      if let apple { app.apple = AppleReader(folder: folder).read(apple, &owners) }
      app.android = object.optional("android").flatMap(AndroidReader().read)
      app.harmony = object.optional("harmony").flatMap(HarmonyReader().read)
      let schemes = app.apple?.customSchemes ?? []
      app.launch = LaunchReader(customSchemes: schemes).read(object.optional("launch"))
      return app
    } ?? empty
  }
}

/// The places of application identifiers: an association file must not name one twice.
struct AppIdentifierOwners {
  private var places: [AppIdentifier: String] = [:]

  /// The identifier in a field; nil when it is invalid or a duplicate.
  mutating func claim(_ field: JSONField) -> AppIdentifier? {
    guard let text = field.text() else { return nil }
    guard let identifier = AppIdentifier(text) else {
      let fault = AppIdentifier.fault(of: text) ?? "expected <prefix>.<bundle ID>"
      field.report("'\(text)' is not an application identifier: \(fault)")
      return nil
    }
    if let first = places[identifier] {
      field.report("'\(identifier)' stands already at \(first)")
      return nil
    }
    places[identifier] = field.path
    return identifier
  }
}
