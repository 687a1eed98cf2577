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
@usableFromInline
struct ByteIndex: Sendable {
  private struct Entry: Sendable {
    var hash: UInt64
    var key: Range<Int>
  }

  private let keys: [UInt8]
  private let entries: [Entry]
  /// Positions in `entries` plus one; zero is an empty place. Its size is a power of two.
  private let places: [UInt32]
  /// A bit for the length of each key, modulo 64: most of what a small table does not have is told
  /// from it without a hash.
  private let lengths: UInt64

  init(_ list: some Collection<some Collection<UInt8>>) {
    var keys: [UInt8] = []
    var entries: [Entry] = []
    keys.reserveCapacity(list.reduce(0) { $0 + $1.count })
    entries.reserveCapacity(list.count)
    for key in list {
      let start = keys.count
      keys += key
      let range = start..<keys.count
      entries.append(Entry(hash: ByteWords.hash(keys.span.extracting(range)), key: range))
    }
    var size = 8
    while size < entries.count * 2 { size *= 2 }
    var places = [UInt32](repeating: 0, count: size)
    for (number, entry) in entries.enumerated() {
      var place = Int(truncatingIfNeeded: entry.hash) & (size - 1)
      while places[place] != 0 {
        let other = entries[Int(places[place]) - 1]
        if other.hash == entry.hash, keys[other.key] == keys[entry.key] { break }
        place = (place + 1) & (size - 1)
      }
      if places[place] == 0 { places[place] = UInt32(number + 1) }
    }
    self.keys = keys
    self.entries = entries
    self.places = places
    lengths = list.reduce(0) { $0 | Self.mark(ofLength: $1.count) }
  }

  @usableFromInline
  func position(of key: ArraySlice<UInt8>) -> Int? {
    let bytes = key.span
    guard lengths & Self.mark(ofLength: bytes.count) != 0 else { return nil }
    let hash = ByteWords.hash(bytes)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if entries[number].hash == hash, isKey(entries[number].key, bytes) { return number }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private func isKey(_ range: Range<Int>, _ bytes: Span<UInt8>) -> Bool {
    ByteWords.areEqual(keys.span.extracting(range), bytes)
  }

  private static func mark(ofLength length: Int) -> UInt64 {
    1 &<< UInt64(truncatingIfNeeded: length)
  }
}
