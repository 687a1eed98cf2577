package import LinkStorage
package import Links

/// The rows of links as an engine writes them, inside a transaction.
package protocol LinkWriting: SendableMetatype {
  /// The error of a failed operation of the database.
  associatedtype Failure: Error

  /// The link at a host and slug, which no other transaction changes before the end of this one; nil
  /// when there is none.
  func locked(_ key: LinkKey) throws(Failure) -> StoredLink?

  /// The links at hosts and slugs, which no other transaction changes before the end of this one.
  func locked(_ keys: [LinkKey]) throws(Failure) -> [LinkKey: StoredLink]

  /// Keeps other transactions that call this from creating links with the same slugs before the end of
  /// this one. Called before rows are locked, and for links with other homes alone.
  func lockSlugs(of keys: [LinkKey]) throws(Failure)

  /// The first of the keys under which there is a link; nil for none.
  func firstTaken(of keys: [LinkKey]) throws(Failure) -> LinkKey?

  /// Creates a link as `ManagedLinks.create` does.
  func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) throws(Failure) -> Creation

  /// Inserts a link.
  ///
  /// - Returns: the identifier of the new row; nil when the host and slug are taken.
  func insertRow(_ link: ShortLink) throws(Failure) -> Int?

  /// Replaces a link by one with the same host and slug.
  func replace(_ old: StoredLink, by link: ShortLink) throws(Failure) -> StoredLink

  /// Deletes a link with its limit; the sums of its clicks stay in its history.
  func delete(_ old: StoredLink, _ now: Timestamp) throws(Failure) -> ChangedLink

  /// Makes the store agree with links.
  ///
  /// - Parameter homes: where no link may be for one to be created.
  /// - Returns: the outcome for each link, and the changes.
  func apply(
    _ links: [ShortLink], _ rule: ApplyingRule, _ homes: OtherHomes, _ now: Timestamp
  ) throws(Failure) -> (changes: [AppliedChange], changed: [ChangedLink])

  /// Restores the clicks against `maxClicks` that a deleted link had used.
  func restore(_ reservedClicks: Int, of link: ShortLink) throws(Failure)
}

extension LinkWriting {
  /// The link that keeps one from being created under a key; nil also when there is one under the key
  /// itself.
  package func taken(_ key: LinkKey, _ others: [LinkKey]) throws(Failure) -> LinkKey? {
    guard !others.isEmpty, let taken = try firstTaken(of: [key] + others), taken != key else {
      return nil
    }
    return taken
  }

  func lockSlugs(of keys: [LinkKey], _ homes: OtherHomes) throws(Failure) {
    try lockSlugs(of: keys.filter { !homes($0).isEmpty })
  }

  /// Reverts one change.
  ///
  /// - Returns: the change that this makes; nil when there was nothing to do.
  func revert(
    _ reversal: LinkReversal, _ there: StoredLink?, _ now: Timestamp
  ) throws(Failure) -> ChangedLink? {
    switch (there, reversal.link(at: now)) {
    case (nil, nil): return nil
    case (let there?, nil): return try delete(there, now)
    case (let there?, let link?): return .updated(try replace(there, by: link), there, now)
    case (nil, let link?):
      guard let id = try insertRow(link) else { return nil }
      if reversal.reservedClicks > 0 { try restore(reversal.reservedClicks, of: link) }
      return .created(link, id, now)
    }
  }
}

extension LinkKey {
  /// The order in which transactions lock keys, which is that of the database.
  package func isBefore(_ other: LinkKey) -> Bool {
    if host != other.host { return host.utf8.lexicographicallyPrecedes(other.host.utf8) }
    return slug.utf8.lexicographicallyPrecedes(other.slug.utf8)
  }
}
