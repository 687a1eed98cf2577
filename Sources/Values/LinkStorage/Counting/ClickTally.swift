package import Links

/// What clicks of a link have in common that count together.
package struct ClickKind: Hashable, Sendable {
  /// Hours since 1970-01-01T00:00:00Z.
  package var hour: Int
  package var platform: String
  /// Empty without one.
  package var referrerHost: String
  package var outcome: String
  package var isBot: Bool
  package var traits: ClickTraits

  package init(
    hour: Int, platform: String, referrerHost: String, outcome: String, isBot: Bool,
    traits: ClickTraits = .none
  ) {
    self.traits = traits
    self.hour = hour
    self.platform = platform
    self.referrerHost = referrerHost
    self.outcome = outcome
    self.isBot = isBot
  }
}

/// The clicks of a batch, with links and kinds apart: many links have clicks of a few kinds, and
/// a count for each pair takes sixteen bytes.
package struct ClickTally: Equatable, Sendable {
  /// The place of a link in the tally that gave it.
  package struct Link: Hashable, Sendable {
    fileprivate let place: Int32
  }

  /// The place of a kind in the tally that gave it.
  package struct Kind: Hashable, Sendable {
    fileprivate let place: Int32
  }

  private struct Sum: Equatable {
    let link: Int32
    let kind: Int32
    let count: Int
  }

  /// As they were added: a link that was added twice stands here twice, and has clicks all the same.
  package private(set) var links: [LinkKey] = []
  package private(set) var kinds: [ClickKind] = []
  private var sums: [Sum] = []

  package init() {}

  package var isEmpty: Bool { sums.isEmpty }

  /// How many counts it has.
  package var count: Int { sums.count }

  package mutating func reserveCapacity(links count: Int, sums: Int) {
    links.reserveCapacity(count)
    self.sums.reserveCapacity(sums)
  }

  package mutating func add(_ link: LinkKey) -> Link {
    links.append(link)
    return Link(place: Int32(clamping: links.count - 1))
  }

  package mutating func add(_ kind: ClickKind) -> Kind {
    kinds.append(kind)
    return Kind(place: Int32(clamping: kinds.count - 1))
  }

  /// Adds clicks of a link and a kind that this tally has been given.
  package mutating func add(_ count: Int, of link: Link, _ kind: Kind) {
    sums.append(Sum(link: link.place, kind: kind.place, count: count))
  }

  /// The clicks as places in `links` and in `kinds`.
  package var places: some Sequence<(link: Int, kind: Int, count: Int)> {
    sums.lazy.map { (Int($0.link), Int($0.kind), $0.count) }
  }
}

extension ClickTally {
  package init(_ clicks: [ClickCount]) {
    self.init()
    var knownLinks: [LinkKey: Link] = [:]
    var knownKinds: [ClickKind: Kind] = [:]
    for click in clicks {
      let link = knownLinks[click.key] ?? add(click.key)
      let kind = knownKinds[click.kind] ?? add(click.kind)
      (knownLinks[click.key], knownKinds[click.kind]) = (link, kind)
      add(click.count, of: link, kind)
    }
  }

  /// The same clicks one by one.
  package var clicks: [ClickCount] {
    places.map { ClickCount(key: links[$0.link], kind: kinds[$0.kind], count: $0.count) }
  }
}

extension ClickCount {
  package init(key: LinkKey, kind: ClickKind, count: Int) {
    self.init(
      key: key, hour: kind.hour, platform: kind.platform, referrerHost: kind.referrerHost,
      outcome: kind.outcome, isBot: kind.isBot, traits: kind.traits, count: count)
  }

  package var kind: ClickKind {
    ClickKind(
      hour: hour, platform: platform, referrerHost: referrerHost, outcome: outcome, isBot: isBot,
      traits: traits)
  }
}
