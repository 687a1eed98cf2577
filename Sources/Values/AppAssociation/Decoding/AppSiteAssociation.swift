package import JSONSyntax

/// An `apple-app-site-association`, read as leniently as possible: invalid parts are skipped and do
/// not affect the rest.
public struct AppSiteAssociation: Sendable {
  /// The universal links service; nil when the file has none.
  public let applinks: AppLinks?
  /// The other services, in file order.
  public let services: [Service]
  /// The size of the text, in bytes.
  public let byteCount: Int
  /// Whether the text came in a CMS signature, which was not verified.
  public let isSigned: Bool
  /// The text of the file, parsed.
  package let document: JSONDocument

  /// A service that only lists apps, such as `webcredentials`.
  public struct Service: Sendable {
    /// The name of the service.
    public let name: String
    /// The identifiers as written; non-string elements are left out.
    public let apps: [String]
  }

  /// The services that Apple documents besides `applinks`.
  package static let otherServices = [
    "webcredentials", "activitycontinuation", "appclips", "messagefilter", "authsrv",
  ]

  /// Reads a parsed file.
  package init(_ document: JSONDocument, byteCount: Int, isSigned: Bool) {
    self.document = document
    self.byteCount = byteCount
    self.isSigned = isSigned
    applinks = document.root.member("applinks").flatMap { AppLinks($0) }
    services = (document.root.object ?? []).compactMap { member in
      guard Self.otherServices.contains(member.name), let apps = member.node.member("apps")?.array
      else { return nil }
      return Service(name: member.name, apps: apps.compactMap(\.string))
    }
  }

  /// Every identifier named in any service, without duplicates, `applinks` first.
  public var identifiers: [String] {
    var seen: Set<String> = []
    let links = applinks?.details.flatMap(\.mentionedIdentifiers) ?? []
    return (links + services.flatMap(\.apps)).filter { seen.insert($0).inserted }
  }
}
