import HTTPCore
import LinkStorage
import Links
import Service
import SiteModel
import Telemetry

/// Finds the links of one worker's visits: in its memory, or else, while the visit waits, on the queues
/// that read the store.
final class LinkFinder: KnownLinks {
  let snapshot: ServiceSnapshot
  private let directory: LinkDirectory
  private let cache: LinkCache
  /// Absent keys, separate from the links: otherwise requests for made-up names would evict visited
  /// links from the cache.
  private let absent: LinkCache
  /// The records of most links found; the cache has those that do not fit a record.
  private let recent: RecentLinks
  private let copy = RecordCopy()
  private var seenChanges: Int
  /// The look-ups under way, which visits that need the same keys share.
  private var reads: [[LinkKey]: LinkRead] = [:]
  private let waiting = WaitingVisits()

  private static let capacity = 4096
  private static let absentCapacity = 8192
  /// The look-ups for one visit: each slug that may precede a path can need another one, and a URL in
  /// an app leads to another URL.
  private static let rounds = 8 + Slug.pathDepth

  init(_ snapshot: ServiceSnapshot, _ directory: LinkDirectory, _ recent: RecentLinks) {
    self.recent = recent
    self.snapshot = snapshot
    self.directory = directory
    cache = LinkCache(capacity: Self.capacity)
    absent = LinkCache(capacity: Self.absentCapacity)
    seenChanges = directory.changes.position
  }

  /// The place of a request, if memory settles it, which costs no closures; nil when links have to be
  /// looked up.
  func knownPlace(
    site: Int, host: ArraySlice<UInt8>, path: ArraySlice<UInt8>, query: ArraySlice<UInt8>?
  ) -> Place? {
    takeInChanges()
    let resolved = snapshot.place(site: site, host: host, path: path, query: query, known: self)
    guard case .found(let place) = resolved else { return nil }
    return place
  }

  /// Continues with what `find` makes of the links that it asks for. Those that memory lacks are read
  /// while the visit waits, and `find` is called again.
  ///
  /// - Parameters:
  ///   - mayAsk: called before a look-up in the store, which costs more than anything else: a client
  ///     without tries left only finds pages and links that are already known.
  ///   - next: continues, on the loop.
  func find<Value, Next: HTTPReadable>(
    mayAsk: () -> Bool = { true }, _ find: @escaping (VisitLinks) -> Value,
    then next: @escaping (Value) -> Next
  ) -> Next {
    takeInChanges()
    let links = VisitLinks(self)
    if let value = links.settled(find) { return next(value) }
    guard mayAsk() else { return next(links.settled(as: .absent, find)) }
    return read(for: links, rounds: Self.rounds, find, then: next)
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
  ///   - send: called once with the redirect.
  /// - Returns: whether there is one.
  func sendReady(
    _ slug: Span<UInt8>, _ links: CompiledShortLinks, host: Int, for agent: UserAgent,
    _ send: CompiledShortLinks.ReadySending
  ) -> Bool {
    takeInChanges()
    let position = seenChanges
    guard recent.find(host: host, slug: slug, into: copy) else { return false }
    recent.renew(
      copy, slug: slug, host: host, unless: directory.changes, passed: position)
    return copy.withBytes { bytes in
      guard let record = PackedLink(bytes, at: 0) else { return false }
      return links.sendReady(record, bytes, for: agent, send)
    }
  }

  // MARK: - Look-ups in the store

  private func read<Value, Next: HTTPReadable>(
    for links: VisitLinks, rounds: Int, _ find: @escaping (VisitLinks) -> Value,
    then next: @escaping (Value) -> Next
  ) -> Next {
    let cancellation = HTTPCancellation(isPatient: true)
    guard rounds > 0,
      let place = waiting.enter(cancellation, or: directory.queues.reads.refusals)
    else { return next(links.settled(as: .unreachable, find)) }
    let keys = links.missing
    return .unread(
      HTTPReading(cancellation: cancellation) { [self] completion in
        place.read = read(keys, for: cancellation, completion: completion)
      } next: { [self] in
        takeInChanges()
        if let read = place.read {
          remember(read)
          links.learn(read.links)
        }
        place.leave()
        if let value = links.settled(find) { return next(value) }
        return self.read(for: links, rounds: rounds - 1, find, then: next)
      })
  }

  /// Joins the look-up of the keys, or begins one.
  private func read(
    _ keys: [LinkKey], for visit: HTTPCancellation, completion: @escaping @Sendable () -> Void
  ) -> LinkRead {
    if let read = reads[keys], read.join(visit, directory.changes, completion: completion) {
      return read
    }
    // Look-ups whose visits have all gone are never taken out below.
    if reads.count >= 2 * WaitingVisits.most { reads = reads.filter { !$0.value.isOver } }
    let read = LinkRead(keys, for: visit, completion: completion)
    reads[keys] = read
    let admission = directory.queues.reads.submit(cancellation: read, dropped: read.fail) {
      [snapshot, directory, recent] in
      read.run(directory) { link, position in
        recent.remember(link, in: snapshot, unless: directory.changes, passed: position)
      }
    }
    if admission != .admitted { read.fail() }
    return read
  }

  /// Keeps what was read in the caches of this worker, unless it has changed meanwhile. The memory
  /// shared by all workers already has the record of a link, if one can hold it.
  private func remember(_ read: LinkRead) {
    guard reads[read.keys] === read else { return }
    reads[read.keys] = nil
    guard let links = read.links, read.isCurrent(directory.changes) else { return }
    for (key, link) in links {
      let (host, slug) = (Array(key.host.utf8)[...], Array(key.slug.utf8)[...])
      guard let link else {
        absent.insert(LinkCache.Entry(host: host, slug: slug, link: nil))
        continue
      }
      guard recentLink(host, slug) == nil, let site = snapshot.site(named: host) else { continue }
      cache.insert(
        LinkCache.Entry(host: host, slug: slug, link: snapshot.serve(link, site: site)))
    }
  }

  // MARK: - Changes

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

private final class WaitingVisits {
  /// Each holds its connection and its request.
  static let most = 1024

  private var visits: [ObjectIdentifier: HTTPCancellation] = [:]

  /// The place of one visit, which is free again when the visit goes on or ends.
  final class Place {
    var read: LinkRead?
    private let visits: WaitingVisits

    fileprivate init(_ visits: WaitingVisits, _ cancellation: HTTPCancellation) {
      self.visits = visits
      visits.visits[ObjectIdentifier(self)] = cancellation
    }

    deinit {
      leave()
    }

    func leave() {
      visits.visits[ObjectIdentifier(self)] = nil
    }
  }

  /// Visitors who have probably gone take no place from others.
  ///
  /// - Parameter refusals: counts the visits for which there is no place.
  func enter(_ visit: HTTPCancellation, or refusals: SharedCounter) -> Place? {
    if visits.count < Self.most || visits.values.count(where: { !$0.hasInputEnded }) < Self.most {
      return Place(self, visit)
    }
    refusals.add()
    return nil
  }
}
