import Links

/// Counts requests by target and kind of visitor, in bounded memory.
///
/// When memory is full, the rarest requests are dropped and the most frequent stay (the counting of
/// Manku and Motwani, "Approximate Frequency Counts over Data Streams", section 4.2).
package struct ReplayTally {
  /// A request to make once, for all visits like it.
  package struct Request: Equatable, Sendable {
    package var visit: LoggedVisit
    package var visits: Int
  }

  private struct Key: Hashable {
    let host: String?
    let target: String
    let kind: Int
  }

  private let byteLimit: Int
  /// The region of an address; nil when addresses do not matter.
  private let region: ((String) -> String)?
  private var counts: [Key: Int] = [:]
  private var bytes = 0
  private var floor = 0
  /// The first visitor of each kind.
  private var visitors: [LoggedVisit] = []
  private var kinds: [String: Int] = [:]
  private var agents: [String: String] = [:]

  /// The number of lines that are not replayed, by reason.
  package private(set) var passed: [PassedLine: Int] = [:]
  /// The number of visits that were dropped for lack of memory.
  package private(set) var crowdedOut = 0

  private static let kindLimit = 2000
  private static let agentLimit = 10_000
  /// The bytes of an entry besides its texts.
  private static let entryBytes = 120

  /// - Parameters:
  ///   - byteLimit: the approximate number of bytes for requests.
  ///   - region: the region of an address, for services that distinguish visitors by it.
  package init(byteLimit: Int = 64 << 20, region: ((String) -> String)? = nil) {
    self.byteLimit = byteLimit
    self.region = region
  }

  package mutating func take(_ entry: VisitLog.Entry) {
    switch entry {
    case .passed(let reason): passed[reason, default: 0] += 1
    case .visit(let visit):
      guard let kind = kind(of: visit) else {
        crowdedOut += 1
        return
      }
      let key = Key(host: visit.host, target: visit.target, kind: kind)
      if counts[key, default: 0] == 0 { bytes += Self.size(key) }
      counts[key, default: 0] += 1
      while bytes > byteLimit { makeRoom() }
    }
  }

  package func requests(limit: Int) -> [Request] {
    let order = counts.sorted { one, other in
      if one.value != other.value { return one.value > other.value }
      return (one.key.host ?? "", one.key.target, one.key.kind)
        < (other.key.host ?? "", other.key.target, other.key.kind)
    }
    return order.prefix(limit).map { key, visits in
      var visit = visitors[key.kind]
      (visit.host, visit.target) = (key.host, key.target)
      return Request(visit: visit, visits: visits)
    }
  }

  /// The number of visits of all requests that are counted.
  package var visits: Int { counts.values.reduce(0, +) }

  private mutating func makeRoom() {
    floor = floor * 2 + 1
    let least = counts.filter { $0.value <= floor }
    for (key, visits) in least {
      counts[key] = nil
      crowdedOut += visits
      bytes -= Self.size(key)
    }
  }

  private static func size(_ key: Key) -> Int {
    key.target.utf8.count + (key.host?.utf8.count ?? 0) + entryBytes
  }

  /// The index of the kind of a visitor, by which services may distinguish; nil when there are too
  /// many.
  private mutating func kind(of visit: LoggedVisit) -> Int? {
    let name = [name(of: visit.agent), visit.language, region?(visit.address) ?? ""]
      .joined(separator: "|")
    if let known = kinds[name] { return known }
    guard kinds.count < Self.kindLimit else { return nil }
    kinds[name] = visitors.count
    visitors.append(visit)
    return visitors.count - 1
  }

  private mutating func name(of agent: String) -> String {
    if let known = agents[agent] { return known }
    if agents.count >= Self.agentLimit { agents.removeAll(keepingCapacity: true) }
    let name = UserAgent(agent).kindName
    agents[agent] = name
    return name
  }
}

extension UserAgent {
  /// The kind of a visitor in a few words: `android chrome, in instagram`.
  package var kindName: String {
    var words = [platform.rawValue]
    if browser != .other { words[0] += " \(browser.rawValue)" }
    if let inAppBrowser { words.append("in \(inAppBrowser.rawValue)") }
    if let previewBot { words.append("preview of \(previewBot.rawValue)") }
    if isBot, previewBot == nil { words.append("bot") }
    return words.joined(separator: ", ")
  }
}
