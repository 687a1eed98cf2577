import JSONSyntax
import Links
import WebSyntax

/// The body of `POST /v1/shortLinks`: `longDynamicLink` or `dynamicLinkInfo`, and the kind of
/// suffix. Names are those of Firebase's discovery document.
struct DynamicLinkRequest {
  enum Suffix: Equatable {
    /// As short as possible, and guessable.
    case short
    /// 17 characters of base62, more than 96 bits.
    case unguessable
    case custom(String)
  }

  var link: DynamicLink
  /// The prefix of the new short links, as in `https://links.example.com/promo`.
  var prefix: String
  var suffix: Suffix

  /// Unknown names are ignored: callers send more than matters here.
  init(_ root: JSONNode) throws(DynamicLink.Fault) {
    suffix = try Self.suffix(root.member("suffix"))
    if let long = root.member("longDynamicLink")?.string {
      guard let url = WebURL(long) else {
        throw DynamicLink.Fault("longDynamicLink: '\(long.prefix(200))' is no URL")
      }
      link = DynamicLink(query: url.query ?? "")
      let port = url.port.map { ":" + $0 } ?? ""
      prefix = "\(url.scheme)://\(url.host)\(port)\(url.path)"
      return
    }
    guard let info = root.member("dynamicLinkInfo") else {
      throw DynamicLink.Fault("expected 'longDynamicLink' or 'dynamicLinkInfo'")
    }
    guard
      let domain = info.member("domainUriPrefix")?.string
        ?? info.member("dynamicLinkDomain")?.string
    else {
      throw DynamicLink.Fault("dynamicLinkInfo: expected 'domainUriPrefix' or 'dynamicLinkDomain'")
    }
    prefix = domain.contains("://") ? domain : "https://" + domain
    link = DynamicLink(Self.parameters(info))
  }

  private static func suffix(_ node: JSONNode?) throws(DynamicLink.Fault) -> Suffix {
    switch node?.member("option")?.string ?? "OPTION_UNSPECIFIED" {
    case "SHORT": return .short
    case "UNGUESSABLE", "OPTION_UNSPECIFIED": return .unguessable
    case "CUSTOM":
      guard let text = node?.member("customSuffix")?.string else {
        throw DynamicLink.Fault("suffix: 'CUSTOM' needs a 'customSuffix'")
      }
      return .custom(text)
    case let option:
      throw DynamicLink.Fault(
        "suffix.option: '\(option.prefix(100))': expected SHORT or UNGUESSABLE")
    }
  }

  private static func parameters(_ info: JSONNode) -> [DynamicLink.Parameter] {
    FirebaseParameter.all.filter { !$0.infoPath.isEmpty }.compactMap { parameter in
      let node = parameter.infoPath.reduce(Optional(info)) { node, name in node?.member(name) }
      return node.flatMap(text).map { DynamicLink.Parameter(parameter.name, $0) }
    }
  }

  private static func text(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "1" : "0"
    default: nil
    }
  }
}
