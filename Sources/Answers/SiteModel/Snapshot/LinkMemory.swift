import Glibc
import Links
import WebSyntax

/// Records of links one after the other, and the table that finds them by slug.
///
/// The memory is allocated by hand rather than in arrays, whose reference counts would change on
/// every visit of every worker. It is written only while nothing else refers to it and before it is
/// sealed, which each write checks; a look-up has nothing to check.
final class LinkMemory: Sendable {
  /// The records, followed by free memory. From malloc, as the system moves a large block to where
  /// there is room without a second copy of it.
  nonisolated(unsafe) private var block: UnsafeMutableRawBufferPointer
  nonisolated(unsafe) private var used = 0
  /// The hash slots: the start of a record plus one in the low bits, and the high bits of its
  /// slug's hash; zero is an empty slot. The size is a power of two.
  nonisolated(unsafe) private var slots: UnsafeMutableBufferPointer<UInt64>
  /// Whether a reader keeps addresses of this memory.
  nonisolated(unsafe) private var isSealed = false

  private static let offsetBits: UInt64 = 40
  private static let offsets: UInt64 = 1 << offsetBits - 1

  init() {
    block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    slots = .allocate(capacity: 8)
    slots.initialize(repeating: 0)
  }

  /// Creates a copy, for another definition with the same links.
  init(_ other: LinkMemory) {
    block = UnsafeMutableRawBufferPointer(start: nil, count: 0)
    slots = .allocate(capacity: other.slots.count)
    _ = slots.initialize(from: other.slots)
    reserve(other.used)
    block.copyMemory(from: UnsafeRawBufferPointer(other.records))
    used = other.used
  }

  deinit {
    free(block.baseAddress)
    slots.deallocate()
  }

  var records: UnsafeBufferPointer<UInt8> {
    let bytes = UnsafeRawBufferPointer(rebasing: block[..<used])
    return bytes.bindMemory(to: UInt8.self)
  }

  /// The hash slots, for reading.
  var readableSlots: UnsafeBufferPointer<UInt64> { UnsafeBufferPointer(slots) }

  /// Has the processor fetch the first slot of a hash.
  @inline(__always)
  static func approachSlot(_ hash: UInt64, _ slots: UnsafeBufferPointer<UInt64>) {
    guard let start = slots.baseAddress else { return }
    MemoryHint.willRead(start + (Int(truncatingIfNeeded: hash) & (slots.count &- 1)))
  }

  /// Has the processor fetch the record in the first slot of a hash.
  @inline(__always)
  static func approachRecord(
    _ hash: UInt64, _ slots: UnsafeBufferPointer<UInt64>, _ records: UnsafeBufferPointer<UInt8>
  ) {
    guard let start = records.baseAddress else { return }
    let slot = Span(_unsafeElements: slots)[Int(truncatingIfNeeded: hash) & (slots.count &- 1)]
    // An empty slot leads to the start of the records, which nothing reads then.
    MemoryHint.willRead(start + max(0, Int(slot & offsets) - 1))
  }

  /// Returns the record of a slug with the given hash (`ByteWords.hash`).
  @inline(__always)
  static func find(
    _ slug: Span<UInt8>, _ hash: UInt64, _ slots: UnsafeBufferPointer<UInt64>,
    _ records: UnsafeBufferPointer<UInt8>
  ) -> PackedLink? {
    let slots = Span(_unsafeElements: slots)
    let records = Span(_unsafeElements: records)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count &- 1)
    while slots[slot] != 0 {
      if let record = record(slots[slot], hash, slug, records) { return record }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return nil
  }

  /// Returns the record of a slot if its slug is the given one. A slot with a different hash is not
  /// read.
  @inline(__always)
  private static func record(
    _ slot: UInt64, _ hash: UInt64, _ slug: Span<UInt8>, _ records: Span<UInt8>
  ) -> PackedLink? {
    guard (slot ^ hash) & ~offsets == 0,
      let record = PackedLink(records, at: Int(slot & offsets) - 1),
      ByteWords.areEqual(records.extracting(record.slug), slug)
    else { return nil }
    return record
  }

  // MARK: - Writing

  /// Ends writing, so that readers may keep addresses of this memory as long as they keep the object.
  static func seal(_ memory: inout LinkMemory) {
    check(&memory)
    memory.isSealed = true
  }

  /// Appends a record and finds it from now on under its slug, instead of an earlier record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - count: the number of slugs so far.
  ///   - memory: the memory, which nothing else refers to.
  static func append(_ record: [UInt8], count: Int, to memory: inout LinkMemory) {
    check(&memory)
    memory.append(record, count: count)
  }

  /// Replaces a record by one of the same size.
  ///
  /// - Parameters:
  ///   - record: the new record.
  ///   - start: the start of the old record.
  ///   - memory: the memory, which nothing else refers to.
  static func write(_ record: [UInt8], at start: Int, to memory: inout LinkMemory) {
    check(&memory)
    memory.write(record, at: start)
  }

  private static func check(_ memory: inout LinkMemory) {
    // Before anything else, since a call of one of its methods may refer to the memory meanwhile.
    let isOnly = isKnownUniquelyReferenced(&memory)
    precondition(isOnly, "records are written while another value shares them")
    precondition(
      !memory.isSealed, "records are written after a reader has kept their addresses")
  }

  private func append(_ record: [UInt8], count: Int) {
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

  private func write(_ record: [UInt8], at start: Int) {
    block[start..<start + record.count].copyBytes(from: record)
  }

  private func reserve(_ count: Int) {
    guard used + count > block.count else { return }
    let size = max(used + count, block.count * 2)
    guard let wider = realloc(block.baseAddress, size) else {
      preconditionFailure("no memory for \(size) bytes of links")
    }
    block = UnsafeMutableRawBufferPointer(start: wider, count: size)
  }

  private func widen() {
    let before = slots
    slots = .allocate(capacity: before.count * 2)
    slots.initialize(repeating: 0)
    let records = Span(_unsafeElements: records)
    for entry in before where entry != 0 {
      let start = Int(entry & Self.offsets) - 1
      guard let packed = PackedLink(records, at: start) else { continue }
      let slug = records.extracting(packed.slug)
      slots[slot(for: slug, ByteWords.hash(slug))] = entry
    }
    before.deallocate()
  }

  /// Returns the slot of a slug, or the empty one where it belongs.
  private func slot(for slug: Span<UInt8>, _ hash: UInt64) -> Int {
    let records = Span(_unsafeElements: records)
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0, Self.record(slots[slot], hash, slug, records) == nil {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }
}
