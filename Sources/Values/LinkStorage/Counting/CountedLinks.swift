package import Links

/// The keys of counted links in three pieces of memory, instead of a text for each: a worker's sums name
/// their links by bytes, and most links of a batch are recognized by their hashes alone.
package struct CountedLinks: RandomAccessCollection, Equatable, Sendable {
  /// A link by the index of its host and the place of its slug.
  struct Place: Sendable {
    let host: Int32
    let start: UInt32
    let count: UInt32
  }

  /// The hosts, which may repeat.
  private var hosts: [String]
  /// The slugs one after the other.
  private var names: [UInt8]
  private var places: [Place]

  /// - Parameters:
  ///   - hosts: the hosts.
  ///   - names: the slugs one after the other.
  ///   - places: the links, with indexes into both.
  init(hosts: [String] = [], names: [UInt8] = [], places: [Place] = []) {
    self.hosts = hosts
    self.names = names
    self.places = places
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { places.count }

  package subscript(position: Int) -> LinkKey {
    let place = places[position]
    return LinkKey(
      host: hosts[Int(place.host)], slug: String(decoding: names[bytes(of: place)], as: UTF8.self))
  }

  private func bytes(of place: Place) -> Range<Int> {
    Int(place.start)..<Int(place.start) + Int(place.count)
  }

  mutating func reserveCapacity(_ count: Int) {
    places.reserveCapacity(count)
  }

  mutating func append(_ link: LinkKey) {
    if hosts.last != link.host { hosts.append(link.host) }
    places.append(
      Place(
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
      places.map { place in
        var hasher = hosts[Int(place.host)]
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: names[bytes(of: place)]))
        return UInt64(bitPattern: Int64(hasher.finalize()))
      }
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}
