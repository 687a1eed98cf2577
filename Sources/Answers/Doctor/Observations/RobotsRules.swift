import WebSyntax

/// A `robots.txt`, read for one robot (RFC 9309).
package struct RobotsRules: Sendable {
  /// A line that forbids or allows paths.
  private struct Line: Sendable {
    let number: Int
    let allows: Bool
    let pattern: ArraySlice<UInt8>
    let text: String
  }

  private let lines: [Line]
  /// The seconds between requests; nil when the host does not ask for a delay.
  package let delay: Int?

  /// The bytes of a file that are read (RFC 9309, section 2.5).
  package static let byteLimit = 512_000

  /// Everything is allowed, as for a host without such a file.
  package static let everything = RobotsRules([], robot: "*")
  /// Nothing is allowed, as for a host whose file is unreachable (RFC 9309, section 2.3.1.4).
  package static let nothing = RobotsRules(Array("user-agent:*\ndisallow:/".utf8), robot: "*")

  /// The lines of the groups that name the robot; without one, those for all.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - robot: the name of the robot, in any case.
  ///   - takesDelay: whether the robot knows `Crawl-delay` as a rule, as Googlebot does not: then the names
  ///     of a group end there.
  package init(_ bytes: [UInt8], robot: String, takesDelay: Bool = false) {
    var groups: [(agents: [String], lines: [Line], delay: Int?)] = []
    var isNaming = false
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let text = String(decoding: bytes.prefix(Self.byteLimit).dropFirst(mark), as: UTF8.self)
    let written = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (number, line) in written.enumerated() {
      let bare = line.prefix { $0 != "#" }
      let parts = bare.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      guard parts.count == 2 else { continue }
      switch parts[0].lowercased() {
      // Google's reader takes the misspelt forms, too.
      case "user-agent", "user agent", "useragent":
        if !isNaming { groups.append(([], [], nil)) }
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
            pattern: Self.compared(parts[1]), text: "\(parts[0]): \(parts[1])"))
      case "crawl-delay" where takesDelay:
        isNaming = false
        guard !groups.isEmpty, let seconds = DecimalDigits.number(parts[1].utf8) else { continue }
        groups[groups.count - 1].delay = min(seconds, Self.longestDelay)
      default: continue
      }
    }
    let own = groups.filter { $0.agents.contains(robot.lowercased()) }
    let obeyed = own.isEmpty ? groups.filter { $0.agents.contains("*") } : own
    (lines, delay) = (obeyed.flatMap(\.lines), obeyed.compactMap(\.delay).last)
  }

  private static let longestDelay = 60

  /// The bytes of a path by which it is compared (RFC 9309, section 2.2.2).
  private static func compared(_ path: String) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    PercentCoding.decodeValidEscapes(
      Array(path.utf8).span, of: { $0 >= 0x80 || PercentCoding.isUnreserved($0) }
    ) { bytes.append($0) }
    return bytes[...]
  }

  /// The line that forbids a path; nil where it is allowed. The longest pattern decides, and of equal
  /// ones that which allows.
  package func refusal(of path: String) -> (line: Int, text: String)? {
    let path = Self.compared(path)
    let deciding = lines.filter { Self.matches($0.pattern, path) }
      .max { ($0.pattern.count, $0.allows ? 1 : 0) < ($1.pattern.count, $1.allows ? 1 : 0) }
    guard let deciding, !deciding.allows else { return nil }
    return (deciding.number, deciding.text)
  }

  /// Whether a pattern covers the beginning of a path: `*` is anything, a final `$` the end. The time is
  /// bounded by the product of the lengths.
  private static func matches(_ pattern: ArraySlice<UInt8>, _ path: ArraySlice<UInt8>) -> Bool {
    let isWhole = pattern.last == UInt8(ascii: "$")
    let parts = (isWhole ? pattern.dropLast() : pattern)
      .split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    guard let first = parts.first, path.starts(with: first) else { return false }
    var rest = path.dropFirst(first.count)
    for (number, part) in parts.enumerated().dropFirst() {
      if isWhole, number == parts.count - 1 {
        return rest.count >= part.count && rest.suffix(part.count).elementsEqual(part)
      }
      let found = rest.indices.first { rest[$0...].starts(with: part) }
      guard let start = part.isEmpty ? rest.startIndex : found else { return false }
      rest = rest[(start + part.count)...]
    }
    return !isWhole || rest.isEmpty
  }
}
