import WebSyntax

/// The requests that a host allows programs to make (RFC 9309).
package struct RobotsRules: Equatable, Sendable {
  private struct Rule: Equatable, Sendable {
    let pattern: [UInt8]
    let isAllowed: Bool
  }

  private var rules: [Rule] = []
  /// The seconds between requests; nil when the host does not ask for a delay.
  package private(set) var delay: Int?

  /// The bytes of a file that are read (RFC 9309, section 2.5).
  package static let byteLimit = 512_000
  private static let ruleLimit = 10_000

  /// Everything is allowed, as for a host without such a file.
  package static let everything = RobotsRules()
  /// Nothing is allowed, as for a host whose file is unreachable (RFC 9309, section 2.3.1.4).
  package static let nothing: RobotsRules = {
    var rules = RobotsRules()
    rules.rules = [Rule(pattern: Array("/".utf8), isAllowed: false)]
    return rules
  }()

  private init() {}

  /// Reads the group for a program, or else the one for all programs.
  ///
  /// - Parameter program: the product token, in lower case.
  package init(parsing bytes: [UInt8], for program: String) {
    var own = RobotsRules()
    var everybody = RobotsRules()
    var hasOwn = false
    var names: [String] = []
    var isInRules = false
    for line in bytes.prefix(Self.byteLimit).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let text = Substring(decoding: line.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
      guard let colon = text.firstIndex(of: ":") else { continue }
      let name = text[..<colon].trimmed.lowercased()
      let value = text[text.index(after: colon)...].trimmed
      if name == "user-agent" {
        if isInRules { (names, isInRules) = ([], false) }
        names.append(value.lowercased())
        continue
      }
      isInRules = true
      if names.contains(program) {
        hasOwn = true
        own.take(name, value)
      } else if names.contains("*") {
        everybody.take(name, value)
      }
    }
    self = hasOwn ? own : everybody
  }

  private mutating func take(_ name: String, _ value: String) {
    switch name {
    case "allow", "disallow":
      guard !value.isEmpty, rules.count < Self.ruleLimit else { return }
      rules.append(Rule(pattern: Array(value.utf8), isAllowed: name == "allow"))
    case "crawl-delay": delay = DecimalDigits.number(value.utf8).map { min($0, 60) }
    default: break
    }
  }

  /// Whether a path, including its query, may be requested: the longest matching rule decides.
  package func allows(_ path: String) -> Bool {
    let path = Array(path.utf8)
    var best: Rule?
    for rule in rules where Self.fits(rule.pattern, path) {
      let length = best?.pattern.count ?? -1
      if rule.pattern.count > length || rule.pattern.count == length && rule.isAllowed {
        best = rule
      }
    }
    return best?.isAllowed ?? true
  }

  /// Whether a pattern matches: `*` is anything, a final `$` the end. The time is bounded by the
  /// product of the lengths.
  private static func fits(_ pattern: [UInt8], _ path: [UInt8]) -> Bool {
    let isAnchored = pattern.last == UInt8(ascii: "$")
    let pattern = isAnchored ? pattern.dropLast() : pattern[...]
    let parts = pattern.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false)
    var position = 0
    for (index, part) in parts.enumerated() {
      let rest = path[position...]
      let isLast = index == parts.count - 1
      if index == 0 {
        guard rest.starts(with: part) else { return false }
        position += part.count
      } else if isLast, isAnchored {
        guard rest.count >= part.count, rest.suffix(part.count).elementsEqual(part) else {
          return false
        }
        return true
      } else {
        let found = rest.indices.first { path[$0...].starts(with: part) }
        guard let start = part.isEmpty ? position : found else { return false }
        position = start + part.count
      }
    }
    return !isAnchored || position == path.count
  }
}
