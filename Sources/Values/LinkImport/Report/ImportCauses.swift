/// The problems of an import by cause: almost always there are few causes, each many times.
package struct ImportCauses: Equatable, Sendable {
  package struct Cause: Equatable, Sendable {
    package let severity: ImportReport.Severity
    fileprivate var pattern: ReasonPattern
    package fileprivate(set) var count: Int
    package fileprivate(set) var examples: [ImportReport.Problem]

    /// The reason without the values in which its occurrences differ.
    package var reason: String { pattern.text }
  }

  private static let exampleLimit = 3
  /// The number of distinct causes: unquoted values in reasons must not fill the memory.
  private static let causeLimit = 200

  private var causes: [Cause] = []
  private var indexes: [String: Int] = [:]
  /// The number of problems whose causes were too many, or are not known here.
  package internal(set) var others = 0

  /// The causes: rejections first and warnings last, the most frequent ones first within each severity.
  package var sorted: [Cause] {
    ImportReport.Severity.allCases.flatMap { severity in
      causes.enumerated().filter { $0.element.severity == severity }.sorted {
        ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
      }.map(\.element)
    }
  }

  mutating func add(_ problem: ImportReport.Problem) {
    let pattern = ReasonPattern(problem.reason)
    let key = "\(problem.severity) \(pattern.general)"
    if let index = indexes[key] {
      causes[index].count += 1
      causes[index].pattern.widen(to: pattern)
      if causes[index].examples.count < Self.exampleLimit {
        causes[index].examples.append(problem)
      }
    } else if causes.count < Self.causeLimit {
      indexes[key] = causes.count
      causes.append(
        Cause(severity: problem.severity, pattern: pattern, count: 1, examples: [problem]))
    } else {
      others += 1
    }
  }
}

/// A reason in which values may differ from row to row: quoted texts, and the numbers of lines,
/// columns and fields.
struct ReasonPattern: Equatable, Sendable {
  private struct Part: Equatable {
    /// The part as it is; nil once it has been different.
    var text: String?
    /// The part with `…` for its value; nil for words, which reasons of one cause share.
    let general: String?
  }

  private var parts: [Part] = []

  /// The reason with `…` for every value: the same for all reasons of one cause.
  var general: String {
    parts.map { $0.general ?? $0.text ?? "" }.joined(separator: " ")
  }

  /// The reason with `…` for the values that were different.
  var text: String {
    parts.map { $0.text ?? $0.general ?? "" }.joined(separator: " ")
  }

  init(_ reason: String) {
    var last: Substring = ""
    var quoted: [Substring] = []
    for word in reason.split(separator: " ", omittingEmptySubsequences: false) {
      if !quoted.isEmpty || word.hasPrefix("'") {
        let end = Self.closingMark(in: quoted.isEmpty ? word.dropFirst() : word)
        quoted.append(word)
        if let end {
          add(quoted, general: "'…'" + word[end...].dropFirst())
          quoted = []
        }
      } else if ["line", "column", "has"].contains(last), word.first?.isNumber == true {
        add([word], general: "…" + word.drop { $0.isNumber })
      } else {
        add([word], general: nil)
      }
      last = word
    }
    if !quoted.isEmpty { add(quoted, general: "'…'") }
  }

  private mutating func add(_ words: [Substring], general: String?) {
    parts.append(Part(text: words.joined(separator: " "), general: general))
  }

  /// Forgets the values that another reason of the same cause does not have.
  mutating func widen(to other: ReasonPattern) {
    for (index, part) in zip(parts.indices, other.parts) where parts[index].text != part.text {
      parts[index].text = nil
    }
  }

  /// The closing quotation mark of a word, apart from punctuation.
  private static func closingMark(in word: Substring) -> String.Index? {
    guard let mark = word.lastIndex(of: "'") else { return nil }
    return word[mark...].dropFirst().allSatisfy { ":,;)".contains($0) } ? mark : nil
  }
}
