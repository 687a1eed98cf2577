package import HTTPCore
package import Links
import WebSyntax

/// The configured short links of a site as records in one block of memory, found by slug.
///
/// A look-up reads two memory locations: the hash slot and the record.
package final class CompiledShortLinks: Sendable {
  /// The path prefix of short URLs, which begins and ends with a slash.
  package let prefix: [UInt8]
  /// Whether the prefix is `/`, which the routes use as well.
  package let sharesItsPrefix: Bool
  /// The owner of the memory that is never written again.
  private let links: ConfiguredLinks
  // Copies of what the owner has: a visit would wait for each reference on the way to it.
  nonisolated(unsafe) private let records: UnsafeBufferPointer<UInt8>
  nonisolated(unsafe) private let slots: UnsafeBufferPointer<UInt64>
  /// Everything after the location of a ready redirect, indexed by `ReadyRedirect.Lines`.
  nonisolated(unsafe) private let lines: [UnsafeBufferPointer<UInt8>]
  private let sites: [LinkSite]

  /// Prepares the answers of links.
  ///
  /// - Parameters:
  ///   - prefix: the path prefix of short URLs.
  ///   - links: the links; they stay where they are unless another definition has them too.
  ///   - isIndexed: whether search engines may list them.
  ///   - site: returns the data of a site that decisions about a link need.
  ///   - isFound: returns whether a visit to a path reaches the link with its slug.
  init(
    prefix written: String, links: consuming ConfiguredLinks, isIndexed: Bool,
    site: (ShortLink) -> LinkSite,
    isFound: (_ path: ArraySlice<UInt8>) -> Bool
  ) {
    let prefix = Array(written.utf8)
    var sites: [LinkSite] = []
    var numbers: [ObjectIdentifier: UInt16] = [:]
    links.prepare { link in
      let linkSite = site(link)
      let next = UInt16(truncatingIfNeeded: sites.count)
      let number = numbers[ObjectIdentifier(linkSite)] ?? next
      if number == next {
        numbers[ObjectIdentifier(linkSite)] = number
        sites.append(linkSite)
      }
      let isReached = isFound((prefix + link.slug.utf8)[...])
      return (number, isReached ? ReadyRedirect(link, site: linkSite) : nil)
    }
    links.seal()
    self.prefix = prefix
    sharesItsPrefix = written == "/"
    records = links.memory.records
    slots = links.memory.readableSlots
    self.links = links
    lines = ReadyRedirect.Lines.allCases.map { line in
      let bytes = line.bytes(isIndexed: isIndexed)
      let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
      _ = memory.initialize(from: bytes)
      return UnsafeBufferPointer(memory)
    }
    self.sites = sites
  }

  deinit {
    for line in lines { line.deallocate() }
  }

  package var host: String { links.host }

  /// Every link, in the order of the configuration.
  package var all: [ShortLink] { Array(links) }

  /// Returns the link with a decoded slug.
  func find(_ slug: ArraySlice<UInt8>) -> ServedLink? {
    record(of: slug.span).map { record in
      ServedLink(
        links.link(of: record),
        site: sites.indices.contains(record.site) ? sites[record.site] : LinkSite(),
        isConfigured: true)
    }
  }

  /// Returns the configured link with exactly this slug; nil when there is none.
  package func find(slug: String) -> ServedLink? { find(Array(slug.utf8)[...]) }

  /// Returns whether a configured link has exactly this slug.
  package func contains(slug: String) -> Bool { record(of: Array(slug.utf8).span) != nil }

  private func record(of slug: Span<UInt8>) -> PackedLink? {
    LinkMemory.find(slug, ByteWords.hash(slug), slots, records)
  }

  // MARK: - Ready redirects

  /// Receives a ready redirect; see `HTTPHandler.sendReady`.
  package typealias ReadySending = (
    _ slug: Span<UInt8>, _ status: HTTPStatus, _ location: Span<UInt8>, _ rest: Span<UInt8>
  ) -> Void

  /// Has the processor fetch the slot of a slug, and later, with the same hash, the record of the link,
  /// so that the look-up need not wait for memory.
  ///
  /// - Parameter slug: the hash of the slug (`ByteWords.hash`).
  package func approachSlot(slug: UInt64) { LinkMemory.approachSlot(slug, slots) }

  /// The second step of `approachSlot`.
  package func approachRecord(slug: UInt64) { LinkMemory.approachRecord(slug, slots, records) }

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
    guard let record = LinkMemory.find(slug, slugHash, slots, records) else { return false }
    return sendReady(record, Span(_unsafeElements: records), for: agent, send)
  }

  /// Sends the ready redirect of a record, which need not come from the configuration.
  ///
  /// - Parameters:
  ///   - record: the record of the link.
  ///   - bytes: the bytes that the record's ranges refer to.
  ///   - agent: the user agent of the visitor.
  ///   - send: called once with the redirect and the slug.
  /// - Returns: whether there is one.
  @inline(__always)
  package func sendReady(
    _ record: PackedLink, _ bytes: Span<UInt8>, for agent: UserAgent, _ send: ReadySending
  ) -> Bool {
    guard record.isReady(for: agent) else { return false }
    let rest = Span(_unsafeElements: lines[Int(record.lines.rawValue)])
    send(
      bytes.extracting(record.slug), record.status.httpStatus, bytes.extracting(record.text), rest)
    return true
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
    let isPicture = slug.last == UInt8(ascii: "r") && slug.suffix(3).elementsEqual(".qr".utf8)
    return isPicture ? (slug.dropLast(3), .qrCode(.own)) : nil
  }

  /// What Shlink shows below the address of a link.
  static let shlinkViews: KeyValuePairs<String, ShortLinkView> = [
    "qr-code": .qrCode(.shlink), "track": .pixel,
  ]
}
