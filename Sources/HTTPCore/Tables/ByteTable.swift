/// A hash table from byte strings to values that never changes once it is built.
///
/// The keys lie one behind the other in a single array, so a look-up hashes the bytes where they
/// are and allocates nothing.
package struct ByteTable<Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    var hash: UInt64
    var key: Range<Int>
    var value: Value
  }

  private let keys: [UInt8]
  private let entries: [Slot]
  /// Positions in `entries` plus one; zero is an empty place. Its size is a power of two.
  private let places: [UInt32]

  /// Of entries with the same key the first counts.
  package init(_ pairs: some Sequence<(key: [UInt8], value: Value)>) {
    var keys: [UInt8] = []
    var entries: [Slot] = []
    for (key, value) in pairs {
      let start = keys.count
      keys += key
      entries.append(
        Slot(hash: Self.hash(key[...]), key: start..<keys.count, value: value))
    }
    var size = 8
    while size < entries.count * 2 { size *= 2 }
    var places = [UInt32](repeating: 0, count: size)
    for (index, entry) in entries.enumerated() {
      var place = Int(truncatingIfNeeded: entry.hash) & (size - 1)
      while places[place] != 0 {
        let other = entries[Int(places[place]) - 1]
        if other.hash == entry.hash, keys[other.key] == keys[entry.key] { break }
        place = (place + 1) & (size - 1)
      }
      if places[place] == 0 { places[place] = UInt32(index + 1) }
    }
    self.keys = keys
    self.entries = entries
    self.places = places
  }

  /// The value of a key; nil when the table does not have it.
  package subscript(_ key: ArraySlice<UInt8>) -> Value? {
    let hash = Self.hash(key)
    var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
    while places[place] != 0 {
      let entry = entries[Int(places[place]) - 1]
      if entry.hash == hash, keys[entry.key] == key { return entry.value }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  /// FNV-1a; the keys come from the operator, so nobody gains by choosing them to collide.
  private static func hash(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash ^ hash &>> 32
  }
}
