package import Doctor
import HTTPCore
import JSONSyntax
package import LinkStorage
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
    /// What this process saw last, which keeps its times while the store does not tell them.
    var seen: [StatusFact] = []
    var cached: (items: [StatusFact], at: Timestamp)?
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

  package func adopt(digest: String?, at now: Timestamp) {
    state.withLock { $0.configuration = ConfigurationInForce(loadedAt: now, digest: digest) }
  }

  /// Lets the next reader look again, after a change.
  package func forget() { state.withLock { $0.cached = nil } }

  // MARK: - Reading

  /// What needs someone, each with the time since which it does, the gravest first; for threads that may
  /// wait for the store.
  package func items(_ directory: LinkDirectory, at now: Timestamp) -> [StatusFact] {
    if let cached = state.withLock({ $0.cached }),
      abs(now.secondsSinceEpoch - cached.at.secondsSinceEpoch) < Self.cacheSeconds
    {
      return cached.items
    }
    let parts = parts(directory) ?? [:]
    var facts = seen(directory, parts, at: now)
    for (name, part) in parts where name != node {
      let isSilent = part.isOlder(than: Self.silence, at: now)
      if !isSilent || node == nil { facts += part.facts }
      if isSilent, !part.hasEnded { facts.append(StatusFact(.nodeSilent, name, since: part.at)) }
    }
    facts += asked(directory) { StatusFact.webhooks(try directory.managed.webhooks()) } ?? []
    let different = Dictionary(facts.map { ($0.key, $0) }) { $0.began <= $1.began ? $0 : $1 }
    let items = different.values.sorted { $0.order < $1.order }
    state.withLock { $0.cached = (items, now) }
    return items
  }

  /// The configuration in force here; for a process that serves nothing, that of the last one that did.
  package func configuration(_ directory: LinkDirectory) -> ConfigurationInForce {
    let last = node == nil ? parts(directory)?.values.max { $0.at < $1.at } : nil
    return last?.configuration ?? state.withLock(\.configuration)
  }

  /// The unknown addresses that visitors asked for most; nil while the store does not tell them.
  package func unknownAddresses(
    _ directory: LinkDirectory, limit: Int = UnknownAddress.shown, at now: Timestamp
  ) -> [UnknownAddress]? {
    asked(directory) { try directory.managed.unknownAddresses(limit: limit, now: now) }
  }

  /// What this process sees, each with the time since which any process has seen it.
  private func seen(
    _ directory: LinkDirectory, _ parts: [String: StatusPart], at now: Timestamp
  ) -> [StatusFact] {
    var facts = facts() + doctorFacts
    if let node { facts += directory.upkeep.troubles().compactMap { Self.fact($0, of: node) } }
    let sums = asked(directory) { try directory.managed.healthSums() } ?? [:]
    facts += HealthState.allCases.compactMap { state in
      guard state.isUnhealthy, let count = sums[state] else { return nil }
      return StatusFact(.destinations, state.rawValue, count: count)
    }
    let told = parts.filter { name, part in
      name == node || !part.isOlder(than: Self.silence, at: now)
    }.values.flatMap(\.facts)
    return state.withLock { state in
      let known = Dictionary((state.seen + told).map { ($0.key, $0.since ?? now) }) { min($0, $1) }
      for index in facts.indices where facts[index].since == nil {
        facts[index].since = known[facts[index].key] ?? now
      }
      state.seen = facts
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

  /// What the store answers; nil if it does not. Nobody waits for a database that is known to be away.
  private func asked<Answer>(
    _ directory: LinkDirectory, _ question: () throws -> Answer
  ) -> Answer? {
    guard !directory.upkeep.troubles().contains(where: { $0.kind == .unreachable }) else {
      return nil
    }
    return try? question()
  }

  // MARK: - Publishing

  /// Publishes what has changed; to be called every few seconds, on a thread that may wait for the store.
  ///
  /// - Parameter hasEnded: whether the process ends.
  /// - Returns: false while another process publishes, after which this one may try again.
  @discardableResult
  package func publish(
    _ directory: LinkDirectory, at now: Timestamp, hasEnded: Bool = false
  ) -> Bool {
    guard let node, let before = parts(directory) else { return true }
    let facts = seen(directory, before, at: now).prefix(Self.factLimit)
    let part = StatusPart(
      at: now, hasEnded: hasEnded, configuration: state.withLock(\.configuration),
      facts: Array(facts))
    if let last = before[node], last.saysTheSame(as: part),
      !last.isOlder(than: Self.publishing, at: now)
    {
      return true
    }
    let managed = directory.managed
    guard (try? managed.lease(Self.name, owner: node, seconds: 10)) == true else { return false }
    // Others may have published since.
    if var parts = parts(directory)?.filter({ !$0.value.isOlder(than: Self.day, at: now) }) {
      parts[node] = part
      let members = parts.sorted { $0.key < $1.key }
        .map { JSONOutput.Member($0.key, $0.value.document) }
      try? managed.keepShared(Self.name, Array(JSONOutput.object(members).compact.utf8))
    }
    try? managed.endLease(Self.name, owner: node)
    return true
  }

  /// The published parts by the names of their processes; nil while the store does not tell.
  private func parts(_ directory: LinkDirectory) -> [String: StatusPart]? {
    asked(directory) {
      let value = try directory.managed.sharedValue(Self.name)
      let root = value.flatMap { JSONDocument(stored: $0) }?.root
      let parts = (root?.object ?? []).compactMap { member in
        StatusPart(member.node).map { (member.name, $0) }
      }
      return Dictionary(parts) { _, last in last }
    }
  }
}

private struct StatusPart {
  let at: Timestamp
  let hasEnded: Bool
  let configuration: ConfigurationInForce
  let facts: [StatusFact]
}

extension StatusPart {
  fileprivate init?(_ node: JSONNode) {
    guard let at = node.member("at")?.string.flatMap({ Timestamp($0) }) else { return nil }
    let configuration = node.member("configuration")
    self.init(
      at: at, hasEnded: node.member("ended")?.bool ?? false,
      configuration: ConfigurationInForce(
        loadedAt: configuration?.member("loadedAt")?.string.flatMap { Timestamp($0) },
        digest: configuration?.member("digest")?.string),
      facts: (node.member("facts")?.array ?? []).compactMap(StatusFact.init(stored:)))
  }

  fileprivate var document: JSONOutput {
    [
      "at": .string(at.description), "ended": .bool(hasEnded),
      "configuration": configuration.document, "facts": .array(facts.map(\.stored)),
    ]
  }

  fileprivate func isOlder(than seconds: Int, at now: Timestamp) -> Bool {
    now.secondsSinceEpoch - at.secondsSinceEpoch > seconds
  }

  /// Whether others learn nothing from the other part: counts change all the time.
  fileprivate func saysTheSame(as other: StatusPart) -> Bool {
    hasEnded == other.hasEnded && configuration == other.configuration
      && Set(facts.map(\.gist)) == Set(other.facts.map(\.gist))
  }
}

extension StatusFact {
  fileprivate var gist: [String] { [key, weight.rawValue, detail] }
}

/// The configuration that a process serves.
package struct ConfigurationInForce: Equatable, Sendable {
  package var loadedAt: Timestamp?
  /// The SHA-256 of its file, in hexadecimal.
  package var digest: String?

  var document: JSONOutput {
    ["loadedAt": .optional(loadedAt?.description), "digest": .optional(digest)]
  }
}

extension StatusFact {
  fileprivate var began: Int { since?.secondsSinceEpoch ?? .max }

  fileprivate var order: (Int, Int, String) {
    (Weight.allCases.firstIndex(of: weight) ?? 0, began, key)
  }
}

extension StatusBoard {
  func document(_ directory: LinkDirectory, at now: Timestamp) -> JSONOutput {
    let unknown = unknownAddresses(directory, at: now)?.map { address in
      ["host": .string(address.host), "path": .string(address.path), "count": .int(address.count)]
        as JSONOutput
    }
    return [
      "items": .array(items(directory, at: now).map(\.document)),
      "configuration": configuration(directory).document,
      "unknown": unknown.map(JSONOutput.array) ?? .null,
    ]
  }
}

extension APICall {
  /// What needs someone, for those who see the whole service.
  func status() throws(Problem) -> APIAnswer {
    guard !reach.isBounded else {
      throw Problem(.forbidden, "host-not-reached", .wholeServiceNeeded)
    }
    return json((services.status ?? StatusBoard()).document(directory, at: timestamp))
  }
}
