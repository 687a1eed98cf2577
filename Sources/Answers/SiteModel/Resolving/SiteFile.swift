import AppAssociation
package import HTTPCore
import JSONSyntax
import WebSyntax

package enum SiteFile: Hashable, Sendable {
  /// The icon at the address that contains its digest.
  case icon
  /// The icon at the address that browsers request by default.
  case favicon
  case robots
  /// The web app manifest of pages that an Android app opens, with the index of the app.
  case manifest(Int)
  case bannerStyle

  /// The path of the style sheet, the same on every host, so that pages of other servers name it, too.
  package static let bannerStylePath = "/_keiro/banner.css"

  /// The paths of files that a route or a configured link may take over.
  static let yielding: [(path: String, file: SiteFile)] = [
    ("/favicon.ico", .favicon), ("/robots.txt", .robots),
  ]
}

extension SiteDefinition {
  /// Returns the files of the site with their paths, except those that a route or a link takes
  /// over.
  func files(icon: SiteIcon?, apps: [AppDefinition]) -> [(path: [UInt8], file: SiteFile)] {
    let files = SiteFile.yielding.filter { file in
      !isTaken(path: file.path) && (icon != nil || file.file == .robots)
    }
    let own = icon.map { [(path: $0.path, file: SiteFile.icon)] } ?? []
    let manifests = namedApps.sorted().compactMap { app in
      Self.manifestPath(ofApp: apps[app]).map { (path: $0, file: SiteFile.manifest(app)) }
    }
    let style = [(path: SiteFile.bannerStylePath, file: SiteFile.bannerStyle)]
    return (own + files + manifests + style).map { (Array($0.path.utf8), $0.file) }
  }

  /// Returns the path of an app's manifest; nil for an app that is not on Android.
  package static func manifestPath(ofApp app: AppDefinition) -> String? {
    app.android.map { "/_keiro/\($0.packageName).webmanifest" }
  }

  /// Returns whether a route or a link of the configuration has the path of a file.
  package func isTaken(path: String) -> Bool {
    if routes.contains(where: { $0.component.path == path }) { return true }
    guard let shortLinks, path.hasPrefix(shortLinks.prefix) else { return false }
    return shortLinks.links.contains(slug: String(path.dropFirst(shortLinks.prefix.count)))
  }
}

extension CompiledSite {
  /// Returns the file at a path; nil for other paths.
  func file(_ path: ArraySlice<UInt8>) -> SiteFile? {
    files.first { $0.path.count == path.count && $0.path.elementsEqual(path) }?.file
  }
}

/// A document below `/.well-known/` that describes to systems and browsers what belongs to a host.
package enum SiteDocument: String, CaseIterable, Sendable {
  case apple = "apple-app-site-association"
  case android = "assetlinks.json"
  /// HarmonyOS: apps that open the host's links (Huawei, "Using App Linking").
  case appLinking = "applinking.json"
  /// Origins that may use the host's passkeys (WebAuthn Level 3, section 5.11).
  case webAuthn = "webauthn"
  /// Addresses for creating and managing passkeys (W3C, "A Well-Known URL for Relying Party Passkey
  /// Endpoints").
  case passkeyEndpoints = "passkey-endpoints"

  package var path: String { "/.well-known/" + rawValue }

  /// Whether the path is reserved on every site, even on one without the document. The paths of
  /// other documents are free for a file of the site's folder.
  var isEverywhere: Bool { self == .apple || self == .android }
}

/// The targets of `/.well-known/passkey-endpoints`: https URLs.
package struct PasskeyEndpoints: Equatable, Sendable {
  /// The address for creating a passkey; nil for none.
  package var enroll: String?
  /// The address for viewing and removing passkeys; nil for none.
  package var manage: String?

  package init(enroll: String? = nil, manage: String? = nil) {
    self.enroll = enroll
    self.manage = manage
  }
}

extension SiteDefinition {
  /// Returns the documents that depend only on the configuration.
  func plainDocuments(apps: [AppDefinition]) -> [SiteDocument: [UInt8]] {
    var documents: [SiteDocument: JSONOutput] = [:]
    let list = harmonyApps(apps)
    if !list.isEmpty {
      documents[.appLinking] = .object([
        .init("applinking", .object([.init("apps", .array(list))]))
      ])
    }
    if let webAuthnOrigins {
      documents[.webAuthn] = .object([.init("origins", .strings(webAuthnOrigins))])
    }
    if let passkeys {
      let members = [("enroll", passkeys.enroll), ("manage", passkeys.manage)]
      documents[.passkeyEndpoints] = .object(
        members.compactMap { name, url in url.map { .init(name, .string($0)) } })
    }
    return documents.mapValues { Array($0.pretty.utf8) }
  }

  /// The apps of `applinking.json`. When several open a link, the one with the largest `index` wins
  /// (Huawei, "Using App Linking": from -100 to 100), so apps with successors have one.
  private func harmonyApps(_ apps: [AppDefinition]) -> [JSONOutput] {
    let succession = AppSuccession(of: apps)
    return succession.lines(of: namedApps.sorted()).compactMap { number in
      guard let identifier = apps[number].harmony?.appIdentifier else { return nil }
      let line = succession.line(of: number)
      var members = [JSONOutput.Member("appIdentifier", .string(identifier))]
      if let age = line.firstIndex(of: number), line.count > 1 {
        members.append(.init("index", .int(max(100 - age, -100))))
      }
      return .object(members)
    }
  }
}

/// A file of a site's folder for `/.well-known/`, held in memory.
package struct WellKnownFile: Sendable {
  /// The path below `/.well-known/`, such as `security.txt` or `acme-challenge/token`.
  package let name: String
  /// The bytes, tagged with their hash.
  package let representation: Representation

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    let hash = ByteWords.hash(bytes.span)
    representation = Representation(
      contentType: Self.contentType(name, bytes), cacheControl: "public, max-age=300",
      entityTag: Hexadecimal.text(hash), identity: bytes, gzip: nil)
  }

  package var bytes: [UInt8] { representation.bytes }

  /// Returns the type for the extension. Files without one are JSON when they parse as it, such as
  /// `webauthn`, which browsers otherwise refuse; ACME challenges (RFC 8555, section 8.3) do not.
  static func contentType(_ name: String, _ bytes: [UInt8]) -> String {
    let file = name.split(separator: "/").last ?? ""
    let ending = file.split(separator: ".").dropFirst().last.map { $0.lowercased() }
    return switch ending {
    case "json": "application/json"
    case "txt": "text/plain; charset=utf-8"
    case "html": "text/html; charset=utf-8"
    case "xml": "application/xml"
    // What Chrome's prefetch proxy asks whether it may fetch pages in advance.
    case nil where file == "traffic-advice": "application/trafficadvice+json"
    case nil where isJSON(bytes): "application/json"
    default: "application/octet-stream"
    }
  }
}

extension WellKnownFile {
  /// Returns whether the bytes are an object or an array; a lone number may be anything.
  private static func isJSON(_ bytes: [UInt8]) -> Bool {
    guard let root = (try? JSONDocument(parsing: bytes))?.root else { return false }
    return root.object != nil || root.array != nil
  }
}

extension WellKnownFile: Equatable {
  package static func == (left: WellKnownFile, right: WellKnownFile) -> Bool {
    left.name == right.name && left.bytes == right.bytes
  }
}
