package import Links
import WebSyntax

/// The counted kinds of answers.
package enum ClickOutcome: String, Sendable {
  case redirect, landing, preview
}

/// The clicks of one worker between two writes, with one sum for all equal visits.
///
/// Counting a visit is one addition: its link is found by the bytes of its slug, and the first sum of a
/// link is stored with the link. Names stay bytes until the sums are written.
package final class ClickSums: @unchecked Sendable {
  // Unchecked: until it is complete it belongs to one worker's event loop, and afterwards it never
  // changes, which `add` checks. It is an object because the tables of a value would be retained at
  // every visit.

  /// The properties shared by clicks that are counted together, besides the referrer.
  package struct Kind: Hashable, Sendable {
    /// Hours since 1970-01-01T00:00:00Z.
    package var hour: Int
    package var platform: UserAgent.Platform
    package var outcome: ClickOutcome
    package var isBot: Bool
    /// The traits that are summed by day only.
    package var traits: Traits

    package init(
      hour: Int, platform: UserAgent.Platform, outcome: ClickOutcome, isBot: Bool,
      traits: Traits = Traits()
    ) {
      self.traits = traits
      self.hour = hour
      self.platform = platform
      self.outcome = outcome
      self.isBot = isBot
    }

    /// Everything except the hour, as the slot for the last kind like this one in `plainKinds`.
    fileprivate var plainSlot: Int {
      (platform.number << 3 | outcome.number << 1 | (isBot ? 1 : 0)) << 6 | traits.hash & 63
    }
  }

  /// A kind of clicks with the host that they came from; empty for none.
  fileprivate struct ReferredKind: Hashable {
    let kind: Kind
    let referrer: String
  }

  /// `ClickTraits` as numbers.
  package struct Traits: Hashable, Sendable {
    package var language = CountedLanguage.unknown
    package var country = CountedCountry.unknown
    /// The index of the rule that decided; nil for none.
    package var rule: Int?
    /// How the link reached a newly installed app; nil for a click.
    package var way: ClaimWay?

    package init() {}

    fileprivate var hash: Int {
      language.spread ^ country.spread &* 7 ^ (rule ?? -1) &+ 1
    }
  }

  /// A link with its first sum.
  private struct Link {
    let hash: UInt64
    /// The offset of its slug in `names`.
    let name: UInt32
    let nameCount: UInt32
    let host: Int32
    /// The index of its next sum in `further`; negative for none.
    var next: Int32
    var sum: Sum
  }

  private struct Sum {
    let kind: Int32
    var count: Int
  }

  private struct Further {
    var sum: Sum
    let next: Int32
  }

  /// The scope within which referrers are distinguished. The store decides in the end; the limit here
  /// bounds what waits to be written.
  private struct ReferrerScope: Hashable {
    let link: Int32
    let day: Int
  }

  @exclusivity(unchecked) private var hosts: [String] = []
  @exclusivity(unchecked) private var hostNumbers: [String: Int32] = [:]
  /// The number of the host of the last visit, which the next one often shares.
  @exclusivity(unchecked) private var lastHost: Int32 = 0
  @exclusivity(unchecked) private var names: [UInt8] = []
  @exclusivity(unchecked) private var kinds: [ReferredKind] = []
  @exclusivity(unchecked) private var kindNumbers: [ReferredKind: Int32] = [:]
  /// The last kind without a referrer for each code and some of the traits, which covers nearly every
  /// visit.
  @exclusivity(unchecked) private var plainKinds = [Int32](repeating: -1, count: 64 * 64)
  @exclusivity(unchecked) private var links: [Link] = []
  @exclusivity(unchecked) private var further: [Further] = []
  /// Indexes into `links` plus one, by the hash of host and slug; zero marks a free slot.
  @exclusivity(unchecked) private var slots: [UInt32]
  @exclusivity(unchecked) private var referrers: [ReferrerScope: CountedNames] = [:]

  #if DEBUG
    @exclusivity(unchecked) private var isComplete = false
  #endif

  /// Ends counting. Nothing may be added afterwards, and any thread may read.
  package func complete() {
    #if DEBUG
      isComplete = true
    #endif
  }

  /// - Parameter room: the number of links for which no table needs to grow.
  package init(room: Int = 1024) {
    var size = 16
    while size < room * 2 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    links.reserveCapacity(room)
    names.reserveCapacity(room * 16)
  }

  package var count: Int { links.count + further.count }
  package var linkCount: Int { links.count }
  package var isEmpty: Bool { links.isEmpty }

  // MARK: - Counting

  /// Has the processor fetch the slot of a link, and later, with the same hash, the link itself, so that
  /// `add` need not wait for memory: of many links, few are in the processor's cache.
  ///
  /// - Parameter slug: the hash of the bytes of its slug (`ByteWords.hash`).
  package func approachSlot(slug: UInt64) {
    let slot = Int(truncatingIfNeeded: hash(slug, lastHost)) & (slots.count - 1)
    slots.withUnsafeBytes { slots in
      if let start = slots.baseAddress {
        MemoryHint.willRead(start + slot * MemoryLayout<UInt32>.stride)
      }
    }
  }

  /// The second step of `approachSlot`.
  package func approachLink(slug: UInt64) {
    let slot = Int(truncatingIfNeeded: hash(slug, lastHost)) & (slots.count - 1)
    guard slots[slot] != 0 else { return }
    let link = Int(slots[slot]) - 1
    links.withUnsafeBytes { links in
      if let start = links.baseAddress {
        MemoryHint.willRead(start + link * MemoryLayout<Link>.stride)
      }
    }
  }

  private func hash(_ slug: UInt64, _ host: Int32) -> UInt64 {
    slug ^ UInt64(truncatingIfNeeded: host) &* 0x9E37_79B9_7F4A_7C15
  }

  /// Counts one visit, under the referrer `other` once too many others are distinguished.
  ///
  /// - Parameters:
  ///   - slug: the bytes of its slug.
  ///   - slugHash: their hash (`ByteWords.hash`).
  ///   - referrer: the host that led to the link; empty for none.
  ///   - limit: the maximum number of sums; nil for no limit.
  /// - Returns: false for a visit that would need a sum beyond the limit and was not counted.
  package func add(
    host: String, slug: Span<UInt8>, slugHash: UInt64, _ kind: Kind, referrer: String,
    limit: Int? = nil
  ) -> Bool {
    #if DEBUG
      precondition(!isComplete, "the sums are complete")
    #endif
    let host = number(ofHost: host)
    let hash = hash(slugHash, host)
    let (slot, found) = find(hash, host, slug)
    if let found, referrer.isEmpty, isPlain(kind, links[found].sum.kind) {
      links[found].sum.count += 1
      return true
    }
    let room = limit.map { count < $0 } ?? true
    guard found != nil || room else { return false }
    let position = Int32(truncatingIfNeeded: found ?? links.count)
    let number = number(of: kind, referrer: capped(referrer, kind, of: position))
    if let found { return add(number, to: found, hasRoom: room) }
    append(hash, host, slug, Sum(kind: number, count: 1), at: slot)
    return true
  }

  /// Whether the kind at that index equals one without a referrer.
  private func isPlain(_ kind: Kind, _ number: Int32) -> Bool {
    guard number >= 0, plainKinds[kind.plainSlot] == number else { return false }
    // The rest is equal, as the slot is.
    let known = kinds[Int(number)].kind
    return known.hour == kind.hour && known.traits == kind.traits
  }

  private func add(_ kind: Int32, to link: Int, hasRoom: Bool) -> Bool {
    if links[link].sum.kind == kind {
      links[link].sum.count += 1
      return true
    }
    var next = links[link].next
    while next >= 0 {
      let position = Int(next)
      if further[position].sum.kind == kind {
        further[position].sum.count += 1
        return true
      }
      next = further[position].next
    }
    guard hasRoom else { return false }
    further.append(Further(sum: Sum(kind: kind, count: 1), next: links[link].next))
    links[link].next = Int32(truncatingIfNeeded: further.count - 1)
    return true
  }

  private func find(
    _ hash: UInt64, _ host: Int32, _ slug: Span<UInt8>
  ) -> (slot: Int, link: Int?) {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      let link = Int(slots[slot]) - 1
      if links[link].hash == hash, links[link].host == host, isNamed(links[link], slug) {
        return (slot, link)
      }
      slot = (slot &+ 1) & mask
    }
    return (slot, nil)
  }

  private func isNamed(_ link: Link, _ slug: Span<UInt8>) -> Bool {
    let start = Int(link.name)
    return names.withUnsafeBufferPointer { names in
      let name = Span(_unsafeElements: names).extracting(start..<start + Int(link.nameCount))
      return ByteWords.areEqual(name, slug)
    }
  }

  private func append(
    _ hash: UInt64, _ host: Int32, _ slug: Span<UInt8>, _ sum: Sum, at slot: Int
  ) {
    links.append(
      Link(
        hash: hash, name: UInt32(truncatingIfNeeded: names.count),
        nameCount: UInt32(truncatingIfNeeded: slug.count), host: host, next: -1, sum: sum))
    slug.withUnsafeBufferPointer { names.append(contentsOf: $0) }
    slots[slot] = UInt32(truncatingIfNeeded: links.count)
    if links.count * 2 > slots.count { spread() }
  }

  private func spread() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for (position, link) in links.enumerated() {
      var slot = Int(truncatingIfNeeded: link.hash) & mask
      while slots[slot] != 0 { slot = (slot &+ 1) & mask }
      slots[slot] = UInt32(truncatingIfNeeded: position + 1)
    }
  }

  private func number(ofHost host: String) -> Int32 {
    let last = Int(lastHost)
    if last < hosts.count, hosts[last] == host { return lastHost }
    lastHost = hostNumbers[host] ?? Int32(truncatingIfNeeded: hosts.count)
    if lastHost == hosts.count {
      hosts.append(host)
      hostNumbers[host] = lastHost
    }
    return lastHost
  }

  private func number(of kind: Kind, referrer: String) -> Int32 {
    let slot = kind.plainSlot
    if referrer.isEmpty, isPlain(kind, plainKinds[slot]) { return plainKinds[slot] }
    let referred = ReferredKind(kind: kind, referrer: referrer)
    let number = kindNumbers[referred] ?? Int32(truncatingIfNeeded: kinds.count)
    if number == kinds.count {
      kindNumbers[referred] = number
      kinds.append(referred)
    }
    if referrer.isEmpty { plainKinds[slot] = number }
    return number
  }

  private func capped(_ referrer: String, _ kind: Kind, of link: Int32) -> String {
    guard !referrer.isEmpty else { return referrer }
    let scope = ReferrerScope(link: link, day: StatisticsPeriod.day(ofHour: kind.hour))
    return referrers[scope, default: CountedNames(limit: CountedNames.referrersOfLink)]
      .label(referrer)
  }
}

// MARK: - Reading

extension ClickSums {
  /// All sums, with each link listed once.
  package var tally: ClickTally {
    var tally = ClickTally(
      links: CountedLinks(
        hosts: hosts, names: names,
        entries: links.map {
          CountedLinks.Entry(host: $0.host, start: $0.name, count: $0.nameCount)
        }))
    tally.reserveCapacity(links: links.count, sums: count)
    let kinds = kinds.map { tally.add(ClickKind($0)) }
    for (index, link) in links.enumerated() {
      tally.add(link.sum.count, of: index, kinds[Int(link.sum.kind)])
      var next = link.next
      while next >= 0 {
        let sum = further[Int(next)].sum
        tally.add(sum.count, of: index, kinds[Int(sum.kind)])
        next = further[Int(next)].next
      }
    }
    return tally
  }
}

extension ClickKind {
  fileprivate init(_ referred: ClickSums.ReferredKind) {
    let kind = referred.kind
    self.init(
      hour: kind.hour, platform: kind.platform.rawValue, referrerHost: referred.referrer,
      outcome: kind.outcome.rawValue, isBot: kind.isBot,
      traits: ClickTraits(
        rule: kind.traits.rule.map { LinkRule.name(at: $0) } ?? "",
        language: kind.traits.language.name, country: kind.traits.country.name,
        way: kind.traits.way?.rawValue ?? ""))
  }
}

extension ClickOutcome {
  /// A number from 0 to 3.
  fileprivate var number: Int {
    switch self {
    case .redirect: 0
    case .landing: 1
    case .preview: 2
    }
  }
}

extension UserAgent.Platform {
  /// A number from 0 to 7.
  fileprivate var number: Int {
    switch self {
    case .iPhone: 0
    case .iPad: 1
    case .android: 2
    case .macOS: 3
    case .windows: 4
    case .linux: 5
    case .chromeOS: 6
    case .unknown: 7
    }
  }
}
