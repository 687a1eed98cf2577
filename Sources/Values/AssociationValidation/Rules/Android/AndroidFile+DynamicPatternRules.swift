import AppAssociation
import JSONSyntax
import WebSyntax

/// Rules about patterns of Dynamic App Links that are meant as something else.
extension AndroidFile {
  static let dynamicPatternRules: [AndroidRule] = [
    AndroidRule("dynamic-url", each: \.paths) { pattern, report in
      if pattern.text.holds("://") {
        let path = WebURL(pattern.text.replacingWildcards)?.path ?? "/"
        report.error(
          pattern.spot, "'\(pattern.text)' is a URL: expected only the path, such as '\(path)'",
          help: "the intent filters of the manifest name the hosts")
      } else if let host = AppleFile.host(in: pattern.text) {
        let rest = pattern.text.drop { $0 == "/" }.dropFirst(host.count)
        report.warning(
          pattern.spot, "'\(host)' looks like a host: patterns are compared only with the path",
          help: "write '\(rest.isEmpty ? "/" : String(rest))'")
      }
    },
    AndroidRule("dynamic-slash", each: \.paths) { pattern, report in
      guard let first = pattern.text.first, !"/*?".contains(first), !pattern.hasBetterFinding else {
        return
      }
      report.warning(
        pattern.spot,
        "'\(pattern.text)' does not begin with a slash, as every path does: the rule never matches",
        help: pattern.excluded.map { "write {\"/\": \"\($0)\", \"exclude\": true}" }
          ?? "write '/\(pattern.text)'")
    },
    AndroidRule("dynamic-expression", each: \.patterns) { pattern, report in
      guard let sign = AppleFile.signOfExpression(in: pattern.text) else { return }
      report.warning(
        pattern.spot,
        "'\(pattern.text)' looks like a regular expression: '\(sign)' has no such meaning here",
        help: "'*' stands for any characters, '?' for exactly one")
    },
    AndroidRule("dynamic-parameter", each: \.paths) { pattern, report in
      guard !pattern.text.holds("://"),
        let parameter = pattern.text.split(separator: "/").first(where: AppleFile.isParameter)
      else { return }
      report.warning(
        pattern.spot, "'\(parameter)' is not a parameter here: it matches only that literal text",
        help: "write '\(AppleFile.withWildcards(pattern.text))'")
    },
    AndroidRule("dynamic-query-in-path", each: \.paths) { pattern, report in
      guard !pattern.text.holds("://") else { return }
      if let (path, query) = QueryInPath.parts(pattern.text) {
        let items = query.split(separator: "&").compactMap { AppleFile.nameOfItem("?\($0)") }
        let texts = items.map { "\"\($0.name)\": \"\($0.value ?? "*")\"" }.joined(separator: ", ")
        let path = path.isEmpty ? "" : "\"/\": \"\(path)\", "
        report.warning(
          pattern.spot,
          "'\(pattern.text)' looks like a path with a query: here '?' is a wildcard",
          help: "write {\(path)\"?\": {\(texts)}}")
      } else if let path = QueryInPath.pathBeforeAnything(pattern.text) {
        report.note(
          pattern.spot,
          "'\(pattern.text)' covers '\(path)s', not '\(path)?a=1': here '?' is a wildcard",
          help: "write '\(path)' if a query is meant: without '?' every query is accepted")
      }
    },
    AndroidRule("dynamic-hash", each: \.patterns) { pattern, report in
      guard let hash = pattern.text.firstIndex(of: "#") else { return }
      let fragment = pattern.text[pattern.text.index(after: hash)...]
      switch pattern.part {
      case .fragment:
        guard pattern.text.hasPrefix("#") else { return }
        report.warning(
          pattern.spot, "'\(pattern.text)' begins with '#': the fragment is the text after it",
          help: "write '\(fragment)'")
      case .path, .item:
        let kept = pattern.text[..<hash]
        let own = pattern.part == .path ? "\"/\": \"\(kept.isEmpty ? "/" : kept)\", " : ""
        report.warning(
          pattern.spot,
          "'\(pattern.text)' contains '#', with which the fragment of a URL begins: the rule hardly "
            + "ever matches",
          help: "write {\(own)\"#\": \"\(fragment)\"}")
      }
    },
    AndroidRule("dynamic-query-sign", each: \.patterns) { pattern, report in
      guard case .item(let name) = pattern.part, let right = AppleFile.nameOfItem(name) else {
        return
      }
      report.warning(
        pattern.spot,
        "'\(name)' is the name of no query item: expected only the name, without '?', '&' or '='",
        help: "write {\"\(right.name)\": \"\(right.value ?? pattern.text)\"}")
    },
  ]

  private var paths: [DynamicPattern] { patterns.filter { $0.part == .path } }
}

extension AndroidFile.DynamicPattern {
  /// URLs, hosts and regular expressions have findings of their own.
  fileprivate var hasBetterFinding: Bool {
    text.holds("://") || AppleFile.host(in: text) != nil
      || AppleFile.signOfExpression(in: text) != nil
  }

  /// The path behind a sign of an exclude that other files have; nil without one.
  fileprivate var excluded: Substring? {
    if text.lowercased().hasPrefix("not ") { return text.dropFirst(4) }
    return text.hasPrefix("!") ? text.dropFirst() : nil
  }
}
