import AppAssociation

/// The rules of a list that repeat the patterns of an earlier one.
struct RepeatedRules {
  private(set) var pairs: [Reachability.Shadow] = []

  init(_ list: AppleFile.RuleList) {
    var first: [Component: Int] = [:]
    for (number, rule) in list.rules.enumerated() {
      var bare = rule.effective
      bare.comment = nil
      bare.exclude = nil
      if let earlier = first[bare] {
        pairs.append(Reachability.Shadow(rule: number, earlier: earlier))
      } else {
        first[bare] = number
      }
    }
  }
}
