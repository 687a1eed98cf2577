import LinkStorage
import WebSyntax

/// The addresses that lead nowhere for which one worker was asked, with their counts, in memory of a
/// bounded size: noting one again takes a hash and a comparison, and allocates nothing.
///
/// What has gone to the store makes room; while a bucket of eight slots is full of what has not, further
/// addresses of it are left out, which frequent ones hardly ever are.
struct UnknownTable {
  private struct Slot {
    var hash: UInt64 = 0
    var count = 0
    var host: [UInt8] = []
    var path: [UInt8] = []

    func holds(_ host: Span<UInt8>, _ path: Span<UInt8>) -> Bool {
      ByteWords.areEqual(self.path.span, path) && ByteWords.areEqual(self.host.span, host)
    }
  }

  private static let ways = 8
  private static let slotCount = 512
  /// The bytes of a path beyond which it is cut.
  static let pathBytes = 200

  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private(set) var isEmpty = true

  mutating func note(host: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    let path = path.prefix(Self.pathBytes)
    let hash = ByteWords.mix(ByteWords.hash(path.span), ByteWords.hash(host.span))
    let bucket = Int(truncatingIfNeeded: hash) & (Self.slotCount - 1) & ~(Self.ways - 1)
    var free: Int?
    for index in bucket..<bucket + Self.ways {
      if slots[index].hash == hash, slots[index].holds(host.span, path.span) {
        slots[index].count &+= 1
        isEmpty = false
        return
      }
      if free == nil, slots[index].count == 0 { free = index }
    }
    guard let free else { return }
    slots[free] = Slot(hash: hash, count: 1, host: Array(host), path: Array(path))
    isEmpty = false
  }

  /// The addresses since the last call. Their texts stay, so that those noted again allocate nothing.
  mutating func take() -> [UnknownAddress] {
    defer { isEmpty = true }
    return slots.indices.compactMap { index in
      let slot = slots[index]
      guard slot.count > 0 else { return nil }
      slots[index].count = 0
      return UnknownAddress(
        host: Self.text(slot.host), path: Self.text(slot.path), count: slot.count)
    }
  }

  /// The text without what no database takes, and what acts on the terminals and pages that show it.
  private static func text(_ bytes: [UInt8]) -> String {
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
      .map { $0.isHidden ? "?" : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}
