package import Links
import WebSyntax

/// The links of a site in the order of the configuration, packed as they are read: a hundred thousand
/// of them as values would take more memory than everything else.
///
/// A value: a copy shares the memory until one of both changes.
package struct ConfiguredLinks: Sendable {
  private(set) var memory = LinkMemory()
  /// The links that hold more than fits into a record.
  private(set) var others: [ShortLink] = []
  /// The host that all of the links share.
  private(set) var host = ""
  package private(set) var count = 0
  /// The end of the records that are in the order of the configuration.
  private var end = 0

  package init() {}

  /// Packs links, all on one host. Of several links with the same slug, the first one counts.
  package init(_ links: [ShortLink]) {
    for link in links { append(link) }
  }

  /// Returns whether a link has exactly this slug.
  package func contains(slug: String) -> Bool {
    let slug = Array(slug.utf8)
    let hash = ByteWords.hash(slug.span)
    return LinkMemory.find(slug.span, hash, memory.readableSlots, memory.records) != nil
  }

  /// Appends a link. A link on a slug that is taken or too long is left out.
  ///
  /// - Returns: whether the link is now there.
  @discardableResult
  package mutating func append(_ link: ShortLink) -> Bool {
    guard link.slug.utf8.count <= PackedLink.slugLimit, !contains(slug: link.slug) else {
      return false
    }
    own()
    var record: [UInt8] = []
    PackedLink.append(link, site: 0, ready: nil, to: &record) {
      others.append($0)
      return UInt32(others.count - 1)
    }
    LinkMemory.append(record, count: count, to: &memory)
    if count == 0 { host = link.host }
    count += 1
    end = memory.records.count
    return true
  }

  /// Makes each record the prepared answer of its link.
  ///
  /// - Parameter answer: returns the number of a link's `LinkSite` and its ready redirect.
  mutating func prepare(_ answer: (ShortLink) -> (site: UInt16, ready: ReadyRedirect?)) {
    own()
    var start = 0
    while let packed = record(at: start) {
      let size = packed.size
      let link = link(of: packed)
      let (site, ready) = answer(link)
      var record: [UInt8] = []
      PackedLink.append(link, site: site, ready: ready, to: &record) {
        guard !packed.marks.contains(.isBeside) else { return UInt32(packed.position) }
        others.append($0)
        return UInt32(others.count - 1)
      }
      if record.count == size {
        LinkMemory.write(record, at: start, to: &memory)
      } else {
        // The first record still tells the order; the second one is found.
        LinkMemory.append(record, count: count - 1, to: &memory)
      }
      start += size
    }
  }

  /// Ends changes of this value: a reader keeps addresses of its memory. Copies may still change.
  mutating func seal() {
    own()
    LinkMemory.seal(&memory)
  }

  /// Makes sure that no other value shares the memory.
  private mutating func own() {
    if !isKnownUniquelyReferenced(&memory) { memory = LinkMemory(memory) }
  }

  private func record(at start: Int) -> PackedLink? {
    start < end ? PackedLink(Span(_unsafeElements: memory.records), at: start) : nil
  }

  func link(of record: PackedLink) -> ShortLink {
    record.link(Span(_unsafeElements: memory.records), host: host) ?? others[record.position]
  }
}

extension ConfiguredLinks: Sequence {
  /// Unpacks the links one after the other.
  package struct Iterator: IteratorProtocol {
    private let links: ConfiguredLinks
    private var start = 0

    fileprivate init(_ links: ConfiguredLinks) {
      self.links = links
    }

    package mutating func next() -> ShortLink? {
      guard let record = links.record(at: start) else { return nil }
      start += record.size
      return links.link(of: record)
    }
  }

  package func makeIterator() -> Iterator { Iterator(self) }
}
