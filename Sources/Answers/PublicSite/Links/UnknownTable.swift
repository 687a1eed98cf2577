import LinkStorage
import WebSyntax

/// The addresses that lead nowhere for which one worker was asked, with their counts, in memory of a
/// fixed size: noting one takes a hash and a comparison, and allocates nothing.
///
/// Buckets of eight slots hold hash and text. What has gone to the store makes room; while a bucket is full
/// of what has not, further addresses of it are left out, which frequent ones hardly ever are.
struct UnknownTable {
  private struct Slot {
    var hash: UInt64 = 0
    var count = 0
    var hostBytes = 0
    var pathBytes = 0
  }

  private static let ways = 8
  private static let slotCount = 512
  /// The bytes of a path beyond which it is cut.
  static let pathBytes = 200
  /// The bytes of a slot, for the longest host and a part of its path.
  private static let room = 320

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var texts = [UInt8](repeating: 0, count: slotCount * room)
  private(set) var isEmpty = true

  mutating func note(host: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    guard host.count < Self.room else { return }
    let path = path.prefix(min(Self.pathBytes, Self.room - host.count))
    let hash =
      ByteWords.hash(path.span) &* 0x9E37_79B9_7F4A_7C15 ^ ByteWords.hash(host.span)
    let bucket = Int(truncatingIfNeeded: hash >> 16) & (Self.slotCount - 1) & ~(Self.ways - 1)
    var free: Int?
    for index in bucket..<bucket + Self.ways {
      if slots[index].hash == hash, holds(index, host, path) {
        slots[index].count &+= 1
        isEmpty = false
        return
      }
      if free == nil, slots[index].count == 0 { free = index }
    }
    if let free { fill(free, hash, host, path) }
  }

  private func holds(
    _ index: Int, _ host: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>
  ) -> Bool {
    let slot = slots[index]
    guard slot.hostBytes == host.count, slot.pathBytes == path.count else { return false }
    let start = index * Self.room
    let text = texts.span.extracting(start..<start + host.count + path.count)
    return ByteWords.areEqual(text.extracting(first: host.count), host.span)
      && ByteWords.areEqual(text.extracting(droppingFirst: host.count), path.span)
  }

  private mutating func fill(
    _ index: Int, _ hash: UInt64, _ host: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>
  ) {
    slots[index] = Slot(hash: hash, count: 1, hostBytes: host.count, pathBytes: path.count)
    isEmpty = false
    var position = index * Self.room
    for part in [host, path] {
      for byte in part {
        texts[position] = byte
        position += 1
      }
    }
  }

  /// The addresses since the last call. Their texts stay, so that those noted again allocate nothing.
  mutating func take() -> [UnknownAddress] {
    defer { isEmpty = true }
    return slots.indices.compactMap { index in
      let slot = slots[index]
      guard slot.count > 0 else { return nil }
      slots[index].count = 0
      let path = index * Self.room + slot.hostBytes
      return UnknownAddress(
        host: Self.text(texts[index * Self.room..<path]),
        path: Self.text(texts[path..<path + slot.pathBytes]), count: slot.count)
    }
  }

  /// The text without what no address holds, such as bytes that no database takes.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 > 0x20 && $0 != 0x7F ? $0 : UInt8(ascii: "?") }, as: UTF8.self)
  }
}
