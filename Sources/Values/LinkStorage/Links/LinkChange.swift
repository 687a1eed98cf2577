package import Links

/// Whose links give way to a link that is applied.
package enum ApplyingRule: Equatable, Sendable {
  /// Those that an import has written.
  ///
  /// - Parameter overwritesEdits: whether also links that were made here, or edited since.
  case importing(overwritesEdits: Bool)
  /// Those of an owner, however often they were edited; the file with its links is the truth.
  case owning(String)

  /// A link that is new to the store.
  package func new(_ link: ShortLink, _ now: Timestamp) -> ShortLink {
    switch self {
    case .importing: link.stamped(now)
    // So that a later import leaves it alone.
    case .owning: link.made(now)
    }
  }

  /// Whether a link gives way to one that differs from it.
  package func yields(_ existing: ShortLink) -> Bool {
    switch self {
    case .importing(let overwritesEdits): overwritesEdits || !existing.isEdited
    case .owning(let owner): existing.owner == owner
    }
  }
}

/// What a link that is to be applied does to the one that is there: the rule of every engine.
package enum LinkChange: Equatable, Sendable {
  case create(ShortLink)
  case update(ShortLink)
  case unchanged
  /// The existing link does not give way.
  case keep

  /// - Parameters:
  ///   - existing: the link at the same place; nil without one.
  ///   - incoming: times and imported clicks that it lacks are no difference, nor is the time of its
  ///     last change: otherwise an export could not be imported without changing everything.
  ///   - rule: whose links give way.
  package init(existing: ShortLink?, incoming: ShortLink, now: Timestamp, _ rule: ApplyingRule) {
    guard let existing else {
      self = .create(rule.new(incoming, now))
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
    if case .owning = rule { wanted.createdAt = existing.createdAt ?? wanted.createdAt }
    guard wanted != existing else {
      self = .unchanged
      return
    }
    guard rule.yields(existing) else {
      self = .keep
      return
    }
    wanted.updatedAt = now
    if case .importing = rule { wanted.isEdited = false }
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
