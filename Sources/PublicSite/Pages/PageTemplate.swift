import SiteModel
import AppAssociation

/// A page cut into the bytes that never change and the few that a request decides.
///
/// It is cut once for each configuration, so that rendering only copies and escapes.
struct PageTemplate: Sendable {
  /// What a request decides; each is escaped for the place it stands in. A capture is known by its
  /// place in the route's path.
  enum Slot: Equatable, Sendable {
    /// A capture as people read it: percent-decoded, for text and attributes.
    case captureText(Int)
    /// A capture as the path has it, inside a URL.
    case captureInURL(Int)
    /// The host of the request, for sites that serve any host of a wildcard.
    case host
    /// A host of the site that is not the request's, to which a tap may open the app.
    case otherHost
    /// The path and query of the request, inside a URL.
    case target
    /// The same inside the banner's `app-argument`.
    case bannerTarget
  }

  /// The number of a slot, and where the bytes end that stand before it.
  struct Hole: Sendable {
    let end: Int
    let slot: Int
  }

  /// All that never changes, one behind the other: a page has a single array to copy from.
  private(set) var bytes: [UInt8] = []
  private(set) var holes: [Hole] = []
  /// Each once, however many holes it fills.
  private(set) var slots: [Slot] = []
  private let captures: [String]

  /// - Parameter captures: the names of the route's captures, in the order of its path.
  init(captures: [String] = []) {
    self.captures = captures
  }

  mutating func append(_ html: String) {
    bytes += html.utf8
  }

  mutating func append(_ slot: Slot) {
    let number = slots.firstIndex(of: slot) ?? slots.count
    if number == slots.count { slots.append(slot) }
    holes.append(Hole(end: bytes.count, slot: number))
  }

  /// Adds a text in which captures are read by people.
  mutating func append(text template: CaptureTemplate) {
    append(template) { .captureText($0) }
  }

  /// Adds a URL in which captures stand as the path has them.
  mutating func append(url template: CaptureTemplate) {
    append(template) { .captureInURL($0) }
  }

  /// A name that the route does not capture stands for nothing.
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
