package import Links

/// The clicks of links with a click limit, exact across all processes on the same data.
package protocol ClickLimits: AnyObject, Sendable {
  /// The number of clicks used or reserved by all processes on the same data.
  ///
  /// Before the first reservation of a life it is the number of clicks counted so far.
  func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int

  /// Reserves up to `wanted` of the remaining clicks. The reservation is durable before it is
  /// granted. A reserved click that is lost because a process was killed counts as used: it is
  /// unknown which clicks were used, and a click that came back could be granted beyond the limit.
  ///
  /// - Parameters:
  ///   - wanted: the number of clicks; 0 to ask how many are reserved.
  ///   - limit: the link's `maxClicks`, which may have changed since the last reservation.
  func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>)

  /// Returns reserved clicks that were not used. Those of a link that was deleted meanwhile return to
  /// its history, from which it is restored; without effect once another link is there.
  ///
  /// Fails only if nothing was returned, so that it may be repeated. When it is unknown whether the
  /// clicks were returned, they count as returned: twice would be more than were reserved.
  ///
  /// - Parameter link: the link for which they were reserved, see `Reservation.link`.
  func giveBack(
    _ count: Int, of life: LinkLife, by link: Int, completion: @escaping StoreCompletion<Void>)
}

/// A link from its creation to its deletion; one that is created again at the same host and slug starts
/// anew.
package struct LinkLife: Hashable, Sendable {
  package let key: LinkKey
  /// The time of creation, in seconds since 1970, by which stores tell the lives at one host and slug
  /// apart; 0 for configured links without one.
  package let number: Int

  package init(key: LinkKey, number: Int) {
    self.key = key
    self.number = number
  }

  package init(_ link: ShortLink) {
    self.init(key: link.key, number: link.createdAt?.secondsSinceEpoch ?? 0)
  }
}

package struct Reservation: Equatable, Sendable {
  /// The number granted; 0 when none is left.
  package let granted: Int
  /// The number of clicks used or reserved, including these.
  package let reserved: Int
  /// The identifier of the link; 0 for one that is not in the store. Nil if the store does not answer
  /// and nothing was recorded: then every visitor may be led on, and no click is kept.
  package let link: Int?

  package init(granted: Int, reserved: Int, link: Int? = 0) {
    self.granted = granted
    self.reserved = reserved
    self.link = link
  }

  /// Grants what is left of the limit, up to `wanted`: the rule for every engine.
  ///
  /// - Parameters:
  ///   - reserved: the number of clicks used or reserved before.
  ///   - link: the identifier of the link; 0 for one that is not in the store.
  package init(wanted: Int, reserved: Int, limit: Int, link: Int) {
    self.link = link
    let (rest, overflows) = limit.subtractingReportingOverflow(reserved)
    granted = overflows ? 0 : max(0, min(wanted, rest))
    self.reserved = reserved + granted
  }
}
