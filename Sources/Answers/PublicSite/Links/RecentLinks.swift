import Links
import Service
import SiteModel
import Synchronization
import WebSyntax

/// The recently visited links of the store, for all workers of a configuration, in memory of a fixed
/// size.
///
/// Records follow one another in a ring; a table of buckets, one cache line each, has their
/// positions. A look-up takes no lock: it copies the record and then checks that no writer has
/// reached it in the meantime. A link that was overwritten, or whose slot in the table was reused,
/// is read from the store again.
package final class RecentLinks: Sendable {
  private let ring: SharedWords
  private let buckets: SharedWords
  /// The position after the last record, or after the one being written. Positions count words and
  /// never wrap.
  private let end = Atomic<UInt64>(0)
  /// The position before which records are no longer valid.
  private let beginning = Atomic<UInt64>(0)
  /// The position in the list of changes up to which records are current.
  private let seenChanges = Atomic<Int>(0)
  private let writing = Mutex(())

  private static let ways = 8
  /// The words before a record: the hash of host and slug, and the number of the host.
  private static let headWords = 2
  private static let positionBits: UInt64 = 48
  private static let positions: UInt64 = 1 << positionBits - 1

  /// - Parameter bytes: the size of the ring, rounded down to a power of two. The system provides
  ///   the memory as it is used; the table takes a quarter more.
  package init(bytes: Int) {
    var words = 1024
    while words * 2 * MemoryLayout<UInt64>.size <= bytes { words *= 2 }
    ring = SharedWords(count: words)
    buckets = SharedWords(count: words / 4)
  }

  // MARK: - Look-ups

  /// Copies the record of a link, if present.
  ///
  /// - Parameters:
  ///   - host: the number of its host.
  ///   - slug: its slug.
  ///   - copy: receives the record.
  /// - Returns: whether the record was found.
  func find(host: Int, slug: Span<UInt8>, into copy: RecordCopy) -> Bool {
    guard ring.count > 0 else { return false }
    let hash = Self.hash(host, slug)
    let bucket = bucket(of: hash)
    for way in bucket..<bucket + Self.ways {
      let slot = buckets.acquire(way)
      if slot != 0, (slot ^ hash) & ~Self.positions == 0,
        read(slot & Self.positions &- 1, hash, host, slug, into: copy)
      {
        return true
      }
    }
    return false
  }

  private static func hash(_ host: Int, _ slug: Span<UInt8>) -> UInt64 {
    let seed = UInt64(truncatingIfNeeded: host) &* 0x9E37_79B9_7F4A_7C15
    return ByteWords.hash(slug) ^ seed
  }

  private func bucket(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash) & (buckets.count - 1) & ~(Self.ways - 1)
  }

  /// Whether a record at a position has not been overwritten.
  private func isThere(_ position: UInt64) -> Bool {
    let end = end.load(ordering: .relaxed)
    return position >= beginning.load(ordering: .relaxed) && position < end
      && end - position <= UInt64(ring.count)
  }

  private func read(
    _ position: UInt64, _ hash: UInt64, _ host: Int, _ slug: Span<UInt8>, into copy: RecordCopy
  ) -> Bool {
    guard isThere(position) else { return false }
    let start = Int(truncatingIfNeeded: position) & (ring.count - 1)
    guard ring[start] == hash, start + Self.headWords < ring.count else { return false }
    let first = start + Self.headWords
    let words = PackedLink.words(header: ring[first])
    guard words <= RecordCopy.words, first + words <= ring.count else { return false }
    let isOfHost = ring[start + 1] == UInt64(host)
    for word in 0..<words { copy[word] = ring[first + word] }
    // A reader that sees a word of a later record also sees the end position stored before it.
    atomicMemoryFence(ordering: .acquiring)
    guard isOfHost, isThere(position) else { return false }
    copy.position = position
    return copy.holds(slug)
  }

  // MARK: - Writing

  /// Applies the changes in the store since the last call by any worker; afterwards, look-ups find
  /// no record older than the changes.
  ///
  /// - Parameters:
  ///   - changes: the changes of the store.
  ///   - host: the number of a host; nil for one without a site.
  func takeIn(_ changes: LinkChanges, host: (String) -> Int?) {
    guard changes.position != seenChanges.load(ordering: .acquiring) else { return }
    writing.withLock { _ in
      let (keys, position) = changes.since(seenChanges.load(ordering: .relaxed))
      if let keys {
        for key in keys {
          if let host = host(key.host) { remove(host, Array(key.slug.utf8).span) }
        }
      } else {
        beginning.store(end.load(ordering: .relaxed), ordering: .relaxed)
      }
      seenChanges.store(position, ordering: .releasing)
    }
  }

  private func remove(_ host: Int, _ slug: Span<UInt8>) {
    guard ring.count > 0 else { return }
    let hash = Self.hash(host, slug)
    let bucket = bucket(of: hash)
    for way in bucket..<bucket + Self.ways where (buckets[way] ^ hash) & ~Self.positions == 0 {
      // This may hit another link with the same hash bits, which is then read again.
      buckets.release(0, at: way)
    }
  }

  /// Stores a link of a site if a record can hold it and the store has not changed since it was
  /// read.
  ///
  /// - Parameters:
  ///   - link: the link.
  ///   - snapshot: the sites, which have the number of its host.
  ///   - changes: the changes of the store.
  ///   - position: the position in the changes before the link was read.
  func remember(
    _ link: ShortLink, in snapshot: ServiceSnapshot, unless changes: LinkChanges,
    passed position: Int
  ) {
    guard let host = snapshot.hostNumber(link.host), let site = snapshot.site(host: link.host),
      let record = snapshot.record(of: link, site: site)
    else { return }
    insert(
      record, slug: Array(link.slug.utf8).span, host: host, unless: changes, passed: position)
  }

  /// The fraction of the ring that has been written, from 0 to 1.
  var fill: Double {
    guard ring.count > 0 else { return 1 }
    let used = end.load(ordering: .relaxed) &- beginning.load(ordering: .relaxed)
    return min(Double(used) / Double(ring.count), 1)
  }

  /// Stores a link, unless the store has changed since it was read.
  ///
  /// - Parameters:
  ///   - record: its record.
  ///   - slug: its slug.
  ///   - host: the number of its host.
  ///   - changes: the changes of the store.
  ///   - position: the position in the changes before the link was read.
  func insert(
    _ record: [UInt8], slug: Span<UInt8>, host: Int, unless changes: LinkChanges,
    passed position: Int
  ) {
    guard record.count <= RecordCopy.words * MemoryLayout<UInt64>.size, ring.count > 0 else {
      return
    }
    let hash = Self.hash(host, slug)
    writing.withLock { _ in
      guard changes.position == position else { return }
      append(record.span, hash, host)
    }
  }

  /// Appends a link again that would soon be overwritten, unless another thread is writing.
  func renew(
    _ copy: RecordCopy, slug: Span<UInt8>, host: Int, unless changes: LinkChanges,
    passed position: Int
  ) {
    let age = end.load(ordering: .relaxed) &- copy.position
    guard age > UInt64(ring.count / 4 * 3) else { return }
    let hash = Self.hash(host, slug)
    _ = writing.withLockIfAvailable { _ in
      guard changes.position == position else { return }
      copy.withRecord { append($0, hash, host) }
    }
  }

  private func append(_ record: Span<UInt8>, _ hash: UInt64, _ host: Int) {
    let words = (record.count + 7) / 8
    var position = end.load(ordering: .relaxed)
    let offset = Int(truncatingIfNeeded: position) & (ring.count - 1)
    if offset + Self.headWords + words > ring.count { position += UInt64(ring.count - offset) }
    // After two petabytes, the positions of the table are used up, and nothing more is stored.
    guard position < Self.positions - UInt64(ring.count) else { return }
    let start = Int(truncatingIfNeeded: position) & (ring.count - 1)
    end.store(position + UInt64(Self.headWords + words), ordering: .relaxed)
    atomicMemoryFence(ordering: .releasing)
    ring.store(hash, at: start)
    ring.store(UInt64(host), at: start + 1)
    record.withUnsafeBytes { bytes in
      for word in 0..<words {
        let rest = bytes[(word * 8)..<min(word * 8 + 8, bytes.count)]
        var value: UInt64 = 0
        for byte in rest.reversed() { value = value << 8 | UInt64(byte) }
        ring.store(value, at: start + Self.headWords + word)
      }
    }
    buckets.release(hash & ~Self.positions | position + 1, at: vacancy(hash))
  }

  /// A free slot in the bucket of a hash, or else that of its oldest record.
  private func vacancy(_ hash: UInt64) -> Int {
    let bucket = bucket(of: hash)
    var oldest = bucket
    for way in bucket..<bucket + Self.ways {
      let slot = buckets[way]
      if slot == 0 || (slot ^ hash) & ~Self.positions == 0 { return way }
      if !isThere(slot & Self.positions &- 1) { return way }
      if slot & Self.positions < buckets[oldest] & Self.positions { oldest = way }
    }
    return oldest
  }
}

/// A record that a worker has copied from `RecentLinks`.
final class RecordCopy {
  static let words = 256

  private let memory: UnsafeMutablePointer<UInt64>
  fileprivate(set) var position: UInt64 = 0

  init() {
    memory = .allocate(capacity: Self.words)
    memory.initialize(repeating: 0, count: Self.words)
  }

  deinit {
    memory.deallocate()
  }

  fileprivate subscript(_ word: Int) -> UInt64 {
    get { UInt64(littleEndian: memory[word]) }
    set { memory[word] = newValue.littleEndian }
  }

  fileprivate func holds(_ slug: Span<UInt8>) -> Bool {
    withBytes { bytes in
      guard let link = PackedLink(bytes, at: 0) else { return false }
      return ByteWords.areEqual(bytes.extracting(link.slug), slug)
    }
  }

  /// Calls `body` with memory that begins with the record.
  @inline(__always)
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let raw = UnsafeRawBufferPointer(start: memory, count: Self.words * 8)
    return body(Span(_unsafeElements: raw.assumingMemoryBound(to: UInt8.self)))
  }

  fileprivate func withRecord(_ body: (Span<UInt8>) -> Void) {
    withBytes { body($0.extracting(first: PackedLink.words(header: self[0]) * 8)) }
  }
}
