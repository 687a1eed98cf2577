package import Links
import WebSyntax

package struct StoredLink: Equatable, Sendable {
  /// The identifier, assigned by the store and never reused.
  package let id: Int
  /// The revision, which increases by one with every change, from 1; a change names the revision that
  /// it is based on.
  package let revision: Int
  package let link: ShortLink

  package init(id: Int, revision: Int, link: ShortLink) {
    self.id = id
    self.revision = revision
    self.link = link
  }
}

/// A filter and order for links; a nil or empty field matches everything.
package struct LinkFilter: Equatable, Sendable {
  package var host: String?
  /// The hosts that the caller may see.
  package var reach = HostReach.everywhere
  /// A tag of the links, in any of its spellings.
  package var tag: String?
  package var owner: String?
  /// The `utm_campaign` of the links, compared byte by byte.
  package var campaign: String?
  /// Words, each in one of its forms in the slug, destination or name; the case of ASCII letters is
  /// ignored.
  package var search: String?
  /// The number of links that a page looks at where no index leads to those of the filter: in the order
  /// of clicks or of deletion, or if `isScanned`; nil for all.
  package var searchedLinks: Int?
  package var order = LinkOrder.created
  package var state: LinkState.AtTime?
  /// The health of their destinations at the last check; configured links are never checked.
  package var health: HealthState?

  package init(
    host: String? = nil, reach: HostReach = .everywhere, tag: String? = nil,
    owner: String? = nil, campaign: String? = nil, search: String? = nil,
    order: LinkOrder = .created,
    state: LinkState.AtTime? = nil, health: HealthState? = nil
  ) {
    self.health = health
    self.owner = owner
    self.campaign = campaign
    self.order = order
    self.host = host
    self.reach = reach
    self.tag = tag
    self.search = search
    self.state = state
  }
}

/// A stage in the life of a link, by which lists are filtered.
package enum LinkState: String, CaseIterable, Sendable {
  /// Visitors reach its destination; used-up clicks are not considered.
  case active
  case archived
  /// The link has expired, but is not archived.
  case expired
  case scheduled
  /// The link is active, and expires within `endingSeconds`.
  case ending

  /// Thirty days, in seconds.
  package static let endingSeconds = 30 * 86_400

  package struct AtTime: Equatable, Sendable {
    package let state: LinkState
    /// The time for which the state is determined.
    package let now: Timestamp

    package init(_ state: LinkState, at now: Timestamp) {
      self.state = state
      self.now = now
    }

    /// The end of the period that `ending` covers.
    package var horizon: Timestamp {
      Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + LinkState.endingSeconds)
    }

    /// Whether a link is in the state at that time: the rule for every engine, where no database
    /// applies it.
    package func takes(_ link: ShortLink) -> Bool {
      if state == .archived { return link.archived }
      guard !link.archived else { return false }
      let isOver = link.expires.map { $0 <= now } ?? false
      let isAhead = link.notBefore.map { $0 > now } ?? false
      switch state {
      case .archived: return false
      case .active: return !isOver && !isAhead
      case .expired: return isOver
      case .scheduled: return isAhead
      case .ending: return !isOver && link.expires.map { $0 <= horizon } ?? false
      }
    }
  }
}

extension LinkFilter {
  /// Whether the filter matches a configured link: the rule for every engine, where no database applies
  /// it.
  package func takes(_ link: ShortLink) -> Bool {
    // The health of configured links is not known.
    guard health == nil else { return false }
    // Compared by bytes, as databases do: Swift considers differently composed characters equal.
    if let host, !host.utf8.elementsEqual(link.host.utf8) { return false }
    guard reach.covers(link.host) else { return false }
    if let tag, !link.tags.map(TagName.folded).contains(TagName.folded(tag)) { return false }
    for (wanted, own) in [(owner, link.owner), (campaign, link.campaign["utm_campaign"])] {
      if let wanted, own.map({ wanted.utf8.elementsEqual($0.utf8) }) != true { return false }
    }
    if let state, !state.takes(link) { return false }
    guard !words.isEmpty else { return true }
    let unpacked = UnpackedLink(link)
    let texts = LinkField.searched.compactMap { field in
      if case .text(let text) = field.type.stored(in: unpacked) { Self.folded(text) } else { nil }
    }
    return wordForms.allSatisfy { forms in
      forms.map(Self.folded).contains { form in texts.contains { $0.contains(form) } }
    }
  }

  /// The words of the search: a link has each of them in one of its searched fields.
  /// Everything after the eighth word is one word with it, so that a search stays cheap.
  package var words: [String] {
    (search ?? "").split(separator: " ", maxSplits: Self.mostWords - 1).map(String.init)
  }

  /// Each of the words as typed, and as destinations have it: a host in Punycode, other letters beyond
  /// ASCII percent-encoded.
  package var wordForms: [[String]] {
    words.map { word in
      guard !word.utf8.allSatisfy({ $0 < 0x80 }) else { return [word] }
      let start = word.firstRange(of: "://")?.upperBound ?? word.startIndex
      let host = word[start...].prefix { !"/?#:".contains($0) }
      let encoded = PercentCoding.encodeUnsafe(word.utf8)
      guard let sent = HostName.sent(String(host)) else { return [word, encoded] }
      let rest = PercentCoding.encodeUnsafe(word[host.endIndex...].utf8)
      return [word, encoded, word[..<start] + sent + rest]
    }
  }

  private static let mostWords = 8

  /// The filter without the parts for which each link has to be looked at.
  package var indexed: LinkFilter {
    var filter = self
    filter.search = nil
    switch state?.state {
    case .expired, .scheduled: filter.state = nil
    // Most links are active, and those that are archived or end soon have an index.
    case .active, .archived, .ending, nil: break
    }
    return filter
  }

  /// Whether a list in the order of creation has to look at each link for parts of the filter.
  package var isScanned: Bool { !isByEnd && (!words.isEmpty || indexed.state != state) }

  /// The filter for deleted links, whose host, tags and campaign are known; nil if none of them is in
  /// the list.
  package var ofFormerLinks: LinkFilter? {
    owner == nil && state == nil && health == nil && words.isEmpty ? self : nil
  }

  /// Whether the list begins with the link that ends first, as one of links about to end does.
  package var isByEnd: Bool { order == .created && state?.state == .ending }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// The order of a list of links; equal links are ordered by identifier, newest first, and those with
/// equal clicks by their first click, the latest first.
package enum LinkOrder: String, CaseIterable, Sendable {
  /// Newest first.
  case created
  /// Most clicks first, as far as clicks are rolled up, including clicks imported from another service.
  case clicks
}

package struct LinkPage: Equatable, Sendable {
  package let links: [StoredLink]
  /// The cursor of the next page; nil on the last one.
  package let next: LinkCursor?
  /// The number of clicks that each link is ordered by; empty in the order of creation.
  package let clicks: [Int]
  /// Whether the page ends at `next` because as many links were looked at as may be, not because it is
  /// full.
  package let isCut: Bool

  package init(
    links: [StoredLink], next: LinkCursor?, clicks: [Int] = [], isCut: Bool = false
  ) {
    self.isCut = isCut
    self.links = links
    self.next = next
    self.clicks = clicks
  }
}

/// A position in a list, just after one link, which remains valid when links are added and deleted.
package struct LinkCursor: Equatable, Sendable {
  package let order: LinkOrder
  /// The time of creation in seconds since 1970, that of the end in a list by ends, or the number of
  /// clicks.
  package let rank: Int
  /// The identifier of the link before the position; among links with clicks, the number that orders
  /// those with as many.
  package let id: Int

  package init(createdAt: Timestamp, id: Int) {
    order = .created
    rank = createdAt.secondsSinceEpoch
    self.id = id
  }

  package init(clicks: Int, id: Int) {
    order = .clicks
    rank = clicks
    self.id = id
  }

  /// The time by which the link before the position is ordered, in a list by times.
  package var time: Timestamp { Timestamp(secondsSinceEpoch: rank) }

  /// The position of a link in a list by times.
  ///
  /// - Parameter isByEnd: whether the times are the ends of links, not their creation.
  package init(_ stored: StoredLink, isByEnd: Bool = false) {
    let time = isByEnd ? stored.link.expires : stored.link.createdAt
    self.init(createdAt: time ?? Timestamp(secondsSinceEpoch: 0), id: stored.id)
  }

  /// Reads a `description`; nil for any other text.
  package init?(_ text: String) {
    let isOfClicks = text.hasPrefix(Self.clickMark)
    guard
      let (rank, id) = Self.numbers(text.dropFirst(isOfClicks ? Self.clickMark.count : 0), ".")
    else { return nil }
    if isOfClicks {
      self.init(clicks: rank, id: id)
    } else {
      self.init(createdAt: Timestamp(secondsSinceEpoch: rank), id: id)
    }
  }

  fileprivate static let clickMark = "k"

  /// The two numbers of a text that has them as they are printed, with a mark in between.
  package static func numbers(_ text: Substring, _ mark: Character) -> (Int, Int)? {
    let parts = text.split(separator: mark)
    guard parts.count == 2, let first = Int(parts[0]), let second = Int(parts[1]),
      text == "\(first)\(mark)\(second)"
    else { return nil }
    return (first, second)
  }
}

extension LinkCursor: CustomStringConvertible {
  package var description: String { (order == .clicks ? Self.clickMark : "") + "\(rank).\(id)" }
}
