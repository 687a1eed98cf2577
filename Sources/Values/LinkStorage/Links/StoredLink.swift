package import Links

/// A link as a store holds it.
package struct StoredLink: Equatable, Sendable {
  /// Given by the store, never twice.
  package let id: Int
  /// Grows by one with every change, from 1: a change names the revision that it is based on.
  package let revision: Int
  /// The link itself.
  package let link: ShortLink

  package init(id: Int, revision: Int, link: ShortLink) {
    self.id = id
    self.revision = revision
    self.link = link
  }
}

/// Which links are asked for; what is nil or empty does not matter.
package struct LinkFilter: Equatable, Sendable {
  /// The host of the links.
  package var host: String?
  /// The hosts that the asking caller may see.
  package var reach = HostReach.everywhere
  /// A tag that the links have, spelt alike to the byte.
  package var tag: String?
  /// Whose file keeps the links.
  package var owner: String?
  /// Their `utm_campaign`, spelt alike to the byte.
  package var campaign: String?
  /// Text that stands in the slug, the destination or the name; case of ASCII letters aside.
  package var search: String?
  /// The order of the list.
  package var order = LinkOrder.created
  /// Where the links stand in their lives.
  package var state: LinkState.AtTime?
  /// How their destinations did when they were last asked; links of the configuration are not.
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

/// Where a link stands in its life, as lists are filtered by it.
package enum LinkState: String, CaseIterable, Sendable {
  /// Visitors get where it leads; whether its clicks are used up is not looked at.
  case active
  case archived
  /// Over, though not archived.
  case expired
  /// Not to be found yet.
  case scheduled
  /// Active, and over within `endingSeconds`.
  case ending

  /// Thirty days.
  package static let endingSeconds = 30 * 86_400

  /// A state, and the time at which links are in it.
  package struct AtTime: Equatable, Sendable {
    /// Where links stand in their lives.
    package let state: LinkState
    /// The time at which they do.
    package let now: Timestamp

    package init(_ state: LinkState, at now: Timestamp) {
      self.state = state
      self.now = now
    }

    /// The time at which `ending` stops looking.
    package var horizon: Timestamp {
      Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + LinkState.endingSeconds)
    }

    /// Whether a link is in the state then: the rule of every engine, where no database applies it.
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
  /// Whether the filter takes a link of the configuration: the rule of every engine, where no database
  /// applies it.
  package func takes(_ link: ShortLink) -> Bool {
    // Nothing is known of the destinations of those.
    guard health == nil else { return false }
    // By bytes as databases compare: to Swift the same letter in two spellings is equal.
    if let host, !host.utf8.elementsEqual(link.host.utf8) { return false }
    guard reach.covers(link.host) else { return false }
    if let tag, !link.tags.contains(where: { $0.utf8.elementsEqual(tag.utf8) }) { return false }
    if let owner, link.owner != owner { return false }
    if let campaign, link.campaign["utm_campaign"].map({ Array($0.utf8) }) != Array(campaign.utf8) {
      return false
    }
    if let state, !state.takes(link) { return false }
    guard let search, !search.isEmpty else { return true }
    let wanted = Self.folded(search)
    return [link.slug, link.url, link.name ?? ""].contains { Self.folded($0).contains(wanted) }
  }

  private static func folded(_ text: String) -> [UInt8] {
    text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// In which order links are listed; of equal ones those first that came last into the store.
package enum LinkOrder: String, CaseIterable, Sendable {
  /// The newest first.
  case created
  /// Those with the most clicks first, as far as clicks are summed up, those included that came
  /// along from another service.
  case clicks
}

/// A part of a list, in the order that was asked for.
package struct LinkPage: Equatable, Sendable {
  /// The links of the part.
  package let links: [StoredLink]
  /// Where the next part begins; nil at the end.
  package let next: LinkCursor?
  /// The number that each link is ordered by; empty in the order of creation.
  package let clicks: [Int]

  package init(links: [StoredLink], next: LinkCursor?, clicks: [Int] = []) {
    self.links = links
    self.next = next
    self.clicks = clicks
  }

  /// The part of a list in the order of clicks.
  ///
  /// - Parameters:
  ///   - found: Links with their clicks, one more than the limit where there is another part.
  ///   - limit: The length of the part.
  package init(_ found: [(link: StoredLink, clicks: Int)], limit: Int) {
    let page = found.prefix(limit)
    self.init(
      links: page.map(\.link),
      next: found.count > limit
        ? page.last.map { LinkCursor(clicks: $0.clicks, id: $0.link.id) } : nil,
      clicks: page.map(\.clicks))
  }
}

/// A place in a list that stays where it is when links come and go: behind that link.
package struct LinkCursor: Equatable, Sendable {
  /// The order of the list.
  package let order: LinkOrder
  /// When the link was made, in seconds since 1970, or its clicks.
  package let rank: Int
  /// The identifier of the last link before the place.
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

  /// The time of creation of the last link before the place, in the order of creation.
  package var createdAt: Timestamp { Timestamp(secondsSinceEpoch: rank) }

  package init(_ stored: StoredLink) {
    self.init(createdAt: stored.link.createdAt ?? Timestamp(secondsSinceEpoch: 0), id: stored.id)
  }

  /// Reads what `description` wrote.
  package init?(_ text: String) {
    let isOfClicks = text.hasPrefix(Self.clickMark)
    let parts = text.dropFirst(isOfClicks ? Self.clickMark.count : 0).split(
      separator: ".", omittingEmptySubsequences: false)
    // Numbers as they are printed, of any date and any store.
    guard parts.count == 2, text.utf8.count <= 43, let rank = Int(parts[0]),
      let id = Int(parts[1]), parts[0] == String(rank), parts[1] == String(id)
    else { return nil }
    if isOfClicks {
      self.init(clicks: rank, id: id)
    } else {
      self.init(createdAt: Timestamp(secondsSinceEpoch: rank), id: id)
    }
  }

  fileprivate static let clickMark = "k"
}

extension LinkCursor: CustomStringConvertible {
  package var description: String { (order == .clicks ? Self.clickMark : "") + "\(rank).\(id)" }
}
