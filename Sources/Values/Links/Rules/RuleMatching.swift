import WebSyntax

extension ShortLink {
  /// The index of the rule that applies to a visit; nil for none, so that the link's own destination
  /// applies.
  ///
  /// Shares are slices of a single draw: of three rules with 50, 30 and 20 percent exactly one applies,
  /// as long as the rest of their conditions holds.
  package func rule(for visit: Visit, now: Timestamp) -> Int? {
    let rules = self.rules
    guard !rules.isEmpty else { return nil }
    var taken = 0
    for position in rules.indices {
      guard rules[position].condition.holds(for: visit, now: now) else { continue }
      guard let share = rules[position].condition.share else { return position }
      if visit.traits.draw >= taken, visit.traits.draw < taken + share { return position }
      taken += share
    }
    return nil
  }
}

extension LinkRule.Condition {
  /// Whether everything but the share holds.
  func holds(for visit: Visit, now: Timestamp) -> Bool {
    if let from, now < from { return false }
    if let until, now >= until { return false }
    if !platforms.isEmpty, !platforms.contains(RulePlatform(visit.agent.platform)) { return false }
    if !countries.isEmpty, !countries.contains(visit.traits.country) { return false }
    if !languages.isEmpty,
      !languages.contains(where: { Self.range($0, takes: visit.traits.language) })
    {
      return false
    }
    for item in query where !VisitQuery.holds(item, in: visit.query) { return false }
    return true
  }

  /// Basic filtering (RFC 4647, section 3.3.1): `zh` matches `zh-hant`, but not vice versa.
  static func range(_ range: String, takes tag: String) -> Bool {
    let (range, tag) = (range.utf8, tag.utf8)
    guard tag.starts(with: range) else { return false }
    return tag.count == range.count || tag.dropFirst(range.count).first == UInt8(ascii: "-")
  }
}

/// Finds items in the query of a visit without copying it.
enum VisitQuery {
  static func holds(_ item: ShortLink.Extra, in query: String?) -> Bool {
    guard let query else { return false }
    var rest = query.utf8[...]
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex
      let part = rest[..<end]
      let mark = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
      if equals(part[..<mark], item.name), equals(part[mark...].dropFirst(), item.value) {
        return true
      }
      guard end < rest.endIndex else { return false }
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Whether an encoded text equals another once it is decoded as in forms; an invalid escape stands
  /// for itself.
  private static func equals(_ written: Substring.UTF8View, _ text: String) -> Bool {
    var expected = text.utf8.makeIterator()
    var index = written.startIndex
    while index < written.endIndex {
      var byte = written[index]
      index = written.index(after: index)
      if byte == UInt8(ascii: "%"), let (value, end) = escape(written, at: index) {
        (byte, index) = (value, end)
      } else if byte == UInt8(ascii: "+") {
        byte = UInt8(ascii: " ")
      }
      guard expected.next() == byte else { return false }
    }
    return expected.next() == nil
  }

  private static func escape(
    _ written: Substring.UTF8View, at index: Substring.UTF8View.Index
  ) -> (UInt8, Substring.UTF8View.Index)? {
    guard index < written.endIndex, let high = Hexadecimal.value(of: written[index]) else {
      return nil
    }
    let second = written.index(after: index)
    guard second < written.endIndex, let low = Hexadecimal.value(of: written[second]) else {
      return nil
    }
    return (high << 4 | low, written.index(after: second))
  }
}
