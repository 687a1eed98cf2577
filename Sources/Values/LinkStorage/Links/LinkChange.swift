package import Links

/// What a link that is to be applied does to the one that is there: the rule of every engine.
package enum LinkChange: Equatable, Sendable {
  case create(ShortLink)
  case update(ShortLink)
  case unchanged
  /// The existing link was made or edited here.
  case keep

  /// - Parameters:
  ///   - existing: the link at the same place; nil without one.
  ///   - incoming: times and imported clicks that it lacks are no difference, nor is the time of its
  ///     last change: otherwise an export could not be imported without changing everything.
  ///   - overwritesEdits: whether a link gives way that was made or edited here.
  package init(
    existing: ShortLink?, incoming: ShortLink, now: Timestamp, overwritesEdits: Bool
  ) {
    guard let existing else {
      self = .create(incoming.stamped(now))
      return
    }
    var wanted = incoming
    wanted.createdAt = incoming.createdAt ?? existing.createdAt
    wanted.updatedAt = existing.updatedAt
    wanted.isEdited = existing.isEdited
    // Clicks that once came along stay when the file is imported again without them.
    if incoming.importedClicks == nil, existing.importedClicks != nil {
      wanted.rare.importedClicks = existing.importedClicks
    }
    guard wanted != existing else {
      self = .unchanged
      return
    }
    guard overwritesEdits || !existing.isEdited else {
      self = .keep
      return
    }
    wanted.updatedAt = now
    wanted.isEdited = false
    self = .update(wanted)
  }

  /// What the change comes to.
  package var applied: AppliedChange {
    switch self {
    case .create: .created
    case .update: .updated
    case .unchanged: .unchanged
    case .keep: .kept
    }
  }
}

extension ShortLink {
  /// A link that is made here, in place of being imported: imports leave it alone.
  package func made(_ now: Timestamp) -> ShortLink {
    var link = stamped(now)
    link.isEdited = true
    return link
  }

  /// The link with both times; those it has stay.
  package func stamped(_ now: Timestamp) -> ShortLink {
    var link = self
    link.createdAt = createdAt ?? now
    link.updatedAt = updatedAt ?? link.createdAt
    return link
  }

  /// Whether two links differ in nothing but slug and times.
  package func isLike(_ other: ShortLink) -> Bool {
    var own = self
    own.slug = other.slug
    own.createdAt = other.createdAt
    own.updatedAt = other.updatedAt
    own.isEdited = other.isEdited
    return own == other
  }
}
