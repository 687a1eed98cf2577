import HTTPCore
import Links
import WebSyntax

/// The configured links of a site as records in one block of memory, found by slug.
///
/// A look-up reads two memory locations: the hash slot and the record.
final class PackedLinks: Sendable {
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
  ///   - links: the links; they stay where they are unless another definition has them too.
  ///   - isIndexed: whether search engines may list them.
  ///   - site: returns the data of a site that decisions about a link need.
  ///   - isFound: returns whether a visit to the path of a slug reaches its link.
  init(
    _ links: consuming ConfiguredLinks, isIndexed: Bool = true, site: (ShortLink) -> LinkSite,
    isFound: (_ slug: String) -> Bool
  ) {
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
      return (number, isFound(link.slug) ? ReadyRedirect(link, site: linkSite) : nil)
    }
    links.seal()
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

  /// The host that all of the links share.
  var host: String { links.host }

  var count: Int { links.count }

  /// Returns the record of a slug.
  @inline(__always)
  func find(_ slug: Span<UInt8>) -> PackedLink? {
    find(slug, ByteWords.hash(slug))
  }

  @inline(__always)
  private func find(_ slug: Span<UInt8>, _ hash: UInt64) -> PackedLink? {
    LinkMemory.find(slug, hash, slots, records)
  }

  /// Has the processor fetch the slot of a slug; see `CompiledShortLinks`.
  @inline(__always)
  func approachSlot(_ hash: UInt64) { LinkMemory.approachSlot(hash, slots) }

  /// Has the processor fetch the record of a slug; see `CompiledShortLinks`.
  @inline(__always)
  func approachRecord(_ hash: UInt64) { LinkMemory.approachRecord(hash, slots, records) }

  /// Sends the ready redirect of a slug; see `CompiledShortLinks`.
  @inline(__always)
  func sendReady(
    _ slug: Span<UInt8>, _ hash: UInt64, for agent: UserAgent,
    _ send: CompiledShortLinks.ReadySending
  ) -> Bool {
    guard let record = find(slug, hash) else { return false }
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

  func served(_ record: PackedLink) -> ServedLink {
    ServedLink(
      links.link(of: record),
      site: sites.indices.contains(record.site) ? sites[record.site] : LinkSite(),
      isConfigured: true)
  }

  /// Every link, in the order of the configuration.
  var all: [ShortLink] { Array(links) }
}
