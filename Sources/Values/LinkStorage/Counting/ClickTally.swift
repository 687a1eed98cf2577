package import Links

/// The properties shared by clicks that are counted together.
package struct ClickKind: Hashable, Sendable {
  /// Hours since 1970-01-01T00:00:00Z.
  package var hour: Int
  /// The platform of the user agent, by its name in statistics.
  package var platform: String
  /// The host of the referrer; empty for none.
  package var referrerHost: String
  /// The outcome of the visit, by its name in statistics.
  package var outcome: String
  package var isBot: Bool
  /// The traits that are summed by day only.
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

  package var day: Int { StatisticsPeriod.day(ofHour: hour) }

  /// Whether these are clicks of people, which a link's total has.
  package var isClickByPerson: Bool { !isBot && !traits.isFirstOpening }
}

/// The clicks of a batch, with links and kinds listed separately: many links share a few kinds, so each
/// count takes only sixteen bytes.
package struct ClickTally: Equatable, Sendable {
  /// The index of a link in the tally that returned it.
  package struct Link: Hashable, Sendable {
    fileprivate let index: Int32
  }

  /// The index of a kind in the tally that returned it.
  package struct Kind: Hashable, Sendable {
    fileprivate let index: Int32
  }

  package struct Sum: Equatable, Sendable {
    fileprivate let linkIndex: Int32
    fileprivate let kindIndex: Int32
    package let count: Int

    package var link: Int { Int(linkIndex) }
    package var kind: Int { Int(kindIndex) }
  }

  /// The links in the order they were added. One that was added twice is listed twice.
  package private(set) var links = CountedLinks()
  package private(set) var kinds: [ClickKind] = []
  package private(set) var sums: [Sum] = []

  package init() {}

  /// - Parameter links: the first links.
  init(links: CountedLinks) {
    self.links = links
  }

  package var isEmpty: Bool { sums.isEmpty }

  package var count: Int { sums.count }

  package mutating func reserveCapacity(links count: Int, sums: Int) {
    links.reserveCapacity(count)
    self.sums.reserveCapacity(sums)
  }

  /// The index of one of the first links for `add(_:of:_:)`.
  func link(at index: Int) -> Link { Link(index: Int32(clamping: index)) }

  /// Adds a link and returns its index for `add(_:of:_:)`.
  package mutating func add(_ link: LinkKey) -> Link {
    links.append(link)
    return Link(index: Int32(clamping: links.count - 1))
  }

  /// Adds a kind and returns its index for `add(_:of:_:)`.
  package mutating func add(_ kind: ClickKind) -> Kind {
    kinds.append(kind)
    return Kind(index: Int32(clamping: kinds.count - 1))
  }

  /// Adds clicks; the link and kind must come from this tally.
  package mutating func add(_ count: Int, of link: Link, _ kind: Kind) {
    sums.append(Sum(linkIndex: link.index, kindIndex: kind.index, count: count))
  }
}

extension ClickTally {
  /// Sums separate counts, each link and kind once.
  ///
  /// - Parameter links: different links that come first, whether or not they have clicks.
  package init(_ clicks: [ClickCount], behind links: [LinkKey] = []) {
    self.init()
    var knownLinks: [LinkKey: Link] = [:]
    for link in links { knownLinks[link] = add(link) }
    var knownKinds: [ClickKind: Kind] = [:]
    for click in clicks {
      let link = knownLinks[click.key] ?? add(click.key)
      let kind = knownKinds[click.kind] ?? add(click.kind)
      (knownLinks[click.key], knownKinds[click.kind]) = (link, kind)
      add(click.count, of: link, kind)
    }
  }

  /// The same clicks as separate counts.
  package var clicks: [ClickCount] {
    sums.map { ClickCount(key: links[$0.link], kind: kinds[$0.kind], count: $0.count) }
  }
}
