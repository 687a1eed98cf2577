package import Dispatch
import HTTPCore
package import LinkStorage
import Links
import SiteModel
import Synchronization
import WebSyntax

/// Sums the visits of one worker and passes them to the store about twice a second.
///
/// No redirect waits for the store: counts that cannot be written remain in the sums, whose size
/// does not depend on the number of visits. A batch is sent repeatedly until it is answered; its
/// number ensures that the store counts it only once.
package final class ClickRecorder: @unchecked Sendable {
  // Unchecked, because it belongs to the event loop of one worker, which `use` checks; only `outbox` is
  // shared with the store's thread.

  private struct Outbox {
    var isWriting = false
    /// The last batch, until the store has confirmed it: an answer may be lost after the store has
    /// counted the batch, so exactly this batch is sent again.
    var unanswered: CountBatch?
    var hasFailed = false
    var sequence = 0
    var interval = FlushInterval()
    var isSendingUnknown = false
  }

  private let store: any ClickCounting
  private let unknownStore: (any UnknownKeeping)?
  @exclusivity(unchecked) private var unknown = UnknownTable()
  private let writer = CountWriter()
  private let dropped: @Sendable (Int) -> Void
  @exclusivity(unchecked) private(set) var sums = ClickSums()
  private let use = SoleUse()
  private let outbox = Mutex(Outbox())
  /// The write in progress.
  private let underWay = DispatchGroup()
  private var lastFlush = -Double.infinity
  private var lastUnknown = -Double.infinity
  private var time = Timestamp(secondsSinceEpoch: 0)
  /// Above this number of sums, new ones count under the referrer `other`; above twice the number,
  /// they are dropped.
  private let detailedKinds: Int

  /// The number of links that a new batch reserves room for, at most.
  private static let keptRoom = 1 << 16
  /// The seconds between two batches of unknown addresses.
  private static let unknownInterval = 1.0

  /// - Parameters:
  ///   - unknown: the store of unknown addresses; nil where they are not kept.
  ///   - dropped: receives the number of clicks that were dropped for lack of room.
  package init(
    store: any ClickCounting, unknown: (any UnknownKeeping)? = nil, detailedKinds: Int = 100_000,
    dropped: @escaping @Sendable (Int) -> Void = { _ in }
  ) {
    self.store = store
    unknownStore = unknown
    self.detailedKinds = detailedKinds
    self.dropped = dropped
  }

  func count(
    _ link: ServedLink, agent: UserAgent, referrer: String, outcome: ClickOutcome,
    traits: ClickSums.Traits = ClickSums.Traits(), at now: HTTPInstant
  ) {
    let slug = Array(link.link.slug.utf8)
    count(
      host: link.link.host, slug: slug.span, slugHash: ByteWords.hash(slug.span), agent: agent,
      referrer: referrer, outcome: outcome, traits: traits, at: now)
  }

  /// Counts a visit to the link at a host with a slug.
  ///
  /// - Parameter slugHash: the hash of the slug's bytes (`ByteWords.hash`).
  func count(
    host: String, slug: Span<UInt8>, slugHash: UInt64, agent: UserAgent, referrer: String,
    outcome: ClickOutcome, traits: ClickSums.Traits = ClickSums.Traits(), at now: HTTPInstant
  ) {
    var kind = ClickSums.Kind(
      hour: Int(now.secondsSinceEpoch / 3600), platform: agent.platform, outcome: outcome,
      isBot: agent.isBot, traits: traits)
    var referrer = referrer
    if sums.count >= detailedKinds {
      if !referrer.isEmpty { referrer = CountedNames.other }
      kind.traits.language = .unknown
      kind.traits.country = .unknown
    }
    let isCounted = use.check {
      sums.add(
        host: host, slug: slug, slugHash: slugHash, kind, referrer: referrer,
        limit: detailedKinds * 2)
    }
    if !isCounted { dropped(1) }
  }

  /// Notes a request for an address that leads nowhere.
  func noteUnknown(host: ArraySlice<UInt8>, path: ArraySlice<UInt8>) {
    guard unknownStore != nil else { return }
    use.check { unknown.note(host: host, path: path) }
  }

  /// Passes unknown addresses on. They are hints: what the store does not take is not sent again.
  private func sendUnknown(at now: HTTPInstant) {
    guard let unknownStore, !unknown.isEmpty,
      now.steadySeconds - lastUnknown >= Self.unknownInterval,
      !outbox.withLock({ $0.isSendingUnknown })
    else { return }
    lastUnknown = now.steadySeconds
    outbox.withLock { $0.isSendingUnknown = true }
    unknownStore.addUnknown(
      unknown.take(), now: Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
    ) { [self] _ in outbox.withLock { $0.isSendingUnknown = false } }
  }

  /// Called on the worker, several times a second.
  func tick(at now: HTTPInstant) {
    let interval = outbox.withLock { $0.interval }
    use.check {
      sendUnknown(at: now)
      guard interval.isOver(since: lastFlush, now: now.steadySeconds) else { return }
      lastFlush = now.steadySeconds
      time = Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
      send()
    }
  }

  /// Writes the remaining counts of recorders side by side, and waits for the store; called after their
  /// workers have stopped.
  ///
  /// - Parameter deadline: the end of the wait.
  /// - Returns: what the store has not confirmed by then, in the order of each recorder. It may have
  ///   counted some of it, or do so later.
  package static func close(
    _ recorders: [ClickRecorder], by deadline: DispatchTime
  ) -> [CountBatch] {
    var sending: [ClickRecorder] = []
    var busy: [ClickRecorder] = []
    for recorder in recorders {
      if !recorder.isSettled(by: .now()) {
        busy.append(recorder)
      } else if recorder.sendAll() {
        sending.append(recorder)
      }
    }
    // What was counted since a write began is sent after it.
    sending += busy.filter { $0.isSettled(by: deadline) && $0.sendAll() }
    while !sending.isEmpty {
      sending = sending.filter { $0.isSettled(by: deadline) && !$0.hasFailed && $0.sendAll() }
    }
    return recorders.flatMap { $0.takeLeft() }
  }

  /// Writes the remaining counts of this recorder alone.
  @discardableResult
  package func close(by deadline: DispatchTime = .now() + .seconds(10)) -> [CountBatch] {
    Self.close([self], by: deadline)
  }

  private var hasFailed: Bool { outbox.withLock { $0.hasFailed } }

  private func isSettled(by deadline: DispatchTime) -> Bool {
    underWay.wait(timeout: deadline) == .success
  }

  private func sendAll() -> Bool { use.check { send() } }

  /// The batch without an answer, and one of everything since.
  private func takeLeft() -> [CountBatch] {
    use.check {
      let unanswered = outbox.withLock { $0.unanswered }
      return [unanswered, sums.isEmpty ? nil : nextBatch(take())].compactMap(\.self)
    }
  }

  /// - Returns: whether there was something to send and no other write in progress.
  @discardableResult private func send() -> Bool {
    guard let batch = begin() else { return false }
    underWay.enter()
    let start = ContinuousClock.now
    store.count(batch, now: time) { [self] result in
      let isCounted = (try? result.get()) != nil
      end(isCounted: isCounted, sums: batch.clickCount, after: ContinuousClock.now - start)
      underWay.leave()
    }
    return true
  }

  private func begin() -> CountBatch? {
    let (isWriting, unanswered) = outbox.withLock { outbox in
      defer { outbox.isWriting = true }
      return (outbox.isWriting, outbox.unanswered)
    }
    guard !isWriting else { return nil }
    if let unanswered { return unanswered }
    guard !sums.isEmpty else {
      outbox.withLock { $0.isWriting = false }
      return nil
    }
    let batch = nextBatch(take())
    outbox.withLock { $0.unanswered = batch }
    return batch
  }

  private func nextBatch(_ clicks: ClickSums) -> CountBatch {
    outbox.withLock { outbox in
      outbox.sequence += 1
      return CountBatch(writer: writer, sequence: outbox.sequence, sums: clicks)
    }
  }

  private func end(isCounted: Bool, sums: Int, after duration: Duration) {
    outbox.withLock { outbox in
      if isCounted {
        outbox.interval.note(sums: sums, duration: duration / .seconds(1))
      } else {
        outbox.interval.noteFailure()
      }
      outbox.isWriting = false
      outbox.hasFailed = !isCounted
      if isCounted { outbox.unanswered = nil }
    }
  }

  private func take() -> ClickSums {
    let taken = sums
    taken.complete()
    sums = ClickSums(room: min(taken.linkCount, Self.keptRoom))
    return taken
  }
}

/// The host of a `Referer` field, the only part of it that is stored.
enum ReferrerHost {
  /// Empty without the field, and for visitors who refuse tracking.
  static func name(_ request: HTTPRequest) -> String {
    guard let referrer = request.first("Referer"), !refusesTracking(request) else {
      return ""
    }
    for scheme in ["https://", "http://", "android-app://"] where referrer.starts(with: scheme.utf8)
    {
      let authority = referrer.dropFirst(scheme.utf8.count).prefix { !"/?#".utf8.contains($0) }
      // Who is named before '@' is nobody's to count (RFC 9110, section 10.1.3).
      let start = authority.lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.startIndex
      let name = HTTPHost.name(of: authority[start...])
      let isHost = name.allSatisfy(HostName.isNameByte)
      return isHost && name.count <= 253 ? String(decoding: name, as: UTF8.self) : ""
    }
    return ""
  }

  private static func refusesTracking(_ request: HTTPRequest) -> Bool {
    request.first("DNT")?.elementsEqual("1".utf8) == true
      || request.first("Sec-GPC")?.elementsEqual("1".utf8) == true
  }
}

extension HTTPRequest {
  /// Whether a browser or an app asks in advance for what nobody has followed yet: `Sec-Purpose` of the
  /// Fetch Standard, `Purpose` of Chrome and Safari before it, `X-Purpose` of Facebook's app, `X-Moz` of
  /// Firefox.
  @inline(__always)
  var isPrefetch: Bool {
    // Nearly no request has one, which is asked of each that counts.
    (mayHold("Sec-Purpose") || mayHold("Purpose") || mayHold("X-Purpose") || mayHold("X-Moz"))
      && saysInAdvance
  }

  private var saysInAdvance: Bool {
    [first("Sec-Purpose"), first("Purpose"), first("X-Purpose"), first("X-Moz")].contains {
      purpose in
      let word = (purpose ?? []).prefix(while: ASCII.isLetter).map(ASCII.lowercased)
      return ["prefetch", "prerender", "preview"].contains { word.elementsEqual($0.utf8) }
    }
  }
}

/// The time for which a worker sums up visits before they go to the store.
///
/// At most a second of counts is lost when the process is killed: the interval, the time until a
/// tick notices its end, and the write have to fit into that second. Within it, a longer interval
/// makes fewer batches, which pays off when batches are large; a small batch costs next to nothing,
/// and its clicks are safe sooner.
struct FlushInterval: Equatable {
  /// The seconds until the next batch.
  private(set) var seconds = Self.shortest

  static let shortest = 0.5
  static let longest = 0.75
  /// The most that may be lost, in seconds.
  private static let promise = 1.0
  /// The seconds between two ticks, doubled for a busy machine.
  private static let looks = 0.25
  /// The number of sums from which a batch is large.
  private static let largeBatch = 1000
  /// The seconds by which the interval grows from one batch to the next.
  private static let growth = 0.05

  /// Adapts the interval after the store answered a batch.
  ///
  /// - Parameters:
  ///   - sums: the number of sums in the batch.
  ///   - duration: the seconds from making the batch to the end of the write.
  mutating func note(sums: Int, duration: Double) {
    let room = Self.promise - Self.looks - max(duration, 0) * 2
    guard sums >= Self.largeBatch, room > Self.shortest else {
      seconds = Self.shortest
      return
    }
    seconds = min(seconds + Self.growth, Self.longest, room)
  }

  /// Resets the interval after the store failed, so that the batch is sent again soon.
  mutating func noteFailure() {
    seconds = Self.shortest
  }

  /// Whether it is time for the next batch.
  func isOver(since last: Double, now: Double) -> Bool { now - last >= seconds }
}
