import AppAssociation
import JSONSyntax

/// Rules about the rules of an entry, and about their order.
extension AppleFile {
  static let listRules: [AppleRule] = [
    AppleRule("mixed-paths-components", each: \.entries) { entry, report in
      guard let paths = entry.spot.member("paths"), entry.spot.member("components") != nil else {
        return
      }
      report.warning(
        paths, "'paths' is ignored from iOS 13 on because 'components' is present",
        help:
          "give systems before iOS 13 a separate entry with 'appID' and 'paths' for the same URLs")
    },
    AppleRule("no-rules", each: \.entries) { entry, report in
      let keys = ["components", "paths"].compactMap(entry.spot.member)
      guard keys.allSatisfy({ $0.node.array?.isEmpty == true }),
        !UnknownKey.isMeant(["components", "paths"], in: entry.spot, among: UnknownKey.details)
      else { return }
      report.warning(
        keys.first ?? entry.spot, "the entry has no rules: no URL opens the app",
        help: "add \"components\": [{\"/\": \"/…\"}]")
    },
    AppleRule("only-exclusions", each: \.lists) { list, report in
      guard !list.rules.isEmpty, list.rules.allSatisfy(\.isExclude) else { return }
      let (rule, text): (JSONValue, String) =
        list.isLegacy
        ? (.string("/*"), "\"/*\"") : (.object(["/": .string("/*")]), "{\"/\": \"/*\"}")
      report.finding(
        .warning, list.spot, "all rules are excludes: no URL opens the app",
        repairs: [
          Repair(
            "add a final rule for the URLs that open it, such as \(text)",
            [.append([JSONNode(offset: -1, value: rule)], to: list.spot.node.offset)],
            effect: .fills)
        ], otherwise: "add a final rule for the URLs that open it")
    },
    AppleRule("accidental-catch-all", each: \.components) { rule, report in
      let effective = rule.effective
      guard effective.path == nil, effective.query == nil, effective.fragment == nil,
        rule.source.unreadKeys.isEmpty,
        !rule.spot.names.contains(where: { $0.name.hasPrefix("/") })
      else { return }
      report.finding(
        .error, rule.spot, "the rule has no pattern, so it matches every URL",
        repairs: [
          Repair(
            "add \"/\": \"*\" if that is intended",
            [.add("/", .string("*"), to: rule.spot.node.offset)], effect: .none)
        ])
    },
    AppleRule("excludes-everything", each: \.lists) { list, report in
      guard let number = list.rules.firstIndex(where: \.acceptsEverything),
        list.rules[number].isExclude, !report.hasError(in: list.rules[number].spot),
        list.rules[(number + 1)...].contains(where: { !$0.isExclude })
      else { return }
      let rule = list.rules[number]
      let toTheEnd = Repair(
        "move it to the end, or list only the paths that stay in the browser",
        [.remove(rule.spot.node.offset), .append([rule.spot.node], to: list.spot.node.offset)],
        effect: .corrects(rule: rule.spot.path))
      report.finding(
        .error, rule.spot, "the rule excludes every URL, so the rules after it are never reached",
        repairs: [requiringItems(rule), toTheEnd].compactMap(\.self),
        otherwise: "list only the paths that stay in the browser")
    },
    AppleRule("query-accepts-absence", each: \.patterns) { pattern, report in
      guard case .item(let name) = pattern.part, pattern.text.isStars,
        nameOfItem(name) == nil,
        !(pattern.rule.isExclude && pattern.rule.acceptsEverything)
      else { return }
      report.warning(
        pattern.spot, "'\(pattern.text)' also accepts URLs without '\(name)'",
        help: "\"?*\" accepts only URLs with '\(name)'")
    },
    AppleRule("contradictory-rule", each: \.lists) { list, report in
      for (rule, earlier) in list.repeated
      where rule.isExclude != earlier.isExclude && !report.hasError(in: rule.spot, earlier.spot) {
        report.warning(
          rule.spot, "\(earlier.spot.path) has the same patterns and the opposite effect",
          help: "keep the one that is meant: now the first one decides")
      }
    },
    AppleRule("duplicate-rule", each: \.lists) { list, report in
      for (rule, earlier) in list.repeated
      where rule.isExclude == earlier.isExclude && !report.hasError(in: rule.spot, earlier.spot) {
        report.finding(
          .warning, rule.spot, "the rule duplicates \(earlier.spot.path)",
          repairs: [.delete(rule.spot)],
          otherwise: "some systems read the two differently: write the one that is meant")
      }
    },
    AppleRule("unreachable-rule", check: UnreachableRule.check),
    AppleRule("late-exclude", check: LateExclude.check),
    AppleRule("legacy-entry-differs", check: LegacyEntryDiffers.check),
  ]

  private static func requiringItems(_ rule: Rule) -> Repair? {
    let items = rule.spot.member("?")?.members.map(\.spot).filter { $0.string?.isStars == true }
    guard let items, !items.isEmpty else { return nil }
    return Repair(
      "a missing item counts as empty, which '*' accepts: write \"?*\"",
      items.map { .replace($0.node.offset, .string("?*")) },
      effect: .corrects(rule: rule.spot.path))
  }
}

extension AppleFile.RuleList {
  /// The rules that repeat the patterns of an earlier one.
  var repeated: [(rule: AppleFile.Rule, earlier: AppleFile.Rule)] {
    var first: [Component: AppleFile.Rule] = [:]
    return rules.compactMap { rule in
      var bare = rule.effective
      bare.comment = nil
      bare.exclude = nil
      if let earlier = first[bare] { return (rule, earlier) }
      first[bare] = rule
      return nil
    }
  }
}
