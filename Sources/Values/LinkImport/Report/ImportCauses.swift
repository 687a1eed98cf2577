/// The problems of an import by cause: almost always there are few causes, each many times.
package struct ImportCauses: Equatable, Sendable {
  /// A reason with the number of its occurrences.
  package struct Cause: Equatable, Sendable {
    /// Whether the rows were rejected, or imported with a loss.
    package let severity: ImportReport.Severity
    /// The reason without the values in which its occurrences differ.
    package let reason: String
    /// The number of occurrences.
    package fileprivate(set) var count: Int
    /// The first ones.
    package fileprivate(set) var examples: [ImportReport.Problem]
  }

  private struct Key: Hashable {
    let severity: ImportReport.Severity
    let reason: String
  }

  private static let exampleLimit = 3
  /// The number of distinct causes: unquoted values in reasons must not fill the memory.
  private static let causeLimit = 200

  private var causes: [Cause] = []
  private var indexes: [Key: Int] = [:]
  /// The number of problems whose causes were too many.
  package private(set) var others = 0

  /// The causes: rejections first, the most frequent ones first within each severity.
  package var sorted: [Cause] {
    causes.enumerated().sorted { left, right in
      let (one, other) = (left.element, right.element)
      if one.severity != other.severity { return one.severity == .rejected }
      return (other.count, left.offset) < (one.count, right.offset)
    }.map(\.element)
  }

  mutating func add(_ problem: ImportReport.Problem) {
    let key = Key(severity: problem.severity, reason: Self.general(problem.reason))
    if let index = indexes[key] {
      causes[index].count += 1
      if causes[index].examples.count < Self.exampleLimit {
        causes[index].examples.append(problem)
      }
    } else if causes.count < Self.causeLimit {
      indexes[key] = causes.count
      causes.append(
        Cause(severity: key.severity, reason: key.reason, count: 1, examples: [problem]))
    } else {
      others += 1
    }
  }

  /// The reason with `…` for quoted values and for line and field numbers.
  static func general(_ reason: String) -> String {
    var words: [String] = []
    var isQuoted = false
    for word in reason.split(separator: " ", omittingEmptySubsequences: false) {
      let opens = !isQuoted && word.hasPrefix("'")
      if isQuoted || opens {
        let end = closingMark(in: opens ? word.dropFirst() : word)
        isQuoted = end == nil
        if let end { words.append("'…'" + word[end...].dropFirst()) }
      } else if ["line", "has"].contains(words.last), word.first?.isNumber == true {
        words.append("…" + word.drop { $0.isNumber })
      } else {
        words.append(String(word))
      }
    }
    if isQuoted { words.append("'…'") }
    return words.joined(separator: " ")
  }

  /// The closing quotation mark of a word, apart from punctuation.
  private static func closingMark(in word: Substring) -> String.Index? {
    guard let mark = word.lastIndex(of: "'") else { return nil }
    return word[mark...].dropFirst().allSatisfy { ":,;)".contains($0) } ? mark : nil
  }
}
