import HTTPCore
import LinkStorage
import Links
import Service
import SiteModel

/// Resolves URLs for one worker, with the links in its caches and with one query to the store for
/// all missing keys.
final class LinkFinder: KnownLinks {
  private let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let cache: LinkCache
  /// Absent keys, separate from the links: otherwise requests for made-up names would evict visited
  /// links from the cache.
  private let absent: LinkCache
  /// The records of most links found; the cache has those that do not fit a record.
  private let recent: RecentLinks
  private let copy = RecordCopy()
  private var seenChanges: Int

  private static let capacity = 4096
  private static let absentCapacity = 8192
  /// Attempts in case an entry is evicted before its use, which does not repeat for long, plus one
  /// for each slug that may precede a path.
  private static let rounds = 4 + Slug.pathDepth

  init(_ snapshot: ServiceSnapshot, _ directory: LinkDirectory, _ recent: RecentLinks) {
    self.recent = recent
    self.snapshot = snapshot
    self.directory = directory
    cache = LinkCache(capacity: Self.capacity)
    absent = LinkCache(capacity: Self.absentCapacity)
    seenChanges = directory.changes.position
  }

  /// The place of a request.
  ///
  /// - Parameter mayAsk: called before a look-up in the store, which costs more than anything else:
  ///   a client without tries left only finds pages and links that are already known.
  func place(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?,
    mayAsk: () -> Bool
  ) -> Place {
    takeInChanges()
    switch snapshot.place(site: site, host: host, path: path, query: query, known: self) {
    case .found(let place): return place
    case .needs(let keys):
      guard mayAsk() else {
        let known = SureLinks(finder: self, unknown: .absent)
        return snapshot.place(site: site, host: host, path: path, query: query, known: known).place
      }
      return place(site: site, needing: keys) { known in
        switch known {
        case .all: snapshot.place(site: site, host: host, path: path, query: query, known: self)
        case .reached:
          snapshot.place(
            site: site, host: host, path: path, query: query,
            known: SureLinks(finder: self, unknown: .unreachable))
        }
      }
    }
  }

  /// The place of a URL in an app.
  func placeInApp(of url: OwnURL) -> Place {
    takeInChanges()
    switch url.placeInApp(in: snapshot, known: self) {
    case .found(let place): return place
    case .needs(let keys):
      return place(site: url.site, needing: keys) { known in
        switch known {
        case .all: url.placeInApp(in: snapshot, known: self)
        case .reached:
          url.placeInApp(in: snapshot, known: SureLinks(finder: self, unknown: .unreachable))
        }
      }
    }
  }

  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink {
    if let entry = cache.find(host: host, slug: slug), let link = entry.link { return .link(link) }
    if let link = recentLink(host, slug) { return .link(link) }
    return absent.find(host: host, slug: slug) == nil ? .unknown : .absent
  }

  /// The link of a record; nil when there is no record.
  private func recentLink(_ host: ArraySlice<UInt8>, _ slug: ArraySlice<UInt8>) -> ServedLink? {
    let name = String(decoding: host, as: UTF8.self)
    guard let number = snapshot.hostNumber(name), let site = snapshot.site(named: host),
      recent.find(host: number, slug: slug.span, into: copy)
    else { return nil }
    return copy.withBytes { bytes in
      PackedLink(bytes, at: 0).flatMap {
        snapshot.served($0, bytes, host: number, site: site)
      }
    }
  }

  /// Sends the ready redirect of a link of the store, if it has one.
  ///
  /// - Parameters:
  ///   - slug: the slug as written in the request.
  ///   - links: the configured links of the site, which take precedence.
  ///   - host: the number of the host.
  ///   - agent: the visitor's user agent.
  ///   - mayAsk: see `place`.
  ///   - send: called once with the redirect.
  /// - Returns: whether there is one.
  func sendReady(
    _ slug: Span<UInt8>, _ links: CompiledShortLinks, host: Int, for agent: UserAgent,
    mayAsk: () -> Bool, _ send: CompiledShortLinks.ReadySending
  ) -> Bool {
    takeInChanges()
    let position = seenChanges
    guard recent.find(host: host, slug: slug, into: copy) || learn(slug, host: host, mayAsk) else {
      return false
    }
    recent.renew(
      copy, slug: slug, host: host, unless: directory.changes, passed: position)
    return copy.withBytes { bytes in
      guard let record = PackedLink(bytes, at: 0) else { return false }
      return links.sendReady(record, bytes, for: agent, send)
    }
  }

  // MARK: - Queries to the store

  /// Reads the link of a slug that is written the same in request and store, unless that was done
  /// already. A link that no record can hold goes into the cache, where the general path finds it.
  ///
  /// - Returns: whether `copy` now has its record. A failure counts as false: the general path runs
  ///   into it again and answers.
  private func learn(_ slug: Span<UInt8>, host: Int, _ mayAsk: () -> Bool) -> Bool {
    guard Self.isPlain(slug) else { return false }
    let name = snapshot.host(numbered: host)
    let (nameBytes, slugBytes) = (
      Array(name.utf8)[...], slug.withUnsafeBufferPointer { ArraySlice($0) }
    )
    guard let site = snapshot.site(host: name),
      cache.find(host: nameBytes, slug: slugBytes) == nil,
      absent.find(host: nameBytes, slug: slugBytes) == nil, mayAsk()
    else { return false }
    let key = LinkKey(host: name, slug: String(decoding: slugBytes, as: UTF8.self))
    let position = directory.changes.position
    do throws(LinkStoreError) {
      guard let stored = try directory.links.link(at: key)?.link else {
        absent.insert(LinkCache.Entry(host: nameBytes, slug: slugBytes, link: nil))
        return false
      }
      remember(stored, at: key, site: site, position)
      if recent.find(host: host, slug: slug, into: copy) { return true }
      cache.insert(
        LinkCache.Entry(
          host: nameBytes, slug: slugBytes, link: snapshot.serve(stored, site: site)))
      return false
    } catch {
      return false
    }
  }

  /// Whether a slug has neither escapes nor a suffix that requests something else.
  private static func isPlain(_ slug: Span<UInt8>) -> Bool {
    guard (1...255).contains(slug.count) else { return false }
    for index in slug.indices {
      switch slug[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        continue
      default: return false
      }
    }
    return true
  }

  private enum Knowledge {
    case all
    /// Keys without an answer from the store count as unreachable.
    case reached
  }

  private func place(
    site: Int, needing keys: [LinkKey], ask: (Knowledge) -> Resolved
  ) -> Place {
    var keys = keys
    for _ in 0..<Self.rounds {
      do throws(LinkStoreError) {
        try learn(keys, site: site)
      } catch {
        break
      }
      let answer = ask(.all)
      guard case .needs(let others) = answer else { return answer.place }
      keys = others
    }
    return ask(.reached).place
  }

  /// Looks the keys up, up to the first one with a link, after which the others are irrelevant.
  private func learn(_ keys: [LinkKey], site: Int) throws(LinkStoreError) {
    let position = directory.changes.position
    let first = try directory.links.links(at: keys).first?.link
    for key in keys {
      let stored = first?.key == key ? first : nil
      let found = stored.map { snapshot.serve($0, site: site) }
      if let stored { remember(stored, at: key, site: site, position) }
      let entry = LinkCache.Entry(
        host: Array(key.host.utf8)[...], slug: Array(key.slug.utf8)[...], link: found)
      guard found == nil else { return cache.insert(entry) }
      absent.insert(entry)
    }
  }

  /// Stores the record of a link in the memory shared by all workers, if one can hold it.
  private func remember(_ link: ShortLink, at key: LinkKey, site: Int, _ position: Int) {
    guard link.host == key.host, snapshot.site(host: key.host) == site else { return }
    recent.remember(link, in: snapshot, unless: directory.changes, passed: position)
  }

  private func takeInChanges() {
    guard directory.changes.position != seenChanges else { return }
    forgetChanges()
    // Last, so that the records are never behind the caches of this worker.
    recent.takeIn(directory.changes, host: snapshot.hostNumber)
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
}

/// The links that a finder knows, without asking for more.
private struct SureLinks: KnownLinks {
  let finder: LinkFinder
  /// The result for unknown keys.
  let unknown: KnownLink

  func known(host: ArraySlice<UInt8>, slug: ArraySlice<UInt8>) -> KnownLink {
    switch finder.known(host: host, slug: slug) {
    case .unknown: unknown
    case let known: known
    }
  }
}

extension Resolved {
  /// The place; an unreachable slug when keys are missing.
  fileprivate var place: Place {
    switch self {
    case .found(let place): place
    case .needs: .unreachableSlug
    }
  }
}
