import AppAssociation
import JSONSyntax
import WebSyntax

/// A document of a host other than the association files of Apple and Android.
public enum HostDocument: String, CaseIterable, Sendable {
  /// `/.well-known/webauthn`: origins that share the host's passkeys (WebAuthn Level 3, 5.11).
  case webAuthn = "webauthn"
  /// `/.well-known/passkey-endpoints`: where people make and manage passkeys (W3C draft).
  case passkeyEndpoints = "passkey-endpoints"
  /// `/.well-known/applinking.json`: the apps of HarmonyOS (Huawei, "Using App Linking").
  case appLinking = "applinking"

  /// The last part of its path on a host.
  public var fileName: String { self == .appLinking ? "applinking.json" : rawValue }

  var rule: Rule<Spot, Report> {
    switch self {
    case .webAuthn: Self.webAuthnOrigins
    case .passkeyEndpoints: Self.passkeyAddresses
    case .appLinking: Self.appLinkingApps
    }
  }

  /// All findings in a text, in its order.
  ///
  /// - Parameter bytes: the text; any content results in a list of findings.
  public func findings(in bytes: [UInt8]) -> [Finding] {
    let document: JSONDocument
    do throws(JSONSyntaxError) {
      document = try JSONDocument(parsing: bytes)
    } catch {
      return [Finding(AssociationFileError(error, in: bytes))]
    }
    guard document.root.object != nil else {
      return [
        Finding(
          code: "root-type", severity: .error,
          message: "found \(document.root.value.kindName): expected an object, as \(fileName) is")
      ]
    }
    var report = Report(document)
    report.run([rule], on: Spot(document.root, path: ""))
    return report.sorted
  }
}

extension HostDocument {
  static let webAuthnOrigins = Rule<Spot, Report>("webauthn-origins") { root, report in
    guard let origins = root.list("origins", of: "origins", &report) else { return }
    if origins.isEmpty {
      report.warning(root, "the list is empty: no other origin may use the host's passkeys")
    }
    var labels: Set<String> = []
    for spot in origins {
      guard let text = spot.string, let url = WebURL(text), url.scheme == "https" else {
        report.error(
          spot, "found \(spot.found), which browsers skip: expected https:// and a host", help: nil)
        continue
      }
      if !["", "/"].contains(url.path) || url.query != nil || url.fragment != nil {
        report.warning(spot, "'\(text)' is more than an origin: browsers ignore its path")
      }
      labels.insert(label(url.host))
    }
    if labels.count > names {
      report.warning(
        root, "\(labels.count) different names: browsers need not read more than \(names)")
    }
  }

  static let passkeyAddresses = Rule<Spot, Report>("passkey-addresses") { root, report in
    for name in ["enroll", "manage"] {
      guard let spot = root.member(name) else { continue }
      guard let text = spot.string, let url = WebURL(text), url.scheme == "https" else {
        report.error(spot, "found \(spot.found): expected an https URL")
        continue
      }
    }
    if root.members.isEmpty {
      report.note(
        root,
        "there are no addresses: password managers learn that the host has passkeys, but not where to manage them"
      )
    }
  }

  static let appLinkingApps = Rule<Spot, Report>("applinking-apps") { root, report in
    guard let section = root.member("applinking") else {
      report.error(root, "'applinking' is missing: expected an object with 'apps'")
      return
    }
    guard section.node.object != nil else {
      report.error(
        section, "found \(section.node.value.kindName): expected an object with 'apps'")
      return
    }
    guard let apps = section.list("apps", of: "apps", &report) else { return }
    if apps.isEmpty { report.warning(section, "the list is empty: no app opens links of the host") }
    var seen: Set<String> = []
    for app in apps {
      guard let identifier = app.member("appIdentifier") else {
        report.error(app, "'appIdentifier' is missing: HarmonyOS knows apps by it")
        continue
      }
      guard let text = identifier.string, !text.isEmpty else {
        let found = identifier.string == nil ? identifier.node.value.kindName : "an empty string"
        report.error(identifier, "found \(found): expected the app's identifier in quotation marks")
        continue
      }
      if !seen.insert(text).inserted { report.warning(identifier, "'\(text)' is given twice") }
    }
  }

  /// WebAuthn Level 3, section 5.11: "at least five registrable origin labels".
  private static let names = 5

  /// The name that counts, of hosts with an ending of one part: `shop` of `www.shop.example`.
  private static func label(_ host: String) -> String {
    let parts = host.lowercased().split(separator: ".")
    return String(parts.dropLast().last ?? parts.first ?? "")
  }
}

extension Spot {
  /// The text in quotation marks, or the type of another value.
  fileprivate var found: String { string.map { "'\($0)'" } ?? node.value.kindName }

  /// The elements of a member that has to be an array; nil, with an error, for anything else.
  fileprivate func list(_ name: String, of kind: String, _ report: inout Report) -> [Spot]? {
    guard let list = member(name) else {
      report.error(self, "'\(name)' is missing: expected an array of \(kind)")
      return nil
    }
    guard list.node.array != nil else {
      report.error(list, "found \(list.node.value.kindName): expected an array of \(kind)")
      return nil
    }
    return list.elements
  }
}
