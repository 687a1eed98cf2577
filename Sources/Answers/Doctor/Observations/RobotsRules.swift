import WebSyntax

/// A `robots.txt`, read for one robot (RFC 9309).
struct RobotsRules {
  /// A line that forbids or allows paths.
  private struct Line {
    let number: Int
    let allows: Bool
    let pattern: String
    let text: String
  }

  private let lines: [Line]

  /// The lines of the groups that name the robot; without one, those for all.
  init(_ bytes: [UInt8], robot: String) {
    var groups: [(agents: [String], lines: [Line])] = []
    var isNaming = false
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = String(decoding: bytes.prefix(512_000).dropFirst(hasMark ? 3 : 0), as: UTF8.self)
    let written = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (number, line) in written.enumerated() {
      let bare = line.prefix { $0 != "#" }
      let parts = bare.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      guard parts.count == 2 else { continue }
      switch parts[0].lowercased() {
      // Google's reader takes the misspelt forms, too.
      case "user-agent", "user agent", "useragent":
        if !isNaming { groups.append(([], [])) }
        isNaming = true
        // A version or other words behind the name do not count.
        let agent = parts[1].prefix { $0.isASCII && $0.isLetter || $0 == "_" || $0 == "-" }
        groups[groups.count - 1].agents.append(parts[1] == "*" ? "*" : agent.lowercased())
      case "allow", "disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw":
        isNaming = false
        guard !groups.isEmpty, !parts[1].isEmpty else { continue }
        groups[groups.count - 1].lines.append(
          Line(
            number: number + 1, allows: parts[0].lowercased() == "allow",
            pattern: PercentCoding.decodeLossy(ArraySlice(parts[1].utf8)),
            text: "\(parts[0]): \(parts[1])"))
      default: continue
      }
    }
    let own = groups.filter { $0.agents.contains(robot.lowercased()) }
    lines = (own.isEmpty ? groups.filter { $0.agents.contains("*") } : own).flatMap(\.lines)
  }

  /// The line that forbids a path; nil where it is allowed. The longest pattern decides, and of equal
  /// ones that which allows.
  func refusal(of path: String) -> (line: Int, text: String)? {
    let deciding = lines.filter { Self.matches($0.pattern, path) }
      .max {
        ($0.pattern.utf8.count, $0.allows ? 1 : 0) < ($1.pattern.utf8.count, $1.allows ? 1 : 0)
      }
    guard let deciding, !deciding.allows else { return nil }
    return (deciding.number, deciding.text)
  }

  /// Whether a pattern with `*` and a final `$` covers the beginning of a path.
  private static func matches(_ pattern: String, _ path: String) -> Bool {
    let isWhole = pattern.hasSuffix("$")
    var parts = (isWhole ? pattern.dropLast() : pattern[...])
      .split(separator: "*", omittingEmptySubsequences: false)
    guard let first = parts.first, path.hasPrefix(first) else { return false }
    parts.removeFirst()
    var rest = path.dropFirst(first.count)
    for part in parts.dropLast() {
      guard let end = end(of: part, in: rest) else { return false }
      rest = rest[end...]
    }
    guard let last = parts.last else { return !isWhole || rest.isEmpty }
    return isWhole ? rest.hasSuffix(last) : end(of: last, in: rest) != nil
  }

  private static func end(of part: Substring, in text: Substring) -> Substring.Index? {
    var rest = text
    while true {
      if rest.hasPrefix(part) { return rest.index(rest.startIndex, offsetBy: part.count) }
      guard !rest.isEmpty else { return nil }
      rest = rest.dropFirst()
    }
  }
}
