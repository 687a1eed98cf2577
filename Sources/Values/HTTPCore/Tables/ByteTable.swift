import WebSyntax

/// An immutable hash table from byte strings to values.
///
/// The keys are stored consecutively in a single array, so a look-up hashes the bytes in place and
/// does not allocate; values are separate from the keys, so a look-up copies at most one.
@usableFromInline package struct ByteTable<Value: Sendable>: Sendable {
  @usableFromInline let index: ByteIndex
  /// The values, in the given order.
  @usableFromInline package let values: [Value]

  /// Creates a table; of several entries with the same key, the first applies.
  package init(_ pairs: [(key: some Collection<UInt8>, value: Value)]) {
    index = ByteIndex(pairs.lazy.map(\.key))
    values = pairs.map(\.value)
  }

  /// The value of a key; nil when it is absent.
  ///
  /// Inlinable, because a generic function called from another module copies values through type
  /// metadata.
  @inlinable
  package subscript(_ key: ArraySlice<UInt8>) -> Value? { self[key.span] }

  /// The value of a key; nil when it is absent.
  @inlinable
  package subscript(_ key: Span<UInt8>) -> Value? {
    guard let position = index.position(of: key) else { return nil }
    return values[position]
  }
}

/// A map from byte strings to their positions in a list.
///
/// A look-up among a hundred thousand keys spends more time waiting for memory than computing. Each
/// slot therefore stores part of the hash, which avoids reading other keys, and each key is stored
/// next to its position.
@usableFromInline
struct ByteIndex: Sendable {
  /// A header and the bytes of each key.
  private let records: [UInt8]
  /// The start of a record plus one in the low bits and the mark of its hash in the high bits; zero
  /// is an empty slot. The size is a power of two.
  private let slots: [UInt64]
  /// One bit for the length of each key, modulo 64: for small tables this rules out most absent
  /// keys without a hash.
  private let lengths: UInt64

  /// The header of a key: its length in the upper half, its position in the lower.
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
    var slots = [UInt64](repeating: 0, count: size)
    for start in starts {
      let key = records.span.extracting(Self.record(at: start, records.span).key)
      let hash = ByteWords.hash(key)
      var slot = Int(truncatingIfNeeded: hash) & (size - 1)
      while slots[slot] != 0 {
        let other = Self.record(at: Int(slots[slot] & Self.offsets) - 1, records.span)
        if ByteWords.areEqual(records.span.extracting(other.key), key) { break }
        slot = (slot + 1) & (size - 1)
      }
      if slots[slot] == 0 { slots[slot] = hash & ~Self.offsets | UInt64(start + 1) }
    }
    self.records = records
    self.slots = slots
    lengths = list.reduce(0) { $0 | Self.mark(ofLength: $1.count) }
  }

  @usableFromInline
  func position(of bytes: Span<UInt8>) -> Int? {
    guard lengths & Self.mark(ofLength: bytes.count) != 0 else { return nil }
    let hash = ByteWords.hash(bytes)
    let slots = slots.span
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      // A key with a different mark need not be compared.
      if (slots[slot] ^ hash) & ~Self.offsets == 0 {
        let found = Self.record(at: Int(slots[slot] & Self.offsets) - 1, records.span)
        if ByteWords.areEqual(records.span.extracting(found.key), bytes) { return found.number }
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// The position and the key's range of the record that begins at an offset.
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
