import Deliveries
package import Doctor
import JSONSyntax
import LinkStorage
package import Links
package import Service
import Synchronization

/// What needs someone, as every process with the same store tells it.
///
/// Each process publishes what it sees, and since when, as its part of one shared value. That survives a
/// restart, and the earliest time of all parts is shown on every node. A process removes from its part
/// what is over, and the parts of processes that have been away for a day.
package final class StatusBoard: Sendable {
  private struct State {
    var configuration = ConfigurationInForce()
    /// What this process saw last, and since when.
    var since: [String: Timestamp] = [:]
    var published: (keys: Set<String>, at: Timestamp)?
    var cached: (items: [StatusItem], at: Timestamp)?
  }

  /// A part of the shared value.
  private struct Part {
    var at: Timestamp
    /// Whether the process ended in an orderly way.
    var hasEnded: Bool
    var configuration: ConfigurationInForce
    var facts: [StatusFact]

    func isOlder(than seconds: Int, at now: Timestamp) -> Bool {
      now.secondsSinceEpoch - at.secondsSinceEpoch > seconds
    }
  }

  /// The name of the shared value, and of the lease under which it is changed.
  private static let name = "status"
  /// The seconds for which a page may show what was seen before.
  private static let cacheSeconds = 3
  /// The seconds after which an unchanged part is published again.
  private static let publishing = 60
  /// The age in seconds from which the process behind a part is missed.
  private static let silence = 180
  private static let day = 86_400
  /// The number of things that a process publishes at most.
  private static let factLimit = 200

  /// The name of this process among those with the same store; nil for one that serves nothing.
  private let node: String?
  private let doctor: DoctorRecords?
  /// Returns what only the process knows.
  private let facts: @Sendable () -> [StatusFact]
  private let state = Mutex(State())

  package init(
    node: String? = nil, doctor: DoctorRecords? = nil,
    facts: @escaping @Sendable () -> [StatusFact] = { [] }
  ) {
    self.node = node
    self.doctor = doctor
    self.facts = facts
  }

  /// Notes that a configuration is in force.
  package func adopt(digest: String?, at now: Timestamp) {
    state.withLock {
      $0.configuration = ConfigurationInForce(loadedAt: now, digest: digest)
      $0.published = nil
    }
  }

  /// Lets the next reader look again, after a change.
  package func forget() { state.withLock { $0.cached = nil } }

  // MARK: - Reading

  /// What needs someone, the gravest first; for threads that may wait for the store.
  package func items(_ directory: LinkDirectory, at now: Timestamp) -> [StatusItem] {
    if let cached = state.withLock({ $0.cached }),
      abs(now.secondsSinceEpoch - cached.at.secondsSinceEpoch) < Self.cacheSeconds
    {
      return cached.items
    }
    let troubles = directory.upkeep.troubles()
    let parts = parts(directory, troubles)
    var facts = seen(directory, troubles, parts, at: now)
    for (name, part) in parts where name != node {
      let isSilent = part.isOlder(than: Self.silence, at: now)
      if !isSilent || node == nil { facts += part.facts }
      if isSilent, !part.hasEnded { facts.append(StatusFact(.nodeSilent, name, since: part.at)) }
    }
    if !Self.isAway(troubles), let webhooks = try? directory.managed.webhooks() {
      facts += StatusFact.webhooks(webhooks)
    }
    let all = facts.map { StatusItem(fact: $0, since: $0.since ?? now) }
    let different = Dictionary(all.map { ($0.fact.key, $0) }) { $0.since <= $1.since ? $0 : $1 }
    let items = different.values.sorted { $0.order < $1.order }
    state.withLock { $0.cached = (items, now) }
    return items
  }

  /// The configuration in force here; for a process that serves nothing, that of the last one that did.
  package func configuration(_ directory: LinkDirectory) -> ConfigurationInForce {
    let own = state.withLock(\.configuration)
    guard node == nil else { return own }
    let parts = parts(directory, directory.upkeep.troubles())
    return parts.values.max { $0.at < $1.at }?.configuration ?? own
  }

  /// What this process sees, each with the time since which any process has seen it.
  private func seen(
    _ directory: LinkDirectory, _ troubles: [StoreTrouble], _ parts: [String: Part],
    at now: Timestamp
  ) -> [StatusFact] {
    var facts = facts() + doctorFacts
    if let node { facts += troubles.compactMap { Self.fact($0, of: node) } }
    if !Self.isAway(troubles), let sums = try? directory.managed.healthSums() {
      facts += HealthState.allCases.compactMap { state in
        guard state.isUnhealthy, let count = sums[state] else { return nil }
        return StatusFact(.destinations, state.rawValue, count: count)
      }
    }
    var known: [String: Timestamp] = [:]
    for (name, part) in parts where name == node || !part.isOlder(than: Self.silence, at: now) {
      for fact in part.facts {
        guard let since = fact.since else { continue }
        known[fact.key] = min(known[fact.key] ?? since, since)
      }
    }
    return state.withLock { state in
      let before = state.since.merging(known) { min($0, $1) }
      for index in facts.indices where facts[index].since == nil {
        facts[index].since = before[facts[index].key] ?? now
      }
      state.since = Dictionary(facts.map { ($0.key, $0.since ?? now) }) { min($0, $1) }
      return facts
    }
  }

  private var doctorFacts: [StatusFact] {
    (doctor?.all ?? []).compactMap { report in
      let failing = report.results.filter { $0.verdict == .fail }
      guard !failing.isEmpty else { return nil }
      let names = failing.prefix(3).map(\.check.rawValue).joined(separator: ", ")
      return StatusFact(.doctor, report.host, detail: names, count: failing.count)
    }
  }

  private static func fact(_ trouble: StoreTrouble, of node: String) -> StatusFact? {
    switch trouble.kind {
    case .writes: StatusFact(.storeWrites, node)
    case .damage: StatusFact(.storeDamage, node)
    case .unreachable: StatusFact(.storeUnreachable, node)
    // The process knows by how much.
    case .stale: nil
    }
  }

  /// Nobody waits for a database that is known to be away.
  private static func isAway(_ troubles: [StoreTrouble]) -> Bool {
    troubles.contains { $0.kind == .unreachable }
  }

  // MARK: - Publishing

  /// Publishes what has changed; to be called every few seconds, on a thread that may wait for the store.
  ///
  /// - Parameter hasEnded: whether the process ends.
  package func publish(_ directory: LinkDirectory, at now: Timestamp, hasEnded: Bool = false) {
    let troubles = directory.upkeep.troubles()
    guard let node, !Self.isAway(troubles) else { return }
    let facts = seen(directory, troubles, parts(directory, troubles), at: now)
    let keys = Set(facts.map(\.key))
    let (published, configuration) = state.withLock { ($0.published, $0.configuration) }
    let isCurrent =
      published.map {
        $0.keys == keys && now.secondsSinceEpoch - $0.at.secondsSinceEpoch < Self.publishing
      } ?? false
    guard !isCurrent || hasEnded else { return }
    // Who comes second publishes in the next round.
    guard (try? directory.managed.lease(Self.name, owner: node, seconds: 10)) == true else {
      return
    }
    var parts = self.parts(directory, troubles)
      .filter { !$0.value.isOlder(than: Self.day, at: now) }
    parts[node] = Part(
      at: now, hasEnded: hasEnded, configuration: configuration,
      facts: Array(facts.prefix(Self.factLimit)))
    let isKept =
      (try? directory.managed.keepShared(Self.name, Array(Self.document(parts).compact.utf8)))
      != nil
    try? directory.managed.endLease(Self.name, owner: node)
    if isKept { state.withLock { $0.published = (keys, now) } }
  }

  private static func document(_ parts: [String: Part]) -> JSONOutput {
    .object(
      parts.sorted { $0.key < $1.key }.map { name, part -> JSONOutput.Member in
        let facts = part.facts.map { $0.stored(since: $0.since ?? part.at) }
        return JSONOutput.Member(
          name,
          .object([
            .init("at", .string(part.at.description)), .init("ended", .bool(part.hasEnded)),
            .init("configuration", part.configuration.document), .init("facts", .array(facts)),
          ]))
      })
  }

  /// The published parts by the names of their processes; none while the store does not tell.
  private func parts(_ directory: LinkDirectory, _ troubles: [StoreTrouble]) -> [String: Part] {
    guard !Self.isAway(troubles), let bytes = try? directory.managed.sharedValue(Self.name),
      let members = (try? JSONDocument(parsing: bytes))?.root.object
    else { return [:] }
    let parts = members.compactMap { member -> (String, Part)? in
      guard let at = member.node.member("at")?.string.flatMap({ Timestamp($0) }) else {
        return nil
      }
      let configuration = member.node.member("configuration")
      return (
        member.name,
        Part(
          at: at, hasEnded: member.node.member("ended")?.bool ?? false,
          configuration: ConfigurationInForce(
            loadedAt: configuration?.member("loadedAt")?.string.flatMap { Timestamp($0) },
            digest: configuration?.member("digest")?.string),
          facts: (member.node.member("facts")?.array ?? []).compactMap(StatusFact.init(stored:)))
      )
    }
    return Dictionary(parts) { _, last in last }
  }
}

/// The configuration that a process serves.
package struct ConfigurationInForce: Equatable, Sendable {
  package var loadedAt: Timestamp?
  /// The SHA-256 of its file, in hexadecimal.
  package var digest: String?

  package init(loadedAt: Timestamp? = nil, digest: String? = nil) {
    self.loadedAt = loadedAt
    self.digest = digest
  }

  var document: JSONOutput {
    .object([
      .init("loadedAt", .optional(loadedAt?.description)), .init("digest", .optional(digest)),
    ])
  }
}

/// A thing that needs someone, and since when.
package struct StatusItem: Equatable, Sendable {
  package let fact: StatusFact
  package let since: Timestamp

  fileprivate var order: (Int, Timestamp, String) {
    let weight = StatusFact.Weight.allCases.firstIndex(of: fact.weight) ?? 0
    return (weight, since, fact.key)
  }

  var document: JSONOutput {
    .object([
      .init("kind", .string(fact.kind)), .init("weight", .string(fact.weight.rawValue)),
      .init("since", .string(since.description)), .init("title", .string(fact.english)),
      .init("link", .string(fact.link)),
    ])
  }
}
