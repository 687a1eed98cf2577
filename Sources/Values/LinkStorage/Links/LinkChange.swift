package import Links

/// The existing links that an applied link may replace.
package enum ApplyingRule: Equatable, Sendable {
  /// Links that were imported and not edited since.
  ///
  /// - Parameter overwritesEdits: whether also links that were created here or edited since.
  case importing(overwritesEdits: Bool)
  /// An owner's links, however often they were edited: the file with the links is authoritative.
  case owning(String)

  /// The link as it is stored when it is new.
  package func new(_ link: ShortLink, _ now: Timestamp) -> ShortLink {
    switch self {
    case .importing: link.stamped(now)
    // Marked as edited, so that a later import leaves it alone.
    case .owning: link.made(now)
    }
  }

  /// Whether an existing link may be replaced by one that differs.
  package func yields(_ existing: ShortLink) -> Bool {
    switch self {
    case .importing(let overwritesEdits): overwritesEdits || !existing.isEdited
    case .owning(let owner): existing.belongs(to: owner)
    }
  }
}

/// The effect of applying a link where another may exist: the rule for every engine.
package enum LinkChange: Equatable, Sendable {
  case create(ShortLink)
  case update(ShortLink)
  case unchanged
  case keep

  /// - Parameters:
  ///   - existing: the link at the same host and slug; nil for none.
  ///   - incoming: the link to apply. Missing times and imported clicks do not count as a difference,
  ///     nor does the time of its last change: otherwise importing an export would change everything.
  ///   - rule: which existing links may be replaced.
  package init(existing: ShortLink?, incoming: ShortLink, now: Timestamp, _ rule: ApplyingRule) {
    guard let existing else {
      self = .create(rule.new(incoming, now))
      return
    }
    var wanted = incoming
    wanted.createdAt = incoming.createdAt ?? existing.createdAt
    wanted.updatedAt = existing.updatedAt
    wanted.isEdited = existing.isEdited
    // Imported clicks stay when the file is imported again without them.
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
  /// The link marked as created here, so that imports leave it alone.
  package func made(_ now: Timestamp) -> ShortLink {
    var link = stamped(now)
    link.isEdited = true
    return link
  }

  /// The link with both times set; existing times stay.
  package func stamped(_ now: Timestamp) -> ShortLink {
    var link = self
    link.createdAt = createdAt ?? now
    link.updatedAt = updatedAt ?? link.createdAt
    return link
  }

  /// Whether two links differ only in slug and times.
  package func isLike(_ other: ShortLink) -> Bool {
    fields(differingFrom: other).allSatisfy { !$0.isContent }
  }
}
