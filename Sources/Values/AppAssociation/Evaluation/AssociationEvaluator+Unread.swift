extension AssociationEvaluator {
  /// Describes the parts of a rule that this version ignores, without capitals or full stops.
  func unreadParts(of rule: EffectiveRules.Rule, in entry: EffectiveRules) -> [String] {
    let path = entry.details.path(of: rule.source)
    if rule.isUnknownNot {
      return ["iOS \(system) does not support 'NOT ', which was introduced in iOS 9.2"]
    }
    guard !rule.source.isLegacy else { return [] }
    let own = rule.source.component
    var sentences: [String] = []
    func ignored(_ key: String, since: String) {
      sentences.append(
        "iOS \(system) ignores '\(key)' of \(path), which was introduced in iOS \(since)")
    }
    if own.caseSensitive == false, !features.knowsCaseSensitive {
      ignored("caseSensitive", since: "13.5")
    }
    if own.percentEncoded == false, !features.knowsPercentEncoded {
      ignored("percentEncoded", since: "14")
    }
    if !features.knowsDefaults,
      entry.details.defaults != nil || association.applinks?.defaults != nil
    {
      sentences.append("iOS \(system) ignores 'defaults', which was introduced in iOS 14")
    }
    if !features.knowsVariables, own.patterns.contains(where: { $0.holdsVariable }) {
      sentences.append("iOS \(system) does not support '$(…)', which was introduced in iOS 13.5")
    }
    for key in rule.source.unreadKeys {
      sentences.append(
        key == "?"
          ? "'?' of \(path) is ignored as a whole, because a value in it is not a string"
          : "'\(key)' of \(path) is ignored, because its value has the wrong type")
    }
    return sentences
  }
}
