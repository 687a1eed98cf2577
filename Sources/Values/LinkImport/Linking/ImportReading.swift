import WebSyntax

/// The details of a file that its caller has to provide.
package struct ImportReading: Equatable, Sendable {
  /// The fields that columns hold, overriding their source.
  package var mapping: [ColumnMapping] = []
  /// Whether the clicks counted by the old service are imported.
  package var takesClicks = false
  /// The offset from UTC, in seconds, of times that have none; nil when not specified.
  package var zone: Int?

  package init() {}

  /// The seconds of an offset such as `+09:00`, `-0330` or `Z`; nil for any other text.
  package static func zone(_ text: String) -> Int? {
    if text == "Z" || text == "UTC" { return 0 }
    let digits = text.utf8.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4,
      text.utf8.count == 5 || text.utf8.count == 6 && text.utf8.dropFirst(3).first == 0x3A,
      let number = DecimalDigits.number(digits), number / 100 < 24, number % 100 < 60
    else { return nil }
    return (number / 100 * 60 + number % 100) * (sign == "-" ? -60 : 60)
  }
}

/// A column by its name, or by its number from 1, and the field that it holds.
package struct ColumnMapping: Equatable, Sendable {
  /// The name of the column, or its number from 1.
  package let column: String
  package let path: String

  /// Reads `Long URL=url`; the text after the last equals sign is the field.
  ///
  /// - Throws: the fault, as the end of a sentence.
  package init(parsing text: String) throws(ColumnMappingFault) {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw .notMapping
    }
    column = String(text[..<equals])
    path = String(text[text.index(after: equals)...])
    guard Self.fieldNames.contains(path) else { throw .unknownField(path) }
  }

  package static let fieldNames = LinkColumns.mappable
}

/// The reason why a text is not a mapping: it has no field, or an unknown one.
package enum ColumnMappingFault: Error, Equatable, Sendable {
  case notMapping
  case unknownField(String)
}
