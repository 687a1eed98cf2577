import Links
import WebSyntax

/// Records of links one after the other, and the table that finds them by slug.
///
/// The memory is allocated by hand rather than in arrays, whose reference counts would change on
/// every visit of every worker. Only `ConfiguredLinks` writes to it, and only while nothing else
/// refers to it.
final class LinkMemory: Sendable {
  /// The records, followed by free memory.
  nonisolated(unsafe) private var block: UnsafeMutableBufferPointer<UInt8>
  nonisolated(unsafe) private var used = 0
  /// The hash slots: the start of a record plus one in the low bits, and the high bits of its
  /// slug's hash; zero is an empty slot. The size is a power of two.
  nonisolated(unsafe) private var slots: UnsafeMutableBufferPointer<UInt64>

  private static let offsetBits: UInt64 = 40
  private static let offsets: UInt64 = 1 << offsetBits - 1

  init() {
    block = .allocate(capacity: 0)
    slots = .allocate(capacity: 8)
    slots.initialize(repeating: 0)
  }

  /// Creates a copy, for another definition with the same links.
  init(_ other: LinkMemory) {
    used = other.used
    block = .allocate(capacity: used)
    _ = block.initialize(from: other.records)
    slots = .allocate(capacity: other.slots.count)
    _ = slots.initialize(from: other.slots)
  }

  deinit {
    block.deallocate()
    slots.deallocate()
  }

  /// The bytes of all records.
  var records: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: block.baseAddress, count: used)
  }

  var places: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(slots) }

  /// Returns the record of a slug.
  @inline(__always)
  static func find(
    _ slug: Span<UInt8>, _ places: UnsafeBufferPointer<UInt64>,
    _ records: UnsafeBufferPointer<UInt8>
  ) -> PackedLink? {
    let hash = ByteWords.hash(slug)
    let places = Span(_unsafeElements: places)
    let records = Span(_unsafeElements: records)
    var place = Int(truncatingIfNeeded: hash) & (places.count &- 1)
    while places[place] != 0 {
      if let record = record(places[place], hash, slug, records) { return record }
      place = (place &+ 1) & (places.count &- 1)
    }
    return nil
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

  // MARK: - Writing

  /// Appends a record and finds it from now on under its slug, instead of an earlier record.
  ///
  /// - Parameter count: the number of slugs so far.
  func append(_ record: [UInt8], count: Int) {
    if (count + 1) * 2 > slots.count { widen() }
    let start = used
    reserve(record.count)
    write(record, at: start)
    used += record.count
    guard let packed = PackedLink(Span(_unsafeElements: records), at: start) else { return }
    let slug = Span(_unsafeElements: records).extracting(packed.slug)
    let hash = ByteWords.hash(slug)
    slots[slot(for: slug, hash)] = hash & ~Self.offsets | UInt64(start + 1)
  }

  /// Replaces a record by one of the same size.
  func write(_ record: [UInt8], at start: Int) {
    UnsafeMutableRawBufferPointer(block)[start..<start + record.count].copyBytes(from: record)
  }

  private func reserve(_ count: Int) {
    guard used + count > block.count else { return }
    let wider = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: max(used + count, block.count * 2))
    _ = wider.initialize(from: records)
    block.deallocate()
    block = wider
  }

  private func widen() {
    let before = slots
    slots = .allocate(capacity: before.count * 2)
    slots.initialize(repeating: 0)
    let records = Span(_unsafeElements: records)
    for place in before where place != 0 {
      let start = Int(place & Self.offsets) - 1
      guard let packed = PackedLink(records, at: start) else { continue }
      let slug = records.extracting(packed.slug)
      slots[slot(for: slug, ByteWords.hash(slug))] = place
    }
    before.deallocate()
  }

  /// Returns the slot of a slug, or the empty one where it belongs.
  private func slot(for slug: Span<UInt8>, _ hash: UInt64) -> Int {
    let records = Span(_unsafeElements: records)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0, Self.record(slots[place], hash, slug, records) == nil {
      place = (place + 1) & (slots.count - 1)
    }
    return place
  }
}
