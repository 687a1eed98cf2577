import AppAssociation
import HTTPCore
import ShortLinks

/// The short links of a site, found by their slugs.
struct CompiledShortLinks: Sendable {
  let prefix: [UInt8]
  /// Whether routes live under the prefix too, as they do under `/`.
  let sharesItsPrefix: Bool
  let links: [CompiledLink]
  private let slugs: ByteTable<Int>

  init(_ definition: ShortLinksDefinition, destinationHosts: [HostPattern]?) {
    prefix = Array(definition.prefix.utf8)
    sharesItsPrefix = definition.prefix == "/"
    links = definition.links.map { CompiledLink($0, destinationHosts: destinationHosts) }
    slugs = ByteTable(
      definition.links.enumerated().map { (key: Array($1.slug.utf8), value: $0) })
  }

  /// The link that a path behind the prefix names; percent-escapes are resolved once.
  func find(_ slug: ArraySlice<UInt8>) -> (link: Int, face: ShortLinkFace)? {
    if let link = slugs[slug] { return (link, .visit) }
    var slug = slug
    if slug.contains(UInt8(ascii: "%")) {
      guard let decoded = PercentCoding.decode(slug) else { return nil }
      slug = decoded[...]
      if let link = slugs[slug] { return (link, .visit) }
    }
    guard slug.suffix(3).elementsEqual(".qr".utf8), let link = slugs[slug.dropLast(3)] else {
      return nil
    }
    return (link, .qrCode)
  }
}

/// A link with its answer made ready where nothing of a visit changes it.
struct CompiledLink: Sendable {
  let link: ShortLink
  /// The redirect of a visit without query; nil for links that begin or end.
  let plainRedirect: HTTPResponse?

  init(_ link: ShortLink, destinationHosts: [HostPattern]?) {
    self.link = link
    let dependsOnTime = link.notBefore != nil || link.expires != nil || link.archived
    let decision = decide(
      link, visit: Visit(query: nil), now: Timestamp(secondsSinceEpoch: 0),
      site: LinkSite(destinationHosts: destinationHosts))
    if !dependsOnTime, case .redirect(let location, let status) = decision.outcome {
      plainRedirect = Self.redirect(to: location, status)
    } else {
      plainRedirect = nil
    }
  }

  /// A redirect that no cache keeps, so that a change is seen and a visit is counted, unless the
  /// link says otherwise.
  static func redirect(to location: String, _ status: ShortLink.RedirectStatus) -> HTTPResponse {
    var fields = HTTPFields(["Location": location])
    if status == .found { fields.append("Cache-Control", "no-store") }
    return HTTPResponse(
      HTTPStatus(code: status.rawValue) ?? .found, fields: fields,
      route: RouteLabel.shortLink.rawValue, outcome: "redirect")
  }
}
