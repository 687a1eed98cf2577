import Links
import SiteModel
import WebSyntax

/// The recently used links of one worker, which owns the cache, so it needs no lock.
///
/// A table of buckets with eight entries each: a look-up reads one bucket, and a new entry replaces
/// the least recently used one of its bucket. Entries never move, and the size is fixed.
final class LinkCache {
  private struct Slot {
    var hash: UInt64 = 0
    var used: UInt32 = 0
    var entry: Entry?
  }

  /// The store's answer for a key.
  final class Entry {
    fileprivate let host: [UInt8]
    fileprivate let slug: [UInt8]
    /// Nil when there is no link.
    let link: ServedLink?

    init(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>, link: ServedLink?) {
      self.host = Array(host)
      self.slug = Array(slug)
      self.link = link
    }
  }

  private static let ways = 8
  private var slots: [Slot]
  private let mask: UInt64
  private var clock: UInt32 = 0

  /// - Parameter capacity: rounded up to eight times a power of two.
  init(capacity: Int) {
    var buckets = 1
    while buckets * Self.ways < capacity { buckets *= 2 }
    mask = UInt64(buckets - 1)
    slots = Array(repeating: Slot(), count: buckets * Self.ways)
  }

  func find(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> Entry? {
    let hash = Self.hash(host, slug)
    for index in bucket(hash) where slots[index].hash == hash {
      guard let entry = slots[index].entry, entry.slug[...] == slug, entry.host[...] == host else {
        continue
      }
      clock &+= 1
      slots[index].used = clock
      return entry
    }
    return nil
  }

  func insert(_ entry: Entry) {
    let hash = Self.hash(entry.host[...], entry.slug[...])
    var victim = bucket(hash).lowerBound
    for index in bucket(hash) {
      if slots[index].entry == nil {
        victim = index
        break
      }
      // Ages instead of times, so that the clock may wrap around.
      if clock &- slots[index].used > clock &- slots[victim].used { victim = index }
    }
    clock &+= 1
    slots[victim] = Slot(hash: hash, used: clock, entry: entry)
  }

  func remove(_ key: LinkKey) {
    let host = Array(key.host.utf8)[...]
    let slug = Array(key.slug.utf8)[...]
    let hash = Self.hash(host, slug)
    for index in bucket(hash) where slots[index].hash == hash {
      if let entry = slots[index].entry, entry.slug[...] == slug, entry.host[...] == host {
        slots[index] = Slot()
      }
    }
  }

  func removeAll() {
    for index in slots.indices { slots[index] = Slot() }
  }

  private func bucket(_ hash: UInt64) -> Range<Int> {
    let start = Int(truncatingIfNeeded: hash & mask) * Self.ways
    return start..<(start + Self.ways)
  }

  /// Slugs that collide evict each other from a bucket, which costs a look-up in the store.
  private static func hash(_ host: ArraySlice<UInt8>, _ slug: ArraySlice<UInt8>) -> UInt64 {
    var hash = FNV1a()
    hash.add(slug)
    hash.add(host)
    return hash.hash ^ hash.hash &>> 32
  }
}
