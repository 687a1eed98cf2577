import AppAssociation
import HTTPCore

/// A page cut into the bytes that never change and the few that a request decides.
///
/// It is cut once for each configuration, so that rendering only copies and escapes.
struct PageTemplate: Sendable {
  enum Segment: Sendable {
    case bytes([UInt8])
    case slot(Slot)
  }

  /// What a request decides; each is escaped for the place it stands in.
  enum Slot: Sendable {
    /// A capture as people read it: percent-decoded, for text and attributes.
    case captureText(String)
    /// A capture as the path has it, inside a URL.
    case captureInURL(String)
    /// The same where no HTML is around it.
    case captureInLocation(String)
    /// The host of the request, for sites that serve any host of a wildcard.
    case host
    /// A host of the site that is not the request's, to which a tap may open the app.
    case otherHost
    /// The path and query of the request, inside a URL.
    case target
    /// The same inside the banner's `app-argument`.
    case bannerTarget
  }

  private(set) var segments: [Segment] = []

  mutating func append(_ html: String) {
    if case .bytes(let bytes) = segments.last {
      segments[segments.count - 1] = .bytes(bytes + html.utf8)
    } else {
      segments.append(.bytes(Array(html.utf8)))
    }
  }

  mutating func append(_ slot: Slot) {
    segments.append(.slot(slot))
  }

  /// Adds a text in which captures are read by people.
  mutating func append(text template: CaptureTemplate) {
    for part in template.parts {
      switch part {
      case .literal(let literal): append(HTMLText.escape(literal))
      case .capture(let name): append(.captureText(name))
      }
    }
  }

  /// Adds a URL in which captures stand as the path has them.
  mutating func append(url template: CaptureTemplate) {
    for part in template.parts {
      switch part {
      case .literal(let literal): append(HTMLText.escape(literal))
      case .capture(let name): append(.captureInURL(name))
      }
    }
  }
}
