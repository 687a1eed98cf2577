import JSONSyntax
import System
import WebSyntax

struct FirstConfiguration {
  /// The hosts of the site; empty for the sample, which runs on this machine.
  var hosts: [String]
  /// The app; nil for a site without one, except in the sample.
  var app: FirstApp?
  /// The host that Open buttons lead to; nil for none.
  var openHost: String?
  /// The schema and the store, relative to the file.
  var schema = Self.schemaName
  var store: JSONOutput = ["sqlite": "keiro.db"]

  static let schemaName = "keiro.schema.json"

  static let publicAddress = "127.0.0.1:8080"
  static let managementAddress = "127.0.0.1:8081"
  static let dashboardURL = "http://localhost:8081/dashboard"

  /// Whether this is the sample: an invented shop at an address that works on every machine.
  var isSample: Bool { hosts.isEmpty }

  /// A host that a visitor may ask for: a wildcard is none.
  var shownHost: String {
    guard let host = hosts.first else { return "localhost" }
    return host.hasPrefix("*.") ? "www" + host.dropFirst() : host
  }
}

extension FirstConfiguration {
  /// The sample that a file contains, as `keiro init` or a package wrote it; nil for any other file.
  init?(sampleAt path: String) {
    self.init(hosts: [], app: nil)
    guard let bytes = try? readFile(path, limit: 1 << 20),
      let root = try? JSONDocument(parsing: bytes).root,
      let schema = root.member("$schema")?.string, let store = root.member("store")
    else { return nil }
    (self.schema, self.store) = (schema, JSONOutput(store))
    guard JSONOutput(root).compact == json.compact else { return nil }
  }

  var json: JSONOutput {
    (try? JSONDocument(parsing: Array(text.utf8))).map { JSONOutput($0.root) } ?? .null
  }

  private var shownApp: FirstApp? { isSample ? app ?? .sample : app }

  private var text: String {
    let title = Self.quoted(shownApp?.name ?? hosts.first ?? "")
    let opening = shownApp.map { ", \"app\": \(Self.quoted($0.key))" } ?? ""
    func screen(_ name: String) -> String { shownApp == nil ? "" : ", \"screen\": \"\(name)\"" }
    // No second host reaches this machine.
    let alternate = isSample || openHost != nil ? openHost.map(Self.quoted) ?? "null" : nil
    return """
      { "$schema": \(Self.quoted(schema)),
        "server": { "listen": ["\(Self.publicAddress)"], "management": ["\(Self.managementAddress)"],
          "trustedProxies": ["127.0.0.1/32"] },
        "store": \(store.compact),
        "apps": { \(shownApp.map { "\(Self.quoted($0.key)): \($0.json.compact)" } ?? "") },
        "sites": [ {
          "hosts": \(JSONOutput.strings(isSample ? ["localhost"] : hosts).compact), "title": \(title),
          \(alternate.map { "\"alternateHost\": \($0)," } ?? "")
          "routes": [
            { "/": "/"\(opening)\(screen("home")), "title": \(title)\(isSample ? sampleHome : "") },
            { "/": "/product/{id}"\(opening)\(screen("product")), "title": "Product {id}" } ],
          "shortLinks": { "prefix": "/s/"\(opening), "links": { \(isSample ? Self.sampleLink : "") } }
          \(destinationHosts.isEmpty
            ? "" : ", \"destinationHosts\": \(JSONOutput.strings(destinationHosts).compact)")
        } ] }
      """
  }

  private static func quoted(_ text: String) -> String { JSONOutput.string(text).compact }

  private static let sampleLink = """
    "shoes": { "url": "http://localhost:8080/product/7",
      "name": "Red shoes, as printed on the poster" }
    """

  /// The association file to look at first, with the option that prints it.
  fileprivate var shownFile: (words: String, name: String, option: String) {
    shownApp.map { $0.appID == nil && $0.package != nil } ?? false
      ? ("file that Android reads", "assetlinks.json", " --kind android")
      : ("file that iPhones read", "apple-app-site-association", "")
  }

  private var sampleHome: String {
    """
    , "description": "A shop that Keiro made up: with its app, a tap on this address opens it there.",
    "links": [
      { "text": "Follow a short link", "url": "/s/shoes" },
      { "text": "See why it leads there", "url": "/s/shoes+" },
      { "text": "The \(shownFile.words)", "url": "/.well-known/\(shownFile.name)" },
      { "text": "Make links: the dashboard", "url": "\(Self.dashboardURL)" } ]
    """
  }

  /// The hosts that short links may lead to: those of the site, when it has several, and the stores
  /// of its app; empty for all hosts.
  private var destinationHosts: [String] {
    let own = (hosts + [openHost].compactMap(\.self)).withoutTwins
    guard !isSample, own.count > 1 else { return [] }
    let stores = [
      app?.appStoreID.map { _ in "apps.apple.com" }, app?.package.map { _ in "play.google.com" },
    ]
    return own + stores.compactMap(\.self)
  }
}

struct FirstApp: Equatable, Sendable {
  var name: String
  /// The identifier on Apple's platforms, such as `A1B2C3D4E5.com.example.shop`.
  var appID: String?
  var appStoreID: String?
  var package: String?
  var fingerprint: String?

  static let sample = FirstApp(
    name: "Sample Shop", appID: "KE1R0SAMPL.keiro.sample.shop", appStoreID: "1234567890",
    package: "keiro.sample.shop",
    fingerprint: "56:41:42:3D:7F:E0:D3:ED:EF:75:FD:53:AA:A3:A7:EB"
      + ":F1:76:8E:9D:40:F2:29:DA:AD:9B:CE:96:C3:6B:70:85")

  var key: String {
    let words = name.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return words.isEmpty ? "app" : words.joined(separator: "-")
  }

  var json: JSONOutput {
    let apple: JSONOutput = [
      "appIDs": .strings([appID].compactMap(\.self)), "appStoreID": .optional(appStoreID),
    ]
    let android: JSONOutput = [
      "packageName": .optional(package),
      "sha256CertFingerprints": .strings([fingerprint].compactMap(\.self)),
    ]
    let members: JSONOutput = [
      "name": .string(name),
      "apple": appID == nil && appStoreID == nil ? .null : apple.withoutNulls,
      "android": package == nil && fingerprint == nil ? .null : android.withoutNulls,
    ]
    return members.withoutNulls
  }
}

extension FirstConfiguration {
  /// A text that explains the configuration, since JSON has no comments.
  var readme: String {
    let host = shownHost
    return """
      # A Keiro of your own

      `keiro.json` is the whole configuration. Editors that know JSON Schema complete and check it by
      `\(schema)`; `keiro check` says what is wrong with it, line by line. A running Keiro takes
      a changed file at `kill -HUP`, and goes on with the old one when the new one is wrong.

      | key | here |
      |---|---|
      | `server.listen` | where visitors come in: nginx in front of it, or this machine alone |
      | `server.management` | the dashboard at `/dashboard`, the API, `/metrics`: never for everybody |
      | `server.trustedProxies` | whose word about a visitor's address is believed |
      | `store.sqlite` | links made while Keiro runs, their counts, tokens and people; a path beside this file |
      | `apps` | your apps by names of your choice: identifiers for iPhone, iPad and Android |
      | `sites[].hosts` | the names under which visitors come, as `Host` says them |
      | `sites[].routes` | paths from the first to the last: which app opens, on which screen, with what page |
      | `sites[].shortLinks` | short links that stand in this file; more are made with `keiro links add` |

      What happens to a tap, and why:

          keiro explain --config keiro.json https://\(host)/product/7

      A short link, and the \(shownFile.words):

          keiro links add --config keiro.json --host \(host) --slug news https://\(host)/product/8
          keiro association --config keiro.json --host \(host)\(shownFile.option)

      What is wrong with a host once it is on the Internet:

          keiro doctor --config keiro.json \(host)

      The first administrator signs in to the dashboard with a token:

          keiro tokens create --config keiro.json --scope admin --name me

      """
  }
}

extension [String] {
  /// The hosts without those that are another one in other letters.
  var withoutTwins: [String] {
    var seen: Set<String> = []
    return filter { seen.insert(HostPattern($0)?.description ?? $0).inserted }
  }
}
