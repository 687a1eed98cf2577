extension ShortLink {
  /// What is odd about the rules, each by itself and beside those before it.
  ///
  /// - Parameter knowsCountries: whether visits have countries; nil where that is not known.
  func ruleDoubts(now: Timestamp, knowsCountries: Bool?) -> [LinkDoubt] {
    let rules = self.rules
    var doubts: [LinkDoubt] = []
    for (position, rule) in rules.enumerated() {
      let found =
        rule.condition.doubt(now: now, knowsCountries: knowsCountries)
        ?? hidden(position, behind: rules)
      if let found {
        doubts.append(LinkDoubt(path: LinkRule.name(at: position), message: found))
      }
    }
    return doubts
  }

  /// Why no visit gets as far as a rule; nil when some do.
  private func hidden(_ position: Int, behind rules: [LinkRule]) -> String? {
    let condition = rules[position].condition
    var shares = 0
    for (earlier, rule) in rules[..<position].enumerated()
    where rule.condition.covers(condition) {
      guard let share = rule.condition.share else {
        return "the rule is never reached: \(LinkRule.name(at: earlier)) takes all of its visits"
      }
      shares += share
      if shares >= 100 {
        return "the rule is never reached: the shares before it take all of its visits"
      }
    }
    guard let share = condition.share, shares > 0, shares + share > 100 else { return nil }
    return "the rule gets \(100 - shares) of a hundred visits in place of \(share): the shares "
      + "before it take \(shares)"
  }
}

extension LinkRule.Condition {
  fileprivate func doubt(now: Timestamp, knowsCountries: Bool?) -> String? {
    if let from, let until, until <= from {
      return "the rule never matches: it ends at \(until) and begins only at \(from)"
    }
    if let until, until <= now { return "the rule is over: it ended at \(until)" }
    if !countries.isEmpty, knowsCountries == false {
      return "the rule never matches: 'country' needs server.geoDatabase, which is not set"
    }
    return nil
  }

  /// Whether every visit for which the other condition holds meets this one, shares aside.
  fileprivate func covers(_ other: LinkRule.Condition) -> Bool {
    func takes<Value: Equatable>(_ own: [Value], _ others: [Value]) -> Bool {
      own.isEmpty || !others.isEmpty && others.allSatisfy(own.contains)
    }
    guard takes(platforms, other.platforms), takes(countries, other.countries),
      query.allSatisfy(other.query.contains)
    else { return false }
    let takesLanguages =
      languages.isEmpty
      || !other.languages.isEmpty
        && other.languages.allSatisfy { tag in languages.contains { Self.range($0, takes: tag) } }
    guard takesLanguages else { return false }
    if let from {
      guard let begin = other.from, begin >= from else { return false }
    }
    if let until {
      guard let end = other.until, end <= until else { return false }
    }
    return true
  }
}
