import Changes
import JSONSyntax
import Links
import SiteModel
import WebSyntax

/// The body of `POST /v1/shortLinks`: `longDynamicLink` or `dynamicLinkInfo`, and the kind of
/// suffix. Names are those of Firebase's discovery document.
struct DynamicLinkRequest {
  enum Suffix: String {
    /// A suffix as short as possible, and therefore guessable.
    case short = "SHORT"
    /// 17 characters of base62, more than 96 bits.
    case unguessable = "UNGUESSABLE"
    case custom = "CUSTOM"
  }

  var link: DynamicLink
  /// The prefix of the new short link, such as `https://links.example.com/promo`.
  var prefix: String
  var suffix = Suffix.unguessable
  var customSuffix: String?

  /// Reads a body and ignores unknown names: callers send more than is used here.
  init(_ root: JSONNode) throws(FieldFault) {
    if let option = root.member("suffix")?.member("option")?.string, option != "OPTION_UNSPECIFIED"
    {
      guard let known = Suffix(rawValue: option) else {
        throw FieldFault(
          "suffix.option", "'\(option.prefix(100))': expected SHORT, UNGUESSABLE or CUSTOM")
      }
      suffix = known
    }
    customSuffix = root.member("suffix")?.member("customSuffix")?.string
    guard suffix != .custom || customSuffix != nil else {
      throw FieldFault("suffix", "'CUSTOM' needs a 'customSuffix'")
    }
    if let long = root.member("longDynamicLink")?.string {
      guard let url = WebURL(long) else {
        throw FieldFault("longDynamicLink", "'\(long.prefix(200))' is not a URL")
      }
      link = DynamicLink(query: url.query ?? "")
      let port = url.port.map { ":" + $0 } ?? ""
      prefix = "\(url.scheme)://\(url.host)\(port)\(url.path)"
      return
    }
    guard let info = root.member("dynamicLinkInfo") else {
      throw FieldFault("", "expected 'longDynamicLink' or 'dynamicLinkInfo'")
    }
    guard
      let domain = info.member("domainUriPrefix")?.string
        ?? info.member("dynamicLinkDomain")?.string
    else {
      throw FieldFault("dynamicLinkInfo", "expected 'domainUriPrefix' or 'dynamicLinkDomain'")
    }
    prefix = domain.contains("://") ? domain : "https://" + domain
    link = DynamicLink(Self.parameters(info))
  }

  /// The requested link, and warnings about it; for the sites within the caller's reach.
  func draft(in sites: ServiceSnapshot) -> (draft: LinkDraft, warnings: [DynamicLink.Warning]) {
    let prefixURL = WebURL(prefix)
    let host = prefixURL?.comparedHost ?? prefix
    let rules = sites.siteTable.site(of: host)
    let slug = slug(in: Self.folder(prefixURL?.path ?? "/", rules?.prefix ?? "/"))
    var (link, warnings) = (ShortLink(host: "", slug: "", url: ""), [DynamicLink.Warning]())
    var faults: [FieldFault] = []
    do throws(DynamicLink.Fault) {
      (link, warnings) = try self.link.link(host: "", slug: "", by: .trusted)
    } catch {
      faults = [FieldFault("url", error.message)]
    }
    // The same input yields the same link; another option yields another link.
    link.extra = [.init(name: "suffix", value: suffix.rawValue)]
    let draft = LinkDraft(link, host: host, slug: slug, findsExisting: true, faults: faults)
    return (draft, warnings)
  }

  /// The part of a path after the prefix of a site, with a slash at its end.
  private static func folder(_ path: String, _ prefix: String) -> String {
    let path = path.hasSuffix("/") ? path : path + "/"
    if path.hasPrefix(prefix) { return String(path.dropFirst(prefix.utf8.count)) }
    return String(path.dropFirst())
  }

  private static func parameters(_ info: JSONNode) -> [ShortLink.Extra] {
    FirebaseParameter.all.filter { !$0.infoPath.isEmpty }.compactMap { parameter in
      let node = parameter.infoPath.reduce(Optional(info)) { node, name in node?.member(name) }
      return node.flatMap(text).map { ShortLink.Extra(name: parameter.name, value: $0) }
    }
  }

  private static func text(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "1" : "0"
    default: nil
    }
  }

  private func slug(in folder: String) -> LinkSlug {
    var random = RandomSlug()
    random.folder = folder
    switch suffix {
    case .custom: return .given(folder + (customSuffix ?? ""))
    case .short: (random.length, random.grows) = (4, true)
    case .unguessable: random.length = 17
    }
    return .random(random)
  }
}
