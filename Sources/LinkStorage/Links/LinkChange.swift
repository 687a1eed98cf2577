package import Links

/// What a link that is to be applied does to the one that is there: the rule of every engine.
package enum LinkChange: Equatable, Sendable {
  case create(ShortLink)
  case update(ShortLink)
  case unchanged

  /// - Parameters:
  ///   - existing: the link at the same place; nil without one.
  ///   - incoming: times that it lacks are no difference, nor is the time of its last change:
  ///     otherwise an export could not be imported without changing everything.
  package init(existing: ShortLink?, incoming: ShortLink, now: Timestamp) {
    guard let existing else {
      self = .create(incoming.stamped(now))
      return
    }
    var wanted = incoming
    wanted.createdAt = incoming.createdAt ?? existing.createdAt
    wanted.updatedAt = existing.updatedAt
    guard wanted != existing else {
      self = .unchanged
      return
    }
    wanted.updatedAt = now
    self = .update(wanted)
  }
}

extension ShortLink {
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
    return own == other
  }
}
