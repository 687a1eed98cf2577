/// A problem with a link that is valid nevertheless, and the field it concerns.
package struct LinkDoubt: Equatable, Sendable {
  /// The path of the field in JSON, such as `expires`.
  package let path: String
  package let oddity: LinkOddity

  package var message: String { oddity.english }
}

extension ShortLink {
  /// The problems of which the author of a link is warned.
  ///
  /// - Parameters:
  ///   - knowsCountries: whether the countries of visits are known; nil when that is unclear.
  ///   - oddities: what is odd about its name.
  package func doubts(
    now: Timestamp, knowsCountries: Bool? = nil, _ oddities: [LinkOddity] = []
  ) -> [LinkDoubt] {
    oddities.map { LinkDoubt(path: "slug", oddity: $0) } + timeDoubts(now: now)
      + ruleDoubts(now: now, knowsCountries: knowsCountries)
  }

  private func timeDoubts(now: Timestamp) -> [LinkDoubt] {
    guard let expires = self.expires else { return [] }
    if let notBefore = self.notBefore, expires <= notBefore {
      let oddity = LinkOddity.endsBeforeItBegins(end: expires, begin: notBefore)
      return [LinkDoubt(path: "expires", oddity: oddity)]
    }
    return expires <= now ? [LinkDoubt(path: "expires", oddity: .isOver(expires))] : []
  }
}

extension ShortLink {
  /// The problems of the rules, individually and in view of preceding rules.
  ///
  /// - Parameter knowsCountries: whether the countries of visits are known; nil when that is unclear.
  func ruleDoubts(now: Timestamp, knowsCountries: Bool?) -> [LinkDoubt] {
    let rules = self.rules
    var doubts: [LinkDoubt] = []
    for (position, rule) in rules.enumerated() {
      let found =
        rule.condition.doubt(now: now, knowsCountries: knowsCountries)
        ?? hidden(position, behind: rules)
      if let found {
        doubts.append(LinkDoubt(path: LinkRule.name(at: position), oddity: found))
      }
    }
    return doubts
  }

  /// Why no visit reaches a rule; nil when some do.
  private func hidden(_ position: Int, behind rules: [LinkRule]) -> LinkOddity? {
    let condition = rules[position].condition
    var shares = 0
    for (earlier, rule) in rules[..<position].enumerated()
    where rule.condition.covers(condition) {
      guard let share = rule.condition.share else {
        return .ruleIsHidden(behind: LinkRule.name(at: earlier))
      }
      shares += share
      if shares >= 100 { return .sharesAreUsedUp }
    }
    guard let share = condition.share, shares > 0, shares + share > 100 else { return nil }
    return .shareIsCut(to: 100 - shares, from: share, before: shares)
  }
}

extension LinkRule.Condition {
  fileprivate func doubt(now: Timestamp, knowsCountries: Bool?) -> LinkOddity? {
    if let from, let until, until <= from {
      return .ruleEndsBeforeItBegins(end: until, begin: from)
    }
    if let until, until <= now { return .ruleIsOver(until) }
    return !countries.isEmpty && knowsCountries == false ? .ruleNeedsCountries : nil
  }

  /// Whether every visit that meets the other condition meets this one, apart from shares.
  fileprivate func covers(_ other: LinkRule.Condition) -> Bool {
    func takes<Value>(
      _ own: [Value], _ others: [Value], _ isInside: (Value, Value) -> Bool
    ) -> Bool {
      own.isEmpty
        || !others.isEmpty && others.allSatisfy { one in own.contains { isInside($0, one) } }
    }
    guard takes(platforms, other.platforms, ==), takes(countries, other.countries, ==),
      takes(languages, other.languages, { Self.range($0, takes: $1) }),
      query.allSatisfy(other.query.contains)
    else { return false }
    if let from {
      guard let begin = other.from, begin >= from else { return false }
    }
    if let until {
      guard let end = other.until, end <= until else { return false }
    }
    return true
  }
}
