import AppAssociation
import SiteModel
import WebSyntax

/// A page split into constant bytes and the few parts that depend on the request.
///
/// It is split once per configuration, so that rendering only copies and escapes.
struct PageTemplate: Sendable {
  /// A part that depends on the request, escaped for its position. A capture is identified by its
  /// index in the route's path.
  enum Slot: Equatable, Sendable {
    /// A capture in readable form: percent-decoded, for text and attributes.
    case captureText(Int)
    /// A capture as written in the path, inside a URL.
    case captureInURL(Int)
    /// The host of the request, for sites that serve all hosts of a wildcard.
    case host
    /// The host of the request, encoded into the query of another address.
    case hostInQuery
    /// The path and query of the request, inside a URL.
    case target
    /// The path and query of the request, inside the banner's `app-argument`.
    case bannerTarget
    /// The path and query of the request, encoded into the query of another address.
    case targetInQuery
    /// The item of Google Play's address that passes the page's address to a newly installed app;
    /// empty when the address is too long. A nil host is that of the request. Google Play's address may
    /// itself be encoded into another one.
    case referrer(host: String?, isInAddress: Bool = false)
  }

  /// The visitors who see a section.
  struct Audience: Equatable, Sendable {
    let visitors: PageVisitor
    /// Whether the section is shown on hosts from which Open buttons lead elsewhere.
    let onOwnHost: Bool
    /// Whether the section is also shown on the host that Open buttons lead to.
    let onOtherHost: Bool
  }

  /// A gap between the constant bytes.
  struct Hole: Sendable {
    enum Content: Sendable {
      case slot(Int)
      /// The beginning of a section, with the hole and the byte after it.
      case section(Audience, end: (hole: Int, byte: Int))
    }

    /// The end of the bytes before it.
    let end: Int
    let content: Content
  }

  /// All constant bytes in sequence, so that there is a single array to copy from.
  private(set) var bytes: [UInt8] = []
  private(set) var holes: [Hole] = []
  /// The distinct slots, each listed once.
  private(set) var slots: [Slot] = []
  private let captures: [String]

  /// - Parameter captures: the names of the route's captures, in path order.
  init(captures: [String] = []) {
    self.captures = captures
  }

  mutating func append(_ html: String) {
    bytes += html.utf8
  }

  mutating func append(_ slot: Slot) {
    let number = slots.firstIndex(of: slot) ?? slots.count
    if number == slots.count { slots.append(slot) }
    holes.append(Hole(end: bytes.count, content: .slot(number)))
  }

  mutating func append(
    for visitors: PageVisitor, onOwnHost: Bool = true, onOtherHost: Bool = true,
    _ content: (inout PageTemplate) -> Void
  ) {
    let audience = Audience(
      visitors: visitors, onOwnHost: onOwnHost, onOtherHost: onOtherHost)
    let (hole, start) = (holes.count, bytes.count)
    holes.append(Hole(end: start, content: .section(audience, end: (hole, start))))
    content(&self)
    holes[hole] = Hole(
      end: start, content: .section(audience, end: (holes.count, bytes.count)))
  }

  mutating func append(text template: CaptureTemplate) {
    append(template) { .captureText($0) }
  }

  mutating func append(url template: CaptureTemplate) {
    append(template) { .captureInURL($0) }
  }

  /// Adds a template. A name that the route does not capture is replaced by nothing.
  private mutating func append(_ template: CaptureTemplate, slot: (Int) -> Slot) {
    for part in template.parts {
      switch part {
      case .literal(let literal): append(HTMLText.escape(literal))
      case .capture(let name):
        if let index = captures.firstIndex(of: name) { append(slot(index)) }
      }
    }
  }
}

extension PageTemplate {
  /// Adds a tag of the head whose last attribute has a value that depends on the request.
  mutating func append(tag: String, _ value: (inout PageTemplate) -> Void) {
    append("<\(tag)=\"")
    value(&self)
    append("\">\n")
  }

  /// - Parameter host: the primary host of the site; nil for that of the request.
  mutating func append(originOf host: String?) {
    append("https://")
    if let host { append(host) } else { append(.host) }
  }

  /// Adds a Smart App Banner tag whose argument is the address of the page.
  ///
  /// - Parameter primaryHost: the host of the address; nil for that of the request.
  mutating func append(banner: SmartAppBanner, primaryHost: String?) {
    let parts = banner.partsAroundArgument
    append(parts.before)
    append(originOf: primaryHost)
    append(.bannerTarget)
    append(parts.behind)
  }
}
