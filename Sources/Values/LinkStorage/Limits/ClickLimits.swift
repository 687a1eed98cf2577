package import Links

/// The clicks of links that end after so many of them, exact across every process on the same data.
package protocol ClickLimits: AnyObject, Sendable {
  /// How many clicks are taken or reserved, as far as this store knows. *Local.*
  ///
  /// Before the first reservation of a life that is the number of clicks counted so far.
  func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int

  /// How many clicks are taken or reserved, for owners: by every process on the same data.
  func currentReservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int

  /// Takes up to `wanted` clicks of those that are left. The reservation is durable before it is
  /// granted: a click that is reserved and never used, since a process was killed, counts as used: nobody else knows which of them were
  /// used, and a click that came back could be granted beyond the limit.
  ///
  /// - Parameter limit: the link's `maxClicks`, which may have changed since the last reservation.
  func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>)

  /// Gives reserved clicks back that were not used. A life that is gone takes none.
  func giveBack(
    _ count: Int, of life: LinkLife, completion: @escaping StoreCompletion<Void>)
}

/// A link from its making to its deletion: one that is made again at the same place begins anew.
package struct LinkLife: Hashable, Sendable {
  package let key: LinkKey
  /// Nil for links of the configuration that name no time.
  package let createdAt: Timestamp?

  package init(_ link: ShortLink) {
    key = link.key
    createdAt = link.createdAt
  }
}

/// The answer to `reserve`.
package struct Reservation: Equatable, Sendable {
  /// 0 when none is left.
  package let granted: Int
  /// The clicks taken or reserved with these.
  package let reserved: Int

  package init(granted: Int, reserved: Int) {
    self.granted = granted
    self.reserved = reserved
  }

  /// What becomes of a wish: the rule of every engine.
  ///
  /// - Parameter reserved: the clicks taken or reserved before.
  package init(wanted: Int, reserved: Int, limit: Int) {
    let (rest, overflows) = limit.subtractingReportingOverflow(reserved)
    granted = overflows ? 0 : max(0, min(wanted, rest))
    self.reserved = reserved + granted
  }
}
