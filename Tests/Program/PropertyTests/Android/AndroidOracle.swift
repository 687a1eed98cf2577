/// Android's treatment of a rule of Dynamic App Links, step by step: the rule becomes filters, each
/// with a text in the system's own notation and the way of comparing it, and the filters are
/// applied to the decoded URL. It is deliberately slow and simple.
///
/// Sources: the Android Open Source Project, `DalComponentParser`, `PatternMatcher`,
/// `UriRelativeFilter`, `UriRelativeFilterGroup`, `Uri` and `UriCodec`.
struct AndroidOracle {
  struct Rule {
    var path: String?
    var query: [(name: String, pattern: String)] = []
    var fragment: String?
    var excludes = false
  }

  private enum Comparison { case whole, beginning, glob }

  private let path: [UInt16]
  private let query: [UInt16]?
  private let fragment: [UInt16]?

  /// - Parameter target: path, query and fragment, as in a URL behind its host.
  init(_ target: String) {
    let hash = target.unicodeScalars.firstIndex(of: "#")
    let front = target.unicodeScalars[..<(hash ?? target.unicodeScalars.endIndex)]
    let mark = front.firstIndex(of: "?")
    path = Self.decode(String(front[..<(mark ?? front.endIndex)]))
    query = mark.map { Self.decode(String(front[front.index(after: $0)...])) }
    fragment = hash.map {
      Self.decode(String(target.unicodeScalars[target.unicodeScalars.index(after: $0)...]))
    }
  }

  /// The first rule that matches decides: true opens the app, false keeps the URL in the browser,
  /// and nil means no match.
  func decide(_ rules: [Rule]) -> Bool? {
    rules.first(where: matches).map { !$0.excludes }
  }

  private func matches(_ rule: Rule) -> Bool {
    guard rule.path != nil || !rule.query.isEmpty || rule.fragment != nil else { return false }
    if let pattern = rule.path, !Self.compare(pattern, path) { return false }
    if let pattern = rule.fragment {
      guard let fragment, Self.compare(pattern, fragment) else { return false }
    }
    return rule.query.allSatisfy { name, pattern in
      items.contains { Self.compare(pattern, $0, behind: name + "=") }
    }
  }

  private var items: [[UInt16]] {
    guard let query else { return [] }
    let parts = Self.split(query, "&")
    return parts.count == 1 ? Self.split(query, ";") : parts
  }

  /// Splits like Java: the text itself if the separator is missing, and no empty parts at the end.
  private static func split(_ text: [UInt16], _ separator: Unicode.Scalar) -> [[UInt16]] {
    var parts: [[UInt16]] = [[]]
    for unit in text {
      if unit == UInt16(separator.value) {
        parts.append([])
      } else {
        parts[parts.count - 1].append(unit)
      }
    }
    guard parts.count > 1 else { return parts }
    while parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  // MARK: - Patterns

  private static func compare(
    _ expression: String, _ text: [UInt16], behind name: String = ""
  ) -> Bool {
    let (comparison, filter) = translate(expression)
    let whole = Array((name + filter).utf16)
    switch comparison {
    case .whole: return whole == text
    case .beginning: return text.starts(with: whole)
    case .glob: return IntentMatcher.matchesGlob(whole, text)
    }
  }

  private static func translate(_ expression: String) -> (Comparison, String) {
    let wildcards = expression.unicodeScalars.filter { $0 == "*" || $0 == "?" }.count
    if wildcards == 0 { return (.whole, expression) }
    if wildcards == 1, expression.unicodeScalars.last == "*" {
      return (.beginning, String(String.UnicodeScalarView(expression.unicodeScalars.dropLast())))
    }
    var filter = ""
    for scalar in expression.unicodeScalars {
      switch scalar {
      case "*": filter += ".*"
      case "?": filter += "."
      case ".", "\\": filter += "\\" + String(scalar)
      default: filter.unicodeScalars.append(scalar)
      }
    }
    return (.glob, filter)
  }

  // MARK: - Decoding

  private static func decode(_ text: String) -> [UInt16] {
    var decoded = ""
    var bytes: [UInt8] = []
    var rest = text.unicodeScalars[...]
    func flush() {
      decoded += String(decoding: bytes, as: UTF8.self)
      bytes = []
    }
    while let scalar = rest.popFirst() {
      guard scalar == "%" else {
        flush()
        decoded.unicodeScalars.append(scalar)
        continue
      }
      guard let high = rest.popFirst() else {
        flush()
        return Array((decoded + "\u{FFFD}").utf16)
      }
      guard let sixteens = digit(high) else {
        flush()
        decoded += "\u{FFFD}"
        bytes.append(0)
        continue
      }
      guard let low = rest.popFirst() else {
        flush()
        return Array((decoded + "\u{FFFD}").utf16)
      }
      guard let ones = digit(low) else {
        flush()
        decoded += "\u{FFFD}"
        bytes.append(sixteens)
        continue
      }
      bytes.append(sixteens * 16 + ones)
    }
    flush()
    return Array(decoded.utf16)
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    scalar.isASCII ? UInt8(String(scalar), radix: 16) : nil
  }
}
