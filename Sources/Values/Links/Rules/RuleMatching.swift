extension ShortLink {
  /// The index of the rule that applies to a visit; nil for none, so that the link's own destination
  /// applies.
  ///
  /// Shares are slices of a single draw: of three rules with 50, 30 and 20 percent exactly one applies,
  /// as long as the rest of their conditions holds.
  package func rule(for visit: Visit, now: Timestamp) -> Int? {
    let rules = self.rules
    guard !rules.isEmpty else { return nil }
    let items = QueryItems((visit.query ?? "").utf8)
    var taken = 0
    for position in rules.indices {
      guard rules[position].condition.holds(for: visit, items, now: now) else { continue }
      guard let share = rules[position].condition.share else { return position }
      if visit.traits.draw >= taken, visit.traits.draw < taken + share { return position }
      taken += share
    }
    return nil
  }
}

extension LinkRule.Condition {
  /// Whether everything but the share holds.
  ///
  /// - Parameter items: the query of the visit.
  func holds(for visit: Visit, _ items: QueryItems, now: Timestamp) -> Bool {
    if let from, now < from { return false }
    if let until, now >= until { return false }
    if !platforms.isEmpty, !platforms.contains(visit.agent.platform) { return false }
    if !countries.isEmpty, !countries.contains(visit.traits.country) { return false }
    if !languages.isEmpty,
      !languages.contains(where: { Self.range($0, takes: visit.traits.language) })
    {
      return false
    }
    return query.allSatisfy(items.hold)
  }

  /// Basic filtering (RFC 4647, section 3.3.1): `zh` matches `zh-hant`, but not vice versa.
  static func range(_ range: String, takes tag: String) -> Bool {
    let (range, tag) = (range.utf8, tag.utf8)
    guard tag.starts(with: range) else { return false }
    return tag.count == range.count || tag.dropFirst(range.count).first == UInt8(ascii: "-")
  }
}
