/// A Dynamic App Links pattern, as Android compares it with decoded text.
///
/// Without wildcards it matches exactly its text, and with a single `*` at the end, a prefix. Every
/// other pattern is a simple glob without backtracking: `*` runs up to the first occurrence of the
/// next character. The system treats a `.` as any character, except after `*`, where even the `.`
/// it writes for `?` is a literal dot.
///
/// Source: the Android Open Source Project, `DalComponentParser` and `PatternMatcher`.
package struct AndroidPattern: Hashable, Sendable {
  private struct Step: Hashable {
    enum Action: Hashable {
      case unit(UInt16)
      case any
      /// Everything up to and including a code unit.
      case upTo(UInt16)
      case rest
    }

    let action: Action
    /// The offset of the step's text in the pattern, in UTF-16 code units.
    let start: Int
  }

  /// How far a pattern and a text agree, in UTF-16 code units.
  struct Agreement: Equatable {
    let pattern: Int
    let text: Int
    let isMatch: Bool
  }

  private let source: [UInt16]
  private let steps: [Step]
  /// Whether the pattern is neither plain text nor a prefix.
  let isGlob: Bool

  package init(_ text: String) {
    source = Array(text.utf16)
    let wildcards = source.indices.filter { [source] in Self.isWildcard(source[$0]) }
    let isBeginning = wildcards == [source.count - 1] && source.last == Self.star
    isGlob = !wildcards.isEmpty && !isBeginning
    steps = Self.steps(source, isGlob: isGlob)
  }

  /// Whether it contains a dot that matches any character.
  package var hasLooseDot: Bool {
    isGlob
      && source.indices.contains { index in
        source[index] == Self.dot && (index == 0 || source[index - 1] != Self.star)
      }
  }

  /// The character up to which the first non-final `*` runs; nil when there is no such `*` or a
  /// wildcard follows it.
  package var endOfFirstStar: Character? {
    guard let star = source.dropLast().firstIndex(of: Self.star), !Self.isWildcard(source[star + 1])
    else { return nil }
    return String(source[(star + 1)...]).first
  }

  func matches(_ text: some Collection<UInt16>) -> Bool { agreement(with: text).isMatch }

  func agreement(with text: some Collection<UInt16>) -> Agreement {
    var position = 0
    /// Where the text of the step begins.
    var start = 0
    var isMatch = true
    for (offset, unit) in text.enumerated() {
      guard let next = self.position(after: unit, at: position) else {
        isMatch = false
        break
      }
      if next != position { (position, start) = (next, offset + 1) }
    }
    isMatch = isMatch && ends(at: position)
    let isWhole = isMatch || position == steps.count
    return Agreement(
      pattern: isWhole ? source.count : steps[position].start,
      text: isMatch ? text.count : start, isMatch: isMatch)
  }

  /// How many steps are done after one more unit of a text; nil when it cannot match then.
  func position(after unit: UInt16, at position: Int) -> Int? {
    guard position < steps.count else { return nil }
    return switch steps[position].action {
    case .rest: position
    case .any: position + 1
    case .unit(let wanted): wanted == unit ? position + 1 : nil
    case .upTo(let wanted): wanted == unit ? position + 1 : position
    }
  }

  /// Whether a text with which that many steps were done matches.
  func ends(at position: Int) -> Bool {
    position == steps.count || steps[position].action == .rest
  }

  /// The unit that the step treats in another way than all others.
  func awaited(at position: Int) -> UInt16? {
    guard position < steps.count else { return nil }
    return switch steps[position].action {
    case .rest, .any: nil
    case .unit(let wanted), .upTo(let wanted): wanted
    }
  }

  private static func steps(_ source: [UInt16], isGlob: Bool) -> [Step] {
    var steps: [Step] = []
    var index = 0
    while index < source.count {
      let unit = source[index]
      switch unit {
      case star where index == source.count - 1:
        steps.append(Step(action: .rest, start: index))
        index += 1
      case star:
        let next = source[index + 1]
        steps.append(Step(action: .upTo(isWildcard(next) ? dot : next), start: index))
        // The system writes a second star as '.*': the first star searches for that dot, and the
        // remaining star is a literal character.
        if next == star { steps.append(Step(action: .unit(star), start: index + 1)) }
        index += 2
      case mark where isGlob, dot where isGlob:
        steps.append(Step(action: .any, start: index))
        index += 1
      default:
        steps.append(Step(action: .unit(unit), start: index))
        index += 1
      }
    }
    return steps
  }

  static let star = UInt16(UInt8(ascii: "*"))
  static let mark = UInt16(UInt8(ascii: "?"))
  static let dot = UInt16(UInt8(ascii: "."))

  package static func isWildcard(_ unit: UInt16) -> Bool { unit == star || unit == mark }

  func difference(from text: [UInt16]) -> String {
    let end = agreement(with: text)
    // A character of which only the first unit agrees is told whole.
    let isInside = source[end.pattern...].first.map(UTF16.isTrailSurrogate) ?? false
    let inside = isInside ? min(1, end.text, end.pattern) : 0
    let position = end.text - inside
    let start =
      position == 0 ? "no match at all:" : "matches up to '\(String(text[..<position]))',"
    let rest = String(text[position...])
    let wanted = String(source[(end.pattern - inside)...])
    if wanted.isEmpty {
      return "\(start) where the pattern ends and the URL continues with '\(rest)'"
    }
    return rest.isEmpty
      ? "\(start) where the URL ends and the pattern continues with '\(wanted)'"
      : "\(start) where the URL continues with '\(rest)' and the pattern with '\(wanted)'"
  }
}

extension Component {
  /// The work of comparing a URL with the rule as Android does, in steps of a budget.
  package var stepsOnAndroid: Int { patterns.reduce(40) { $0 + $1.utf8.count / 2 } }
}

extension String {
  fileprivate init(_ units: ArraySlice<UInt16>) {
    self.init(decoding: units, as: UTF16.self)
  }
}
