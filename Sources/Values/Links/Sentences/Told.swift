import CDocuments
package import JSONSyntax

/// A message whose Japanese is in the row of `sentences.txt` that has its English.
package protocol TableSentence: Wording {
  var told: Sentence { get }
}

extension TableSentence {
  package var english: String { told.english }
  package var japanese: String { told.japanese }
}

extension TableSentence where Self: RawRepresentable<String> {
  package var told: Sentence { Sentence(stringLiteral: rawValue) }
}

/// A sentence may be written in English alone, as a literal. Its Japanese is in the row of `sentences.txt`, here
/// or in the dashboard's words, that has this English, with `{}` for each value.
extension Sentence: ExpressibleByStringInterpolation {
  package init(stringLiteral text: String) {
    var told = Told(literalCapacity: 0, interpolationCount: 0)
    told.appendLiteral(text)
    self.init(told)
  }

  package init(stringInterpolation told: Told) { self.init(told) }

  /// Joins the parts of a literal that is longer than a line.
  package static func + (left: Sentence, right: Sentence) -> Sentence {
    var told = Told(literalCapacity: 0, interpolationCount: 0)
    told.append(left)
    told.append(right)
    return Sentence(told)
  }

  package static func list(_ parts: [Sentence]) -> Sentence {
    Sentence(
      parts.map(\.english).joined(separator: ", "), parts.map(\.japanese).joined(separator: "、"))
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
      text += rest[..<open]
      rest = rest[open...].dropFirst()
      let place = rest.prefix { $0 != "}" }
      guard let number = Int(place), values.indices.contains(number - 1) else {
        text += "{"
        continue
      }
      text += values[number - 1].japanese
      rest = rest[place.endIndex...].dropFirst()
    }
    return text + rest
  }

  private static let rows: [String: String] = {
    let lines = [keiro_sentences, keiro_dashboard_sentences].flatMap { file in
      UnsafeBufferPointer(start: file.bytes, count: Int(file.count))
        .split(separator: UInt8(ascii: "\n"))
    }
    let rows = lines.compactMap { line -> (String, String)? in
      let parts = String(decoding: line, as: UTF8.self).split(separator: " | ", maxSplits: 1)
      return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
    return Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }()
}
