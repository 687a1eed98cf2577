/// A hash table from byte strings to values that never changes once it is built.
///
/// The keys lie one behind the other in a single array, so a look-up hashes the bytes where they
/// are and allocates nothing; values are apart from the keys, so that a look-up copies one at most.
package struct ByteTable<Value: Sendable>: Sendable {
  @usableFromInline let index: ByteIndex
  /// In the order in which they were given.
  package let values: [Value]

  /// Of entries with the same key the first counts.
  package init(_ pairs: [(key: some Collection<UInt8>, value: Value)]) {
    index = ByteIndex(pairs.lazy.map(\.key))
    values = pairs.map(\.value)
  }

  /// The value of a key; nil when the table does not have it.
  ///
  /// Inlinable, because a generic function called from another module copies values through their
  /// type's descriptions.
  @inlinable
  package subscript(_ key: ArraySlice<UInt8>) -> Value? {
    guard let position = index.position(of: key) else { return nil }
    return values[position]
  }
}

/// From byte strings to their positions in a list.
///
/// A look-up among a hundred thousand keys waits for memory more than it computes. So a place holds
/// part of the hash, which spares the look at other keys, and a key lies beside its position.
@usableFromInline
struct ByteIndex: Sendable {
  /// For each key its header, and then its bytes.
  private let records: [UInt8]
  /// Where a record begins, plus one, and above it the mark of its hash; zero is an empty place.
  /// The size is a power of two.
  private let places: [UInt64]
  /// A bit for the length of each key, modulo 64: most of what a small table does not have is told
  /// from it without a hash.
  private let lengths: UInt64

  /// What precedes a key: its length in the upper half, its position in the lower.
  private typealias Header = UInt64
  private static let headerBytes = MemoryLayout<Header>.size
  private static let offsetBits: UInt64 = 40
  private static let offsets: UInt64 = 1 << offsetBits - 1

  init(_ list: some Collection<some Collection<UInt8>>) {
    var records: [UInt8] = []
    var starts: [Int] = []
    records.reserveCapacity(list.reduce(0) { $0 + $1.count + Self.headerBytes })
    starts.reserveCapacity(list.count)
    for (number, key) in list.enumerated() {
      starts.append(records.count)
      let header = Header(key.count) << 32 | Header(number)
      withUnsafeBytes(of: header) { records += $0 }
      records += key
    }
    var size = 8
    while size < starts.count * 2 { size *= 2 }
    var places = [UInt64](repeating: 0, count: size)
    for start in starts {
      let key = records.span.extracting(Self.record(at: start, records.span).key)
      let hash = ByteWords.hash(key)
      var place = Int(truncatingIfNeeded: hash) & (size - 1)
      while places[place] != 0 {
        let other = Self.record(at: Int(places[place] & Self.offsets) - 1, records.span)
        if ByteWords.areEqual(records.span.extracting(other.key), key) { break }
        place = (place + 1) & (size - 1)
      }
      if places[place] == 0 { places[place] = hash & ~Self.offsets | UInt64(start + 1) }
    }
    self.records = records
    self.places = places
    lengths = list.reduce(0) { $0 | Self.mark(ofLength: $1.count) }
  }

  @usableFromInline
  func position(of key: ArraySlice<UInt8>) -> Int? {
    let bytes = key.span
    guard lengths & Self.mark(ofLength: bytes.count) != 0 else { return nil }
    let hash = ByteWords.hash(bytes)
    let places = places.span
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      // A key whose hash differs in its mark need not be looked at.
      if (places[place] ^ hash) & ~Self.offsets == 0 {
        let found = Self.record(at: Int(places[place] & Self.offsets) - 1, records.span)
        if ByteWords.areEqual(records.span.extracting(found.key), bytes) { return found.number }
      }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// What the record that begins there is about, and where its key lies.
  private static func record(
    at start: Int, _ records: Span<UInt8>
  ) -> (number: Int, key: Range<Int>) {
    let bytes = records.extracting(start..<(start + headerBytes))
    let header = bytes.withUnsafeBytes { $0.loadUnaligned(as: Header.self) }
    let first = start + headerBytes
    return (Int(header & 0xFFFF_FFFF), first..<(first + Int(header >> 32)))
  }

  private static func mark(ofLength length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: length)
  }
}
