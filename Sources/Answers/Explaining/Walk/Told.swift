import CDocuments
package import JSONSyntax

/// A sentence about a tap is written in English, as a literal. Its Japanese is in the row of `sentences.txt`
/// that has this English, with `{}` for each value.
extension Sentence: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    var told = Told(literalCapacity: 0, interpolationCount: 0)
    told.appendLiteral(text)
    self.init(told)
  }

  package init(stringInterpolation told: Told) { self.init(told) }

  /// Joins the parts of a literal that is longer than a line.
  static func + (left: Sentence, right: Sentence) -> Sentence {
    var told = Told(literalCapacity: 0, interpolationCount: 0)
    told.append(left)
    told.append(right)
    return Sentence(told)
  }
}

package struct Told: Wording, StringInterpolationProtocol {
  package private(set) var english = ""
  private var pattern = ""
  private var values: [Sentence] = []

  package init(literalCapacity: Int, interpolationCount: Int) {}

  package mutating func appendLiteral(_ text: String) {
    english += text
    pattern += text
  }

  package mutating func appendInterpolation(_ value: some CustomStringConvertible) {
    appendInterpolation(Sentence(english: "\(value)"))
  }

  package mutating func appendInterpolation(_ value: some Wording) {
    appendInterpolation(Sentence(value))
  }

  package mutating func appendInterpolation(_ value: Sentence) {
    english += value.english
    pattern += "{}"
    values.append(value)
  }

  fileprivate mutating func append(_ part: Sentence) {
    guard let told = part.wording as? Told else { return appendInterpolation(part) }
    english += told.english
    pattern += told.pattern
    values += told.values
  }

  /// English for a sentence without a row, which a test finds.
  package var japanese: String {
    guard let row = Self.rows[pattern] else { return english }
    var (text, rest) = ("", row[...])
    while let open = rest.firstIndex(of: "{") {
      let place = rest[open...].dropFirst().prefix { $0 != "}" }
      text += rest[..<open]
      text +=
        Int(place).flatMap { values.indices.contains($0 - 1) ? values[$0 - 1].japanese : nil } ?? ""
      rest = rest[place.endIndex...].dropFirst()
    }
    return text + rest
  }

  private static let rows: [String: String] = {
    let file = keiro_dashboard_sentences
    let text = UnsafeBufferPointer(start: file.bytes, count: Int(file.count))
    let rows = text.split(separator: UInt8(ascii: "\n")).compactMap { line -> (String, String)? in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " | ", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }()
}
