import AppAssociation
import JSONSyntax
import WebSyntax

/// Rules about Dynamic App Links.
extension AndroidFile {
  static let dynamicRules: [AndroidRule] = [
    AndroidRule("dynamic-rules", each: \.statements) { statement, report in
      guard let node = statement.meaning.dynamicRules else { return }
      do throws(DynamicRule.Malformation) {
        _ = try DynamicRule.list(node)
      } catch {
        let node = JSONNode(offset: error.offset, value: .null)
        report.error(
          Spot(node, path: statement.meaning.dynamicPath + error.path),
          "\(error.message); all rules of the list are discarded",
          help: error.help
            ?? "write the rules, or delete the key: then only the intent filters of the manifest decide"
        )
      }
    },
    AndroidRule("dynamic-place", each: \.statements) { statement, report in
      for stray in statement.meaning.strayRules {
        let spot = Spot(JSONNode(offset: stray.offset, value: .null), path: stray.path)
        if stray.holdsRules {
          report.error(spot, "\(stray.message); no rule of it applies", help: stray.help)
        } else {
          report.warning(spot, stray.message, help: stray.help)
        }
      }
    },
    AndroidRule("dynamic-unknown-key", each: \.ruleSpots) { rule, report in
      for (name, member) in rule.names where !DynamicRule.keys.contains(name) {
        let isApple = ["caseSensitive", "percentEncoded"].contains(name)
        let meant = isApple ? nil : DynamicRule.key(meantBy: name)
        let near = meant.flatMap { rule.member($0) == nil ? $0 : nil }
        let isOnly = rule.names.allSatisfy { !DynamicRule.keys.contains($0.name) }
        report.warning(
          member, "'\(name)' is not a key of these rules: whether it voids all of them is unknown",
          help: isApple
            ? "delete \(isOnly ? "the rule" : "it"): only Apple's systems know the key"
            : name.hasPrefix("/")
              ? "the key of a path is '/', the path is its value"
              : near.map { "write '\($0)'" } ?? (isOnly ? "delete the rule" : "delete it"))
      }
    },
    AndroidRule("dynamic-only-excludes", each: \.lists) { list, report in
      guard list.rules.allSatisfy({ $0.component.exclude == true }) else { return }
      report.warning(
        list.spot, "all rules are excludes: no URL opens the app from Android 15 on",
        help: "end with {\"/\": \"*\"}")
    },
    AndroidRule("dynamic-unreachable", each: \.lists) { list, report in
      let first = list.rules.firstIndex {
        $0.component.query == nil && $0.component.fragment == nil
          && ($0.component.path == "*" || $0.component.path == "/*")
      }
      // What an unknown key was meant to narrow is not known.
      guard let first, list.rules[first].unknownKeys.isEmpty else { return }
      let excludes = list.rules[first].component.exclude == true
      for (rule, spot) in zip(list.rules, list.spot.elements).dropFirst(first + 1) {
        report.warning(
          spot, "the rule is never reached: \(list.spot.path)[\(first)] matches every URL",
          help: (rule.component.exclude == true) == excludes
            ? "delete it" : "move it before that rule")
      }
    },
    AndroidRule("dynamic-absence", each: \.rulesOfLists) { rule, report in
      if rule.component.fragment?.isStars == true, let member = rule.spot.member("#") {
        report.note(member, "'*' requires a fragment on Android, but not on Apple systems")
      }
      guard case .items(let items) = rule.component.query else { return }
      for item in items where item.pattern.isStars {
        guard let spot = rule.spot.member("?")?.member(item.name) else { continue }
        report.note(
          spot, "'*' requires '\(item.name)' to be present on Android, but not on Apple systems")
      }
    },
    AndroidRule("dynamic-escape", each: \.plainPatterns) { pattern, report in
      guard pattern.text.hasEscapes else { return }
      func wildcards(_ text: String) -> Int { text.utf16.count(where: AndroidPattern.isWildcard) }
      let decoded = PercentCoding.decodeLossy(Array(pattern.text.utf8)[...])
      let isSame = wildcards(decoded) == wildcards(pattern.text) && decoded != pattern.text
      report.warning(
        pattern.spot,
        "'\(pattern.text)' is compared with decoded URLs on Android, which hardly ever hold an escape",
        help: isSame ? "write '\(decoded)'" : "write the characters themselves, but for '*' and '?'"
      )
    },
    AndroidRule("dynamic-doubled-star", each: \.plainPatterns) { pattern, report in
      guard pattern.text.holds("**") else { return }
      let single = pattern.text.replacingEvery("**", with: "*")
      report.warning(
        pattern.spot, "'**' in '\(pattern.text)' wants '.*' in the URL on Android",
        help: "write '\(single)'")
    },
    AndroidRule("dynamic-mark-after-star", each: \.plainPatterns) { pattern, report in
      guard pattern.text.holds("*?") else { return }
      let turned = pattern.text.replacingEvery("*?", with: "?*")
      report.warning(
        pattern.spot, "'*?' in '\(pattern.text)' wants a '.' in the URL on Android",
        help: "write '\(turned)'")
    },
    AndroidRule("dynamic-dot", each: \.plainPatterns) { pattern, report in
      guard AndroidPattern(pattern.text).hasLooseDot else { return }
      report.warning(
        pattern.spot,
        "'.' in '\(pattern.text)' is any character on Android, as the pattern has other wildcards than "
          + "a '*' at its end",
        help: "write a pattern without them")
    },
    AndroidRule("dynamic-inner-star", each: \.plainPatterns) { pattern, report in
      guard let next = AndroidPattern(pattern.text).endOfFirstStar else { return }
      report.note(
        pattern.spot,
        "'*' in '\(pattern.text)' ends at the first '\(next)' on Android, but at any on Apple systems"
      )
    },
    AndroidRule("dynamic-query-separator", each: \.rulesOfLists) { rule, report in
      guard case .items(let items) = rule.component.query else { return }
      for item in items
      where item.name.utf8.contains(UInt8(ascii: "&")) || item.pattern.holds("&") {
        guard let member = rule.spot.member("?")?.member(item.name) else { continue }
        report.warning(
          member, "'\(item.name)=\(item.pattern)' never matches: Android divides queries at '&'",
          help: "name each item by itself")
      }
    },
    AndroidRule("dynamic-several-lists") { file, report in
      var first: [String: Int] = [:]
      for statement in file.statements.map(\.meaning) {
        guard let package = statement.packageName, let node = statement.dynamicRules else {
          continue
        }
        guard let earlier = first[package] else {
          first[package] = statement.index
          continue
        }
        report.warning(
          Spot(node, path: statement.dynamicPath),
          "'\(package)' already has rules in [\(earlier)]: which ones count is unknown",
          help: "merge them into one statement")
      }
    },
    AndroidRule("dynamic-without-relation", each: \.statements) { statement, report in
      for (name, member) in statement.spot.member(StrayRules.extensions)?.names ?? []
      where !statement.meaning.relations.contains(name)
        && StrayRules.isRelation(name, member.node)
      {
        // The names of Google's relations are alike, and none of them is another one misspelt.
        let granted = statement.meaning.relations
        let whole = granted.first { $0.hasSuffix("/" + name) || $0.hasSuffix("." + name) }
        let near =
          knownRelations.contains(name) ? nil : whole ?? nearestName(to: name, among: granted)
        report.warning(
          member, "the statement does not grant '\(name)', so its rules are never used",
          help: near.map { "write '\($0)'" } ?? "add it to 'relation'")
      }
    },
  ]

  /// The rules of each readable list, with the list's spot.
  private var lists: [(spot: Spot, rules: [DynamicRule])] {
    statements.compactMap { _, statement in
      guard let node = statement.dynamicRules, let rules = try? DynamicRule.list(node) else {
        return nil
      }
      return (Spot(node, path: statement.dynamicPath), rules)
    }
  }

  private var rulesOfLists: [(spot: Spot, component: Component)] {
    lists.flatMap { list in
      zip(list.spot.elements, list.rules).map { ($0, $1.component) }
    }
  }

  /// Every rule that is an object, also of lists that a system discards for another one.
  private var ruleSpots: [Spot] {
    statements.flatMap { _, statement in
      statement.dynamicRules.map { Spot($0, path: statement.dynamicPath).elements } ?? []
    }.filter { $0.node.object != nil }
  }

  var patterns: [DynamicPattern] {
    ruleSpots.flatMap { rule in
      let items = (rule.member("?")?.members ?? []).map {
        ($0.spot, DynamicPattern.Part.item($0.name))
      }
      let patterns: [(Spot?, DynamicPattern.Part)] =
        [(rule.member("/"), .path), (rule.member("#"), .fragment)] + items
      return patterns.compactMap { spot, part -> DynamicPattern? in
        guard let spot, let text = spot.string else { return nil }
        return DynamicPattern(spot: spot, text: text, part: part, rule: rule)
      }
    }
  }

  struct DynamicPattern {
    enum Part: Equatable { case path, fragment, item(String) }

    let spot: Spot
    let text: String
    let part: Part
    let rule: Spot
  }
}
