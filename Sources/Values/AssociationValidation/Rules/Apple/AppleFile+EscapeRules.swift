import AppAssociation
import JSONSyntax
import WebSyntax

/// Rules about escapes and wildcards in patterns.
extension AppleFile {
  static let escapeRules: [AppleRule] = [
    AppleRule("literal-non-ascii", each: \.patterns) { pattern, report in
      guard !pattern.decodes, !pattern.text.lowercased().hasPrefix("not "),
        pattern.spot.string?.hasPrefix("NOT  ") != true,
        // Signs of expressions, parameters and URLs have findings of their own; letters beside them
        // have not.
        let scalar = pattern.text.unicodeScalars.first(where: { $0 == " " || $0.value >= 0x7F })
          ?? (hasOwnFinding(pattern) ? nil : pattern.text.unicodeScalars.first(where: isEscaped))
      else { return }
      report.finding(
        .warning, pattern.spot,
        "'\(scalar)' in '\(pattern.text)' is percent-encoded in URLs, so the rule never matches",
        repairs: encoding(pattern), otherwise: "write it percent-encoded")
    },
    AppleRule("variable-literal") { file, report in
      let undecoded = file.patterns.filter { !$0.decodes && !$0.isLegacy }
      let used = Set(undecoded.flatMap { $0.text.variableNames.compactMap(\.self) })
      for variable in file.variableValues where used.contains(variable.name) {
        for value in variable.spot.elements {
          guard let text = value.string, !text.holdsVariable,
            let scalar = text.unicodeScalars.first(where: { $0 == "#" || isEscaped($0) })
          else { continue }
          report.warning(
            value,
            "'\(scalar)' in '\(text)' is percent-encoded in URLs, so the value never matches",
            help: "write it percent-encoded")
        }
      }
    },
    AppleRule("percent-escape-case") { file, report in
      let texts = Set(file.patterns.map(\.text))
      for pattern in file.patterns where !pattern.decodes && pattern.text.hasSmallEscapes {
        let capital = pattern.text.withCapitalEscapes
        let node = pattern.rule.spot.node
        let copy = pattern.rewritten(capital, effect: .fills).applied(to: node)
        guard !texts.contains(capital) else { continue }
        report.finding(
          .warning, pattern.spot,
          "'\(pattern.text)' has lower-case escapes: browsers write upper case",
          repairs: [
            Repair(
              "add a rule with '\(capital)'", [.insert([copy], before: node.offset)], effect: .fills
            )
          ])
      }
    },
    AppleRule("stray-percent", each: \.patterns) { pattern, report in
      // A wildcard may stand for the digits.
      guard !pattern.decodes, !pattern.text.holds("%?"), !pattern.text.holds("%*"),
        !pattern.text.holds("%$("),
        Array(pattern.text.utf8).withSpan(PercentDecoding.hasStrayPercent)
      else { return }
      report.finding(
        .warning, pattern.spot, "'\(pattern.text)' has a '%' that does not begin an escape",
        repairs: [pattern.rewritten(escaped(pattern.text), effect: pattern.correction)])
    },
    AppleRule("escape-never-matches", each: \.patterns) { pattern, report in
      guard pattern.decodes, pattern.text.hasEscapes else { return }
      report.finding(
        .error, pattern.spot,
        "'\(pattern.text)' contains escapes, but with 'percentEncoded' false URLs are decoded before matching",
        repairs: decoding(pattern),
        otherwise: "write the characters themselves; systems before iOS 14 need the escapes")
    },
    AppleRule("many-escapes") { file, report in
      let escaped = file.patterns.filter { !$0.decodes && $0.text.hasEscapes }
      guard escaped.count >= 20, let first = escaped.first else { return }
      report.note(
        first.spot, "\(escaped.count) patterns of the file are percent-encoded",
        help:
          "\"defaults\": {\"percentEncoded\": false} allows plain characters instead, from iOS 14 on"
      )
    },
    AppleRule("doubled-star", each: \.patterns) { pattern, report in
      guard pattern.text.holds("**") else { return }
      let single = pattern.text.replacingEvery("**", with: "*")
      let page = single == "/*" ? "/" : single.dropLast(2)
      report.finding(
        .note, pattern.spot, "'**' in '\(pattern.text)' is equivalent to '*'",
        repairs: [
          pattern.rewritten(single, effect: .none),
          pattern.rewritten(
            single, help: "write '\(single)', which also covers '\(page)'",
            effect: .fills),
        ])
    },
    AppleRule("unclear-pattern", each: \.paths) { pattern, report in
      let path = pattern.text
      if path.hasSuffix("/*/") {
        let page = path == "/*/" ? "/" : path.dropLast(3)
        report.finding(
          .note, pattern.spot, "whether '\(path)' covers '\(page)' is unknown",
          repairs: [
            pattern.rewritten(
              String(path.dropLast()), help: "drop the last slash, or list both paths",
              effect: .none)
          ], otherwise: "list both paths")
      } else if path.hasPrefix("*/"), path.count > 2 {
        report.note(
          pattern.spot, "whether '\(path)' covers '\(path.dropFirst())' is unknown",
          help: "list both paths if both are intended")
      } else if path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." }) {
        report.note(
          pattern.spot,
          "'\(path)' has a dot segment, which browsers resolve before they send a URL",
          help: "write the path that it leads to")
      } else if path.hasInnerSlashes, !path.holds("://") {
        report.note(
          pattern.spot, "whether '//' in '\(path)' is compared as it is written is unknown",
          help: "write one slash, as URLs have it")
      }
    },
  ]

  /// Whether URLs have a character only as an escape.
  static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    UInt8(exactly: scalar.value).map(PercentCoding.isUnsafe) ?? true
  }

  private static func hasOwnFinding(_ pattern: PatternSpot) -> Bool {
    signOfExpression(in: pattern.text) != nil || parameter(in: pattern) != nil
      || pattern.text.holds("://")
  }

  private static func encoding(_ pattern: PatternSpot) -> [Repair] {
    let trimmed = pattern.text.trimmingWhiteSpace
    guard trimmed == pattern.text else { return [pattern.rewritten(trimmed, effect: .fills)] }
    let encoded = PercentCoding.encodeUnsafe(pattern.text.utf8)
    let setting = Repair(
      "set \"percentEncoded\": false",
      [.add("percentEncoded", .bool(false), to: pattern.rule.spot.node.offset)], effect: .fills)
    return [pattern.rewritten(encoded, effect: .fills)] + (pattern.isLegacy ? [] : [setting])
  }

  /// Systems before iOS 14 ignore `percentEncoded`, so for them escapes are right.
  private static func decoding(_ pattern: PatternSpot) -> [Repair] {
    let decoded = String(
      decoding: Array(pattern.text.utf8).withSpan(PercentDecoding.decoded), as: UTF8.self)
    let setting = pattern.rule.spot.member("percentEncoded").map {
      Repair.delete($0, effect: pattern.correction, help: "delete 'percentEncoded'")
    }
    return [pattern.rewritten(decoded, effect: .fills), setting].compactMap(\.self)
  }

  /// The text with `%25` for each `%` that does not begin an escape.
  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let parts = bytes.indices.map { index in
      bytes[index] == UInt8(ascii: "%")
        && bytes.withSpan { PercentCoding.escapedByte($0, at: index + 1) } == nil
        ? Array("%25".utf8) : [bytes[index]]
    }
    return String(decoding: Array(parts.joined()), as: UTF8.self)
  }
}
