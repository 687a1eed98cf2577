import AppAssociation

/// Entries for systems before iOS 13 that open more than those for newer ones.
enum LegacyEntryDiffers {
  static func check(_ file: AppleFile, _ report: inout Report) {
    let modern = modernLists(file)
    var compiled: [Int: CompiledRules] = [:]
    for list in file.lists where list.isLegacy && list.entry.details.components == nil {
      guard let app = list.entry.details.appID, let number = modern[app],
        !report.hasError(in: list.spot, file.lists[number].spot)
      else { continue }
      let rules = file.lists[number].rules
      let new =
        compiled[number]
        ?? CompiledRules(rules.map { ComponentMatcher($0.effective, variables: file.variables) })
      compiled[number] = new
      guard let (rule, path) = difference(list, new, &report.budget) else { continue }
      report.warning(
        rule.spot, "'\(path)' opens the app here but not in \(file.lists[number].spot.path)",
        help: "make both entries open the same URLs")
    }
  }

  /// The first list for newer systems of each app.
  private static func modernLists(_ file: AppleFile) -> [String: Int] {
    var lists: [String: Int] = [:]
    for (number, list) in file.lists.enumerated() where !list.isLegacy {
      for app in list.entry.details.identifiers() where lists[app] == nil { lists[app] = number }
    }
    return lists
  }

  /// The first rule with a sample URL that it opens but the newer rules do not.
  private static func difference(
    _ list: AppleFile.RuleList, _ new: CompiledRules, _ budget: inout WorkBudget
  ) -> (AppleFile.Rule, path: String)? {
    let old = CompiledRules(list.rules.map { ComponentMatcher($0.effective, variables: nil) })
    for rule in list.rules where !rule.isExclude {
      guard budget.spend(50) else { return nil }
      guard let example = ExampleURL(rule.effective, variables: nil)?.parts,
        old.opens(example, &budget), !new.opens(example, &budget), !budget.isExceeded
      else { continue }
      return (rule, String(decoding: example.path, as: UTF8.self))
    }
    return nil
  }
}

extension CompiledRules {
  /// Whether the first rule that matches opens the app.
  fileprivate func opens(_ url: EvaluatedURL, _ budget: inout WorkBudget) -> Bool {
    let rule = first(url, &budget)
    return rule.map { !matchers[$0].isExclude } ?? false
  }
}
