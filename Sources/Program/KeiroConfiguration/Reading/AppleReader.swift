import AppAssociation
import JSONSyntax
import Platforms
import SiteModel
import WebSyntax

/// Reads the settings of an app for Apple's platforms.
struct AppleReader {
  let folder: ConfigurationFolder

  func read(
    _ field: JSONField, _ owners: inout AppIdentifierOwners
  ) -> AppDefinition.Apple? {
    field.object { object in
      AppDefinition.Apple(
        appIDs: identifiers(object.required("appIDs"), &owners),
        appStoreID: object.optional("appStoreID")?.text(appStoreIDProblem),
        appClipIDs: identifiers(object.optional("appClipIDs"), &owners),
        customSchemes: object.optional("customSchemes")?.distinct(urlScheme) ?? [],
        oldestSystem: object.optional("oldestSystem").flatMap(system) ?? .firstWithComponents,
        sdk: object.optional("sdk").flatMap(version),
        push: object.optional("push").flatMap(PushReader(folder: folder).read))
    }
  }

  private func identifiers(
    _ field: JSONField?, _ owners: inout AppIdentifierOwners
  ) -> [AppIdentifier] {
    var identifiers: [AppIdentifier] = []
    for element in field?.elements() ?? [] {
      if let identifier = owners.claim(element) { identifiers.append(identifier) }
    }
    return identifiers
  }

  private func appStoreIDProblem(_ text: String) -> String? {
    AppStoreNumber.isValid(text)
      ? nil : "'\(text)' is not an App Store number: expected digits alone"
  }

  private func version(_ field: JSONField) -> SystemVersion? {
    field.value(
      { SystemVersion($0) }, isNot: "a version of iOS: expected two numbers such as \"13.0\"")
  }

  private func system(_ field: JSONField) -> SystemVersion? {
    guard let version = version(field) else { return nil }
    guard version.has(.universalLinks) else {
      field.report("iOS \(version) knows no universal links: expected \"9.0\" or later")
      return nil
    }
    return version
  }
}

/// A custom URL scheme in lower case, since schemes are case-insensitive (RFC 3986, section 3.1).
func urlScheme(_ field: JSONField) -> String? {
  guard let text = field.text() else { return nil }
  let scheme = text.lowercased()
  guard URLScheme.isValid(scheme) else {
    field.report("'\(text)' is not a URL scheme: expected a letter, then letters, digits, + - .")
    return nil
  }
  guard URLScheme.isAvailableToApps(scheme) else {
    field.report("'\(text)' belongs to browsers: expected a scheme of the app's own")
    return nil
  }
  return scheme
}
