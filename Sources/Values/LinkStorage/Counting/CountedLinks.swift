package import Links

/// The keys of counted links in three pieces of memory, instead of a text for each: a worker's sums name
/// their links by bytes, and most links of a batch are recognized by their hashes alone.
package struct CountedLinks: RandomAccessCollection, Equatable, Sendable {
  /// A link by the index of its host and the range of its slug.
  struct Entry: Sendable {
    let host: Int32
    let start: UInt32
    let count: UInt32
  }

  /// The hosts, which may repeat.
  private var hosts: [String]
  /// The slugs one after the other.
  private var names: [UInt8]
  private var entries: [Entry]

  /// - Parameters:
  ///   - names: the slugs one after the other.
  ///   - entries: the links, with indexes into both.
  init(hosts: [String] = [], names: [UInt8] = [], entries: [Entry] = []) {
    self.hosts = hosts
    self.names = names
    self.entries = entries
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(position: Int) -> LinkKey {
    let entry = entries[position]
    return LinkKey(
      host: hosts[Int(entry.host)], slug: String(decoding: names[bytes(of: entry)], as: UTF8.self))
  }

  private func bytes(of entry: Entry) -> Range<Int> {
    Int(entry.start)..<Int(entry.start) + Int(entry.count)
  }

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
  }

  mutating func append(_ link: LinkKey) {
    if hosts.last != link.host { hosts.append(link.host) }
    entries.append(
      Entry(
        host: Int32(clamping: hosts.count - 1), start: UInt32(clamping: names.count),
        count: UInt32(clamping: link.slug.utf8.count)))
    names.append(contentsOf: link.slug.utf8)
  }

  /// 64 bits of a hash of each link, in order. The hash is keyed: nobody outside of the process can
  /// choose links that share one.
  package var hashes: [UInt64] {
    let hosts = hosts.map { host in
      var hasher = Hasher()
      hasher.combine(host)
      return hasher
    }
    return names.withUnsafeBytes { names in
      entries.map { entry in
        var hasher = hosts[Int(entry.host)]
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: names[bytes(of: entry)]))
        return UInt64(bitPattern: Int64(hasher.finalize()))
      }
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}
