import AppAssociation
import JSONSyntax
import WebSyntax

/// Rules about patterns that are meant as something else than patterns of a path.
extension AppleFile {
  static let pathRules: [AppleRule] = [
    AppleRule("not-in-component", each: \.paths) { pattern, report in
      guard !pattern.isLegacy, let sign = signOfExclude(pattern.text) else { return }
      let path = String(pattern.text.dropFirst(sign.count))
      let rule = pattern.rule.spot
      let exclude: JSONEdit =
        rule.member("exclude").map { .replace($0.node.offset, .bool(true)) }
        ?? .add("exclude", .bool(true), to: rule.node.offset)
      report.finding(
        .error, pattern.spot,
        "'\(pattern.text)' begins with '\(sign)', which no path does",
        repairs: [
          Repair(
            "write {\"/\": \"\(path)\", \"exclude\": true}",
            [.replace(pattern.spot.node.offset, .string(path)), exclude],
            effect: .decides(rules: [rule.path]))
        ], otherwise: "'exclude' is the key for it: put the rule after those for pages that open")
    },
    AppleRule("not-without-space", each: \.paths) { pattern, report in
      let written = pattern.spot.string ?? ""
      let isOdd = written.hasPrefix("NOT  ") || !written.hasPrefix("NOT ")
      let sign = written.hasPrefix("!") ? 1 : written.lowercased().hasPrefix("not") ? 3 : 0
      let behind = written.dropFirst(sign)
      // `not-found` is a path, and `NOT:/found` is none.
      let path = behind.drop { $0.isWhitespace || written.hasPrefix("NOT") && ":_-".contains($0) }
      guard pattern.isLegacy, isOdd, sign > 0, let next = behind.first,
        next.isWhitespace || path.first.map("/*".contains) == true
      else { return }
      report.finding(
        .error, pattern.spot,
        "'\(written)' is not an exclude: expected 'NOT ' in capitals with one space",
        repairs: [
          .write("NOT \(path)", at: pattern.spot, effect: .decides(rules: [pattern.rule.spot.path]))
        ],
        otherwise:
          "write 'NOT \(path)' in front of the rules that open such pages: the first rule that "
          + "matches decides")
    },
    AppleRule("fragment-in-path", each: \.paths) { pattern, report in
      guard pattern.text.holds("#") else { return }
      report.finding(
        pattern.decodes ? .warning : .error, pattern.spot,
        pattern.decodes
          ? "'\(pattern.text)' contains '#', which paths have only as '%23': the rule hardly ever matches"
          : "'\(pattern.text)' contains '#', which no path does: the rule never matches",
        repairs: [movingFragment(of: pattern)].compactMap(\.self),
        otherwise: pattern.isLegacy
          ? "only 'components' can match fragments, with the key '#'"
          : "the key for the fragment is '#'")
    },
    AppleRule("hash-in-pattern", each: \.patterns) { pattern, report in
      guard pattern.text.holds("#") else { return }
      switch pattern.part {
      case .path: break
      case .fragment:
        guard pattern.text.hasPrefix("#") else { return }
        report.finding(
          .warning, pattern.spot,
          "'\(pattern.text)' begins with '#': the fragment is the text after it",
          repairs: [
            pattern.rewritten(
              String(pattern.text.drop { $0 == "#" }), effect: pattern.correction)
          ])
      case .query, .item:
        report.finding(
          pattern.decodes ? .warning : .error, pattern.spot,
          pattern.decodes
            ? "'\(pattern.text)' contains '#', which queries have only as '%23': the rule hardly ever matches"
            : "'\(pattern.text)' contains '#', which no query does: the rule never matches",
          repairs: [movingFragment(of: pattern)].compactMap(\.self),
          otherwise: "the key for the fragment is '#'")
      }
    },
    AppleRule("query-sign", each: \.patterns) { pattern, report in
      switch pattern.part {
      case .query:
        guard let first = pattern.text.first, "?&".contains(first), pattern.text.count > 1,
          pattern.text.holds("="), !pattern.text.hasPrefix("?*")
        else { return }
        report.finding(
          .warning, pattern.spot,
          "'\(pattern.text)' begins with '\(first)': the query is the text after the '?' of a URL",
          repairs: [
            pattern.rewritten(
              String(pattern.text.dropFirst()), effect: pattern.correction)
          ], otherwise: "write '\(pattern.text.dropFirst())'")
      case .item(let name):
        report.warn(ofItem: name, pattern: pattern.text, at: pattern.spot)
      default: return
      }
    },
    AppleRule("impossible-item", each: \.patterns) { pattern, report in
      guard !pattern.decodes, case .item(let name) = pattern.part, nameOfItem(name) == nil else {
        return
      }
      let isImpossible: (Unicode.Scalar) -> Bool = { $0 == "&" || $0 == "#" || isEscaped($0) }
      if pattern.text.holds("&") {
        report.error(
          pattern.spot, "'\(name)=\(pattern.text)' never matches: queries are divided at '&'",
          help: "name each item by itself")
      } else if let scalar = name.unicodeScalars.first(where: isImpossible) {
        let encoded = name.unicodeScalars.map { scalar in
          isImpossible(scalar)
            ? PercentCoding.encode(Array("\(scalar)".utf8)) { _ in true } : "\(scalar)"
        }.joined()
        report.finding(
          .warning, pattern.spot,
          "no URL has '\(scalar)' in the name of an item, so '\(name)' is always absent",
          repairs: pattern.rule.spot.member("?")?.member(encoded) == nil
            ? [
              Repair(
                "write '\(encoded)'", [.rename(pattern.spot.node.offset, encoded)],
                effect: pattern.correction)
            ] : [],
          otherwise: "write it percent-encoded")
      }
    },
    AppleRule("query-in-path", each: \.paths, check: QueryInPath.check),
    AppleRule("url-in-path", each: \.paths) { pattern, report in
      guard pattern.text.holds("://") else { return }
      let path = WebURL(pattern.text.replacingWildcards)?.path ?? "/"
      report.error(
        pattern.spot, "'\(pattern.text)' is a URL: expected only the path, such as '\(path)'",
        help: "every host serves its own file, so rules do not name a host")
    },
    AppleRule("host-in-path", each: \.paths) { pattern, report in
      guard let host = host(in: pattern.text) else { return }
      let rest = pattern.text.drop { $0 == "/" }.dropFirst(host.count)
      report.finding(
        .warning, pattern.spot,
        "'\(host)' looks like a host: patterns are compared only with the path",
        repairs: [pattern.rewritten(rest.isEmpty ? "/" : String(rest), effect: pattern.correction)])
    },
    AppleRule("path-without-slash", each: \.paths) { pattern, report in
      guard let first = pattern.text.unicodeScalars.first, first != "/", first != "*",
        !pattern.text.hasPrefix("$("), !hasBetterFinding(pattern.text)
      else { return }
      report.finding(
        .note, pattern.spot,
        "'\(pattern.text)' does not begin with a slash: current systems assume one",
        repairs: [pattern.rewritten("/" + pattern.text, effect: .none)])
    },
    AppleRule("empty-path", each: \.paths) { pattern, report in
      guard pattern.text.isEmpty else { return }
      report.warning(
        pattern.spot, "the path pattern is empty",
        help: "write \"/\" for the root page, \"*\" for every path")
    },
    AppleRule("foreign-parameter", each: \.patterns) { pattern, report in
      guard let parameter = parameter(in: pattern) else { return }
      report.finding(
        .warning, pattern.spot,
        "'\(parameter)' is not a parameter here: it matches only that literal text",
        repairs: [pattern.rewritten(withWildcards(pattern.text), effect: pattern.correction)],
        otherwise: "'?*' stands for any text: put such a rule after those for single pages")
    },
    AppleRule("regular-expression", each: \.patterns) { pattern, report in
      guard let sign = signOfExpression(in: pattern.text) else { return }
      report.warning(
        pattern.spot,
        "'\(pattern.text)' looks like a regular expression: '\(sign)' is literal text here",
        help: "'*' stands for any characters, '?' for exactly one")
    },
  ]

  /// The sign of an exclude in front of a path, as `paths` or other programs have it.
  static func signOfExclude(_ text: String) -> Substring? {
    if text.lowercased().hasPrefix("not ") { return text.prefix(4) }
    if text.hasPrefix("NOT/") || text.hasPrefix("NOT*") { return text.prefix(3) }
    return text.hasPrefix("!/") || text.hasPrefix("!*") ? text.prefix(1) : nil
  }

  /// The name in a text that was meant as one, and the value behind its '='; nil for a name.
  static func nameOfItem(_ text: String) -> (name: String, value: String?)? {
    guard text.first.map("?&".contains) == true || text.dropFirst().contains("=") else {
      return nil
    }
    let bare = text.drop { "?&".contains($0) }
    let parts = bare.split(separator: "=", maxSplits: 1)
    guard let name = parts.first else { return nil }
    return (String(name), parts.count > 1 ? String(parts[1]) : nil)
  }

  /// The text behind `#` goes to the key for fragments.
  private static func movingFragment(of pattern: PatternSpot) -> Repair? {
    guard !pattern.isLegacy, pattern.rule.spot.member("#") == nil,
      let hash = pattern.text.firstIndex(of: "#")
    else { return nil }
    let before = String(pattern.text[..<hash])
    let fragment = String(pattern.text[pattern.text.index(after: hash)...])
    let kept = before.isEmpty && pattern.part == .path ? "/" : before
    return Repair(
      "move the fragment to the key '#'",
      [
        .replace(pattern.spot.node.offset, .string(kept)),
        .add("#", .string(fragment), to: pattern.rule.spot.node.offset),
      ], effect: .fills)
  }

  /// The first segment if it is a host rather than a directory.
  static func host(in pattern: String) -> Substring? {
    guard !pattern.holds("://") else { return nil }
    let first = pattern.drop { $0 == "/" }.prefix { $0 != "/" }
    let labels = first.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !first.contains("*"), HostPattern(String(first)) != nil else {
      return nil
    }
    let isWorldWide = first.hasPrefix("www.") && labels.count > 2
    let isBeforePath = !pattern.hasPrefix("/") && pattern.holds("/")
    let isUnderTopLevel = pattern.hasPrefix("/") && topLevels.contains(labels[labels.count - 1])
    return isWorldWide || pattern.hasPrefix("//") || isBeforePath || isUnderTopLevel ? first : nil
  }

  /// Top-level domains that are not extensions of files.
  private static let topLevels: Set<Substring> = [
    "com", "org", "net", "io", "app", "dev", "co", "de", "jp", "uk", "fr", "edu", "gov", "page",
  ]

  /// White space, `NOT`, URLs, hosts, fragments and regular expressions have findings of their own.
  private static func hasBetterFinding(_ text: String) -> Bool {
    text.first?.isWhitespace == true || text.hasPrefix("!") || text.lowercased().hasPrefix("not")
      || text.holds("://")
      || text.holds("#") || host(in: text) != nil || signOfExpression(in: text) != nil
  }

  /// The path with `?*` in place of each parameter.
  static func withWildcards(_ path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { isParameter($0) ? "?*" : $0 }.joined(separator: "/")
  }

  /// The first segment that is a parameter of a router; outside of paths only one that no URL has.
  static func parameter(in pattern: PatternSpot) -> Substring? {
    guard !pattern.text.holds("://") else { return nil }
    return pattern.text.split(separator: "/").first { segment in
      isParameter(segment)
        && (pattern.part == .path || segment.unicodeScalars.contains(where: isEscaped))
    }
  }

  static func isParameter(_ segment: Substring) -> Bool {
    if segment.hasPrefix(":") || segment.hasPrefix("$"), !segment.hasPrefix("${") {
      return segment.dropFirst().first?.isLetter == true
    }
    let isClass = segment.dropFirst().dropLast().contains { $0.isNumber || "-^".contains($0) }
    return segment.hasPrefix("{") && segment.hasSuffix("}")
      || segment.hasPrefix("${") && segment.hasSuffix("}")
      || segment.hasPrefix("<") && segment.hasSuffix(">")
      || segment.hasPrefix("[") && segment.hasSuffix("]") && !isClass
  }

  /// The first sign that only regular expressions have.
  static func signOfExpression(in text: String) -> String? {
    // A segment that begins with a dot, as in `/.*/`, is a hidden file, not "any characters".
    if text.holds("/.*"), !text.holds("/.*/") { return "/.*" }
    let signs: [StaticString] = [
      "(.*)", ".+", "\\d", "\\w", "\\/", "[0-9]", "[a-z]", "[A-Z]", "[^", "(?:",
    ]
    if let sign = signs.first(where: text.holds) { return "\(sign)" }
    if let first = text.first, "^(".contains(first) { return "\(first)" }
    if text.hasPrefix(".*") { return ".*" }
    if text.hasSuffix("$") { return "$" }
    return text.holds("(") && text.holds("|") ? "|" : nil
  }
}
