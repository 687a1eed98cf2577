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
      guard let first = pattern.text.first, !"/*?".contains(first), !first.isWhitespace,
        !pattern.isOther
      else { return }
      report.warning(
        pattern.spot,
        "'\(pattern.text)' does not begin with a slash, as every path does: the rule never matches",
        help: "write \(pattern.right)")
    },
    AndroidRule("dynamic-space", each: \.paths) { pattern, report in
      guard pattern.text.first?.isWhitespace == true || pattern.text.last?.isWhitespace == true,
        !pattern.isOther
      else { return }
      report.warning(
        pattern.spot, "'\(pattern.text)' has a space at one end, which no path has",
        help: "write \(pattern.right)")
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
        let parameter = pattern.text.split(separator: "/").first(where: DynamicPattern.isParameter)
      else { return }
      report.warning(
        pattern.spot, "'\(parameter)' is not a parameter here: it matches only that literal text",
        help: "write \(pattern.right)")
    },
    AndroidRule("dynamic-query-in-path", each: \.paths) { pattern, report in
      guard !pattern.text.holds("://") else { return }
      if QueryInPath.parts(pattern.text) != nil {
        report.warning(
          pattern.spot,
          "'\(pattern.text)' looks like a path with a query: here '?' is a wildcard",
          help: "write \(pattern.right)")
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
        guard !pattern.isOther else { return }
        report.warning(
          pattern.spot,
          "'\(pattern.text)' contains '#', with which the fragment of a URL begins: the rule hardly "
            + "ever matches",
          help: "write "
            + (pattern.part == .path ? pattern.right : "{\"#\": \"\(fragment)\"}"))
      }
    },
    AndroidRule("dynamic-query-sign", each: \.patterns) { pattern, report in
      guard case .item(let name) = pattern.part else { return }
      report.warn(ofItem: name, pattern: pattern.text, at: pattern.spot)
    },
  ]

  private var paths: [DynamicPattern] { patterns.filter { $0.part == .path } }

  /// The patterns that are patterns, for rules about wildcards.
  var plainPatterns: [DynamicPattern] { patterns.filter(\.isPlain) }
}

extension AndroidFile.DynamicPattern {
  /// Whether the pattern is no pattern at all, but a URL, a host or a regular expression: what else it
  /// looks like then follows from that.
  var isOther: Bool {
    text.holds("://") || AppleFile.host(in: text) != nil
      || AppleFile.signOfExpression(in: text) != nil
  }

  /// Whether wildcards and dots of the pattern are those of its path.
  var isPlain: Bool { !isOther && (part != .path || QueryInPath.parts(text) == nil) }

  /// Whether a segment is a parameter of a router, or a variable of Apple's files.
  static func isParameter(_ segment: Substring) -> Bool {
    AppleFile.isParameter(segment) || String(segment).holds("$(")
  }

  /// What a pattern of a path was meant as, with all its faults mended: a path in quotation marks, or a
  /// rule.
  var right: String {
    var rest = Substring(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    var keys: [String] = []
    if let sign = AppleFile.signOfExclude(String(rest)) ?? (rest.hasPrefix("!") ? "!" : nil) {
      rest = rest.dropFirst(sign.count).drop { $0 == " " }
      keys.append("\"exclude\": true")
    }
    if let hash = rest.firstIndex(of: "#") {
      keys.insert("\"#\": \"\(rest[rest.index(after: hash)...])\"", at: 0)
      rest = rest[..<hash]
    }
    if let (path, query) = QueryInPath.parts(String(rest)) {
      let items = query.split(separator: "&").compactMap { AppleFile.nameOfItem("?\($0)") }
      let texts = items.map { "\"\($0.name)\": \"\($0.value ?? "*")\"" }.joined(separator: ", ")
      keys.insert("\"?\": {\(texts)}", at: 0)
      rest = path[...]
    }
    var path = rest.split(separator: "/", omittingEmptySubsequences: false)
      .map { Self.isParameter($0) ? "?*" : $0 }.joined(separator: "/")
    if !path.hasPrefix("/"), !path.hasPrefix("*"), !path.isEmpty || keys.isEmpty {
      path = "/" + path
    }
    if !path.isEmpty { keys.insert("\"/\": \"\(path)\"", at: 0) }
    return keys.count == 1 && !path.isEmpty ? "'\(path)'" : "{\(keys.joined(separator: ", "))}"
  }
}
