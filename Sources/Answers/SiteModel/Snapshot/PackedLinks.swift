import HTTPCore
import Links
import WebSyntax

/// The configured links of a site as records in one block of memory, found by slug.
///
/// A look-up reads two memory locations: the hash slot and the record.
final class PackedLinks: Sendable {
  // The memory is written before the initializer returns and never again. It is allocated
  // separately rather than in arrays, whose reference counts would change on every visit of every
  // worker.

  /// The host that all of the links share.
  let host: String
  nonisolated(unsafe) private let records: UnsafeBufferPointer<UInt8>
  /// The hash slots: the start of a record plus one in the low bits, and the high bits of its
  /// slug's hash; zero is an empty slot. The size is a power of two.
  nonisolated(unsafe) private let places: UnsafeBufferPointer<UInt64>
  /// Everything after the location of a ready redirect, indexed by `ReadyRedirect.Lines`.
  nonisolated(unsafe) private let lines: [UnsafeBufferPointer<UInt8>]
  private let sites: [LinkSite]
  /// The links that hold more than fits into a record.
  private let others: [ShortLink]
  let count: Int

  private static let offsetBits: UInt64 = 40
  private static let offsets: UInt64 = 1 << offsetBits - 1

  /// Packs links. Of several links with the same slug, the first one counts.
  ///
  /// - Parameters:
  ///   - links: The links, all on one host.
  ///   - site: Returns the data of a site that decisions about a link need.
  ///   - isFound: Returns whether a visit to the path of a slug reaches its link.
  init(
    _ links: [ShortLink], site: (ShortLink) -> LinkSite, isFound: (_ slug: String) -> Bool
  ) {
    var records: [UInt8] = []
    var others: [ShortLink] = []
    var sites: [LinkSite] = []
    var numbers: [ObjectIdentifier: UInt16] = [:]
    records.reserveCapacity(
      links.reduce(0) { $0 + PackedLink.headerBytes + $1.slug.utf8.count + $1.url.utf8.count })
    var size = 8
    while size < links.count * 2 { size *= 2 }
    var places = [UInt64](repeating: 0, count: size)
    var count = 0
    for link in links {
      let slug = Array(link.slug.utf8)
      let hash = ByteWords.hash(slug.span)
      guard let place = Self.vacancy(hash, slug.span, places.span, records.span) else { continue }
      let linkSite = site(link)
      let next = UInt16(truncatingIfNeeded: sites.count)
      let number = numbers[ObjectIdentifier(linkSite)] ?? next
      if number == next {
        numbers[ObjectIdentifier(linkSite)] = number
        sites.append(linkSite)
      }
      places[place] = hash & ~Self.offsets | UInt64(records.count + 1)
      PackedLink.append(
        link, site: number,
        ready: isFound(link.slug) ? ReadyRedirect(link, site: linkSite) : nil, to: &records
      ) {
        others.append($0)
        return UInt32(others.count - 1)
      }
      count += 1
    }
    host = links.first?.host ?? ""
    self.records = Self.copy(records)
    self.places = Self.copy(places)
    lines = ReadyRedirect.Lines.allCases.map { Self.copy($0.bytes) }
    self.sites = sites
    self.others = others
    self.count = count
  }

  deinit {
    records.deallocate()
    places.deallocate()
    for line in lines { line.deallocate() }
  }

  private static func copy<Element>(_ array: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
    _ = memory.initialize(from: array)
    return UnsafeBufferPointer(memory)
  }

  /// Returns the slot for a new record; nil when the slug already has one.
  private static func vacancy(
    _ hash: UInt64, _ slug: Span<UInt8>, _ places: Span<UInt64>, _ records: Span<UInt8>
  ) -> Int? {
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      if record(places[place], hash, slug, records) != nil { return nil }
      place = (place + 1) & (places.count - 1)
    }
    return place
  }

  /// Returns the record of a slot if its slug is the given one. A slot with a different hash is not
  /// read.
  @inline(__always)
  private static func record(
    _ place: UInt64, _ hash: UInt64, _ slug: Span<UInt8>, _ records: Span<UInt8>
  ) -> PackedLink? {
    guard (place ^ hash) & ~offsets == 0,
      let record = PackedLink(records, at: Int(place & offsets) - 1),
      ByteWords.areEqual(records.extracting(record.slug), slug)
    else { return nil }
    return record
  }

  /// Returns the record of a slug.
  @inline(__always)
  func find(_ slug: Span<UInt8>) -> PackedLink? {
    let hash = ByteWords.hash(slug)
    let places = Span(_unsafeElements: places)
    let records = Span(_unsafeElements: records)
    var place = Int(truncatingIfNeeded: hash) & (places.count &- 1)
    while places[place] != 0 {
      if let record = Self.record(places[place], hash, slug, records) { return record }
      place = (place &+ 1) & (places.count &- 1)
    }
    return nil
  }

  /// Sends the ready redirect of a slug; see `CompiledShortLinks`.
  @inline(__always)
  func sendReady(
    _ slug: Span<UInt8>, for agent: UserAgent, _ send: CompiledShortLinks.ReadySending
  ) -> Bool {
    guard let record = find(slug) else { return false }
    return sendReady(record, Span(_unsafeElements: records), for: agent, send)
  }

  /// Sends the ready redirect of a record, which may be in other memory.
  @inline(__always)
  func sendReady(
    _ record: PackedLink, _ bytes: Span<UInt8>, for agent: UserAgent,
    _ send: CompiledShortLinks.ReadySending
  ) -> Bool {
    guard record.isReady(for: agent) else { return false }
    let rest = Span(_unsafeElements: lines[Int(record.lines.rawValue)])
    send(
      bytes.extracting(record.slug), record.status.httpStatus, bytes.extracting(record.text), rest)
    return true
  }

  /// Returns the link of a record.
  func served(_ record: PackedLink) -> ServedLink {
    ServedLink(
      link(record), site: sites.indices.contains(record.site) ? sites[record.site] : LinkSite(),
      isConfigured: true)
  }

  private func link(_ record: PackedLink) -> ShortLink {
    record.link(Span(_unsafeElements: records), host: host) ?? others[record.position]
  }

  /// Every link, in the order of the configuration.
  var all: [ShortLink] {
    var links: [ShortLink] = []
    links.reserveCapacity(count)
    var starts = places.compactMap { $0 == 0 ? nil : Int($0 & Self.offsets) - 1 }
    starts.sort()
    let records = Span(_unsafeElements: records)
    for start in starts {
      if let record = PackedLink(records, at: start) { links.append(link(record)) }
    }
    return links
  }
}
