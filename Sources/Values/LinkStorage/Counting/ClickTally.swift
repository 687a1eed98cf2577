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

  init(links: CountedLinks) {
    self.links = links
  }

  package var isEmpty: Bool { sums.isEmpty }

  package var count: Int { sums.count }

  package mutating func reserveCapacity(links count: Int, sums: Int) {
    links.reserveCapacity(count)
    self.sums.reserveCapacity(sums)
  }

  /// Adds a link and returns its index for `add(_:of:_:)`.
  package mutating func add(_ link: LinkKey) -> Int {
    links.append(link)
    return links.count - 1
  }

  /// Adds a kind and returns its index for `add(_:of:_:)`.
  package mutating func add(_ kind: ClickKind) -> Int {
    kinds.append(kind)
    return kinds.count - 1
  }

  /// Adds clicks of the link and the kind with these indexes.
  package mutating func add(_ count: Int, of link: Int, _ kind: Int) {
    sums.append(
      Sum(linkIndex: Int32(clamping: link), kindIndex: Int32(clamping: kind), count: count))
  }
}

extension ClickTally {
  /// Sums separate counts, each link and kind once.
  ///
  /// - Parameter links: different links that come first, whether or not they have clicks.
  package init(_ clicks: [ClickCount], behind links: [LinkKey] = []) {
    self.init()
    var knownLinks: [LinkKey: Int] = [:]
    for link in links { knownLinks[link] = add(link) }
    var knownKinds: [ClickKind: Int] = [:]
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

/// The keys of counted links in three pieces of memory, instead of a text for each: a worker's sums name
/// their links by bytes, and most links of a batch are recognized by their hashes alone.
package struct CountedLinks: RandomAccessCollection, Equatable, Sendable {
  /// A link by the index of its host and the range of its slug.
  struct Entry: Sendable {
    let host: Int32
    let start: UInt32
    let count: UInt32
  }

  /// The hosts, which may repeat.
  private var hosts: [String]
  /// The slugs one after the other.
  private var names: [UInt8]
  private var entries: [Entry]

  /// - Parameters:
  ///   - names: the slugs one after the other.
  ///   - entries: the links, with indexes into both.
  init(hosts: [String] = [], names: [UInt8] = [], entries: [Entry] = []) {
    self.hosts = hosts
    self.names = names
    self.entries = entries
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(position: Int) -> LinkKey {
    let entry = entries[position]
    return LinkKey(
      host: hosts[Int(entry.host)], slug: String(decoding: names[bytes(of: entry)], as: UTF8.self))
  }

  private func bytes(of entry: Entry) -> Range<Int> {
    Int(entry.start)..<Int(entry.start) + Int(entry.count)
  }

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
  }

  mutating func append(_ link: LinkKey) {
    if hosts.last != link.host { hosts.append(link.host) }
    entries.append(
      Entry(
        host: Int32(clamping: hosts.count - 1), start: UInt32(clamping: names.count),
        count: UInt32(clamping: link.slug.utf8.count)))
    names.append(contentsOf: link.slug.utf8)
  }

  /// 64 bits of a hash of each link, in order. The hash is keyed: nobody outside of the process can
  /// choose links that share one.
  package var hashes: [UInt64] {
    let hosts = hosts.map { host in
      var hasher = Hasher()
      hasher.combine(host)
      return hasher
    }
    return names.withUnsafeBytes { names in
      entries.map { entry in
        var hasher = hosts[Int(entry.host)]
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: names[bytes(of: entry)]))
        return UInt64(bitPattern: Int64(hasher.finalize()))
      }
    }
  }

  package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
}

/// Equal clicks of one hour. No address, user agent or referrer path is kept.
package struct ClickCount: Hashable, Sendable {
  /// The link, which may be a configured one.
  package var key: LinkKey
  package var kind: ClickKind
  package var count: Int

  package init(key: LinkKey, kind: ClickKind, count: Int) {
    self.key = key
    self.kind = kind
    self.count = count
  }

  package init(
    key: LinkKey, hour: Int, platform: String, referrerHost: String, outcome: String, isBot: Bool,
    traits: ClickTraits = .none, count: Int
  ) {
    self.init(
      key: key,
      kind: ClickKind(
        hour: hour, platform: platform, referrerHost: referrerHost, outcome: outcome, isBot: isBot,
        traits: traits), count: count)
  }
}

/// One launch as reported by an app.
package struct CountedLaunch: Equatable, Sendable {
  /// Identifies a repeated report; nil when the app sends no identifier.
  package var id: String?
  package var launch: LaunchCount

  package init(id: String?, launch: LaunchCount) {
    self.id = id
    self.launch = launch
  }

  /// The number of identifiers kept; beyond it the oldest are forgotten early.
  package static let identifiersKept = 500_000
}

/// Equal launches of one day, as reported by apps.
package struct LaunchCount: Hashable, Sendable {
  package var app: String
  package var event: String
  /// The version of the app; empty when it was not reported.
  package var appVersion: String
  /// The version of the system; empty when it was not reported.
  package var systemVersion: String
  /// Days since 1970-01-01.
  package var day: Int
  package var count: Int

  package init(
    app: String, event: String, appVersion: String, systemVersion: String, day: Int, count: Int
  ) {
    self.app = app
    self.event = event
    self.appVersion = appVersion
    self.systemVersion = systemVersion
    self.day = day
    self.count = count
  }
}
