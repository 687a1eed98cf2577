import HTTPCore
import ShortLinks

/// Finds the links of the store for one worker: in its cache, or by one prepared statement.
final class LinkFinder {
  private let directory: LinkDirectory
  private let cache: LinkCache
  /// What is not there, apart from what is: otherwise whoever tries names out would push the
  /// links that are visited out of the cache.
  private let absent: LinkCache
  private var seenChanges: Int

  private static let capacity = 65_536
  private static let absentCapacity = 8192

  init(_ directory: LinkDirectory) {
    self.directory = directory
    cache = LinkCache(capacity: Self.capacity)
    absent = LinkCache(capacity: Self.absentCapacity)
    seenChanges = directory.changes.position
  }

  /// The link at a place.
  ///
  /// - Parameters:
  ///   - host: in lower case.
  ///   - slug: decoded.
  ///   - serve: makes a link ready that was not met before.
  func find(
    host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>, serve: (ShortLink) -> ServedLink
  ) throws(LinkStoreError) -> ServedLink? {
    if directory.changes.position != seenChanges { forgetChanges() }
    if let entry = cache.find(host: host, slug: slug) { return entry.link }
    guard Self.isSlug(slug), absent.find(host: host, slug: slug) == nil else { return nil }
    let key = LinkKey(
      host: String(decoding: host, as: UTF8.self), slug: String(decoding: slug, as: UTF8.self))
    let found = try directory.store.link(at: key).map { serve($0.link) }
    let entry = LinkCache.Entry(host: host, slug: slug, link: found)
    if found == nil { absent.insert(entry) } else { cache.insert(entry) }
    return found
  }

  private func forgetChanges() {
    let (keys, position) = directory.changes.since(seenChanges)
    seenChanges = position
    guard let keys else {
      cache.removeAll()
      absent.removeAll()
      return
    }
    for key in keys {
      cache.remove(key)
      absent.remove(key)
    }
  }

  /// Whether the store can have such a slug at all.
  private static func isSlug(_ slug: ArraySlice<UInt8>) -> Bool {
    (1...255).contains(slug.count)
      && slug.allSatisfy { byte in
        (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
          || "-_.~/".utf8.contains(byte)
      }
  }
}
