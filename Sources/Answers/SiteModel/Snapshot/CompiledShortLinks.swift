package import HTTPCore
package import Links
import WebSyntax

/// The configured short links of a site, by slug.
package final class CompiledShortLinks: Sendable {
  /// The path prefix of short URLs, which begins and ends with a slash.
  package let prefix: [UInt8]
  /// Whether the prefix is `/`, which the routes use as well.
  package let sharesItsPrefix: Bool
  private let links: PackedLinks

  /// - Parameters:
  ///   - prefix: the path prefix of short URLs.
  ///   - links: the links; they are packed in place if nothing else refers to them.
  ///   - isIndexed: whether search engines may list them.
  ///   - site: returns the data of a site that decisions about a link need.
  ///   - isFound: returns whether a visit to a path would reach a link with its slug.
  init(
    prefix written: String, links: consuming ConfiguredLinks, isIndexed: Bool,
    site: (ShortLink) -> LinkSite,
    isFound: (_ path: ArraySlice<UInt8>) -> Bool
  ) {
    prefix = Array(written.utf8)
    sharesItsPrefix = written == "/"
    let prefix = prefix
    self.links = PackedLinks(consume links, isIndexed: isIndexed, site: site) {
      isFound((prefix + $0.utf8)[...])
    }
  }

  /// The host of every link.
  package var host: String { links.host }

  /// Every link, in the order of the configuration.
  package var all: [ShortLink] { links.all }

  /// Returns the link with a decoded slug.
  func find(_ slug: ArraySlice<UInt8>) -> ServedLink? {
    links.find(slug.span).map(links.served)
  }

  /// Returns the configured link with exactly this slug; nil when there is none.
  package func find(slug: String) -> ServedLink? { find(Array(slug.utf8)[...]) }

  /// Returns whether a configured link has exactly this slug.
  package func contains(slug: String) -> Bool { links.find(Array(slug.utf8).span) != nil }

  // MARK: - Ready redirects

  /// Receives a ready redirect; see `HTTPHandler.sendReady`.
  package typealias ReadySending = (
    _ slug: Span<UInt8>, _ status: HTTPStatus, _ location: Span<UInt8>, _ rest: Span<UInt8>
  ) -> Void

  /// Has the processor fetch the slot of a slug, and later, with the same hash, the record of the link,
  /// so that the look-up need not wait for memory.
  ///
  /// - Parameter slug: the hash of the slug (`ByteWords.hash`).
  package func approachSlot(slug: UInt64) { links.approachSlot(slug) }

  /// The second step of `approachSlot`.
  package func approachRecord(slug: UInt64) { links.approachRecord(slug) }

  /// Sends the ready redirect of a slug.
  ///
  /// - Parameters:
  ///   - slug: the slug as it was requested.
  ///   - slugHash: its hash (`ByteWords.hash`).
  ///   - agent: the user agent of the visitor.
  ///   - send: called once with the redirect and the slug.
  /// - Returns: whether there is one.
  package func sendReady(
    _ slug: Span<UInt8>, slugHash: UInt64, for agent: UserAgent, _ send: ReadySending
  ) -> Bool {
    links.sendReady(slug, slugHash, for: agent, send)
  }

  /// Sends the ready redirect of a record, which need not come from the configuration.
  ///
  /// - Parameters:
  ///   - record: the record of the link.
  ///   - bytes: the bytes that the record's ranges refer to.
  ///   - agent: the user agent of the visitor.
  ///   - send: called once with the redirect and the slug.
  /// - Returns: whether there is one.
  package func sendReady(
    _ record: PackedLink, _ bytes: Span<UInt8>, for agent: UserAgent, _ send: ReadySending
  ) -> Bool {
    links.sendReady(record, bytes, for: agent, send)
  }

  /// Returns the offset of the slug in a path as requested; nil for a path without one.
  @inline(__always)
  package func slugStart(in path: Span<UInt8>) -> Int? {
    guard path.count > prefix.count else { return nil }
    // A loop, since prefixes are short and a span would change a reference count.
    for index in prefix.indices where path[index] != prefix[index] { return nil }
    return prefix.count
  }
}

extension ShortLink.RedirectStatus {
  var httpStatus: HTTPStatus {
    switch self {
    case .movedPermanently: .movedPermanently
    case .found: .found
    case .seeOther: .seeOther
    case .temporary: .temporaryRedirect
    case .permanent: .permanentRedirect
    }
  }
}

package enum ShortLinkView: Equatable, Sendable {
  case visit
  /// The address with the suffix `.qr`, or its QR code as at another service.
  case qrCode(QRCodeSettings.Form)
  /// The transparent picture that counts a visit, for mails.
  case pixel
  /// The address with the suffix `+`.
  case explanation
}

/// The last part of a short URL, and its possible meanings.
enum ShortLinkName {
  /// Returns the slug, percent-decoded once; nil when an escape is broken.
  static func slug(_ written: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard written.contains(UInt8(ascii: "%")) else { return written }
    return PercentCoding.decode(written).map { $0[...] }
  }

  typealias Reading = (slug: ArraySlice<UInt8>, view: ShortLinkView)

  /// Returns the most likely meaning of the slug.
  static func reading(_ slug: ArraySlice<UInt8>) -> Reading {
    slug.last == UInt8(ascii: "+") ? (slug.dropLast(), .explanation) : (slug, .visit)
  }

  /// Returns the other possible meaning, since a slug may itself end in `.qr`.
  static func otherReading(_ slug: ArraySlice<UInt8>) -> Reading? {
    guard slug.last == UInt8(ascii: "r"), slug.suffix(3).elementsEqual(".qr".utf8) else {
      return nil
    }
    return (slug.dropLast(3), .qrCode(.own))
  }

  /// Returns what Shlink shows below the address of a link; nil for anything else.
  static func shlinkView(_ rest: ArraySlice<UInt8>) -> ShortLinkView? {
    if rest.elementsEqual("qr-code".utf8) { return .qrCode(.shlink) }
    return rest.elementsEqual("track".utf8) ? .pixel : nil
  }
}
