package import Links

/// The clicks of links with a click limit, exact across all processes on the same data.
package protocol ClickLimits: AnyObject, Sendable {
  /// The number of clicks used or reserved, as far as this store knows. *Local.*
  ///
  /// Before the first reservation of a life it is the number of clicks counted so far.
  func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int

  /// The number of clicks used or reserved by all processes on the same data.
  func currentReservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int

  /// Reserves up to `wanted` of the remaining clicks. The reservation is durable before it is
  /// granted. A reserved click that is lost because a process was killed counts as used: it is
  /// unknown which clicks were used, and a click that came back could be granted beyond the limit.
  ///
  /// - Parameter limit: the link's `maxClicks`, which may have changed since the last reservation.
  func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>)

  /// Returns reserved clicks that were not used; without effect for a life that has ended.
  func giveBack(
    _ count: Int, of life: LinkLife, completion: @escaping StoreCompletion<Void>)
}

/// A link from its creation to its deletion; one that is created again at the same host and slug starts
/// anew.
package struct LinkLife: Hashable, Sendable {
  /// The host and slug of the link.
  package let key: LinkKey
  /// The time of creation; nil for configured links without one.
  package let createdAt: Timestamp?

  /// The present life of a link.
  package init(_ link: ShortLink) {
    key = link.key
    createdAt = link.createdAt
  }
}

/// The answer to `reserve`.
package struct Reservation: Equatable, Sendable {
  /// The number granted; 0 when none is left.
  package let granted: Int
  /// The number of clicks used or reserved, including these.
  package let reserved: Int

  package init(granted: Int, reserved: Int) {
    self.granted = granted
    self.reserved = reserved
  }

  /// Grants what is left of the limit, up to `wanted`: the rule for every engine.
  ///
  /// - Parameter reserved: the number of clicks used or reserved before.
  package init(wanted: Int, reserved: Int, limit: Int) {
    let (rest, overflows) = limit.subtractingReportingOverflow(reserved)
    granted = overflows ? 0 : max(0, min(wanted, rest))
    self.reserved = reserved + granted
  }
}
