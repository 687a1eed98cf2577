import WebSyntax

/// What a caller says of a file that the file does not say itself.
package struct ImportReading: Equatable, Sendable {
  /// What columns hold, whatever their source makes of them.
  package var mapping: [ColumnMapping] = []
  /// Whether the clicks come along that the old service has counted.
  package var takesClicks = false
  /// How many seconds the clock was ahead of UTC by which times without offset were written; nil
  /// when nobody has said.
  package var zone: Int?

  package init() {}

  /// The seconds that a text such as `+09:00` or `-0330` or `Z` says; nil for any other.
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
  package let column: String
  package let path: String

  /// Reads `Long URL=url`; what stands behind the last equals sign is the field.
  ///
  /// - Throws: what is wrong, as a sentence's end.
  package init(parsing text: String) throws(ColumnMappingFault) {
    guard let equals = text.lastIndex(of: "="), equals != text.startIndex else {
      throw .notMapping
    }
    column = String(text[..<equals])
    path = String(text[text.index(after: equals)...])
    guard Self.fieldNames.contains(path) else { throw .unknownField(path) }
  }

  /// What a column can be said to hold.
  package static let fieldNames = LinkColumns.mappable
}

package enum ColumnMappingFault: Error, Equatable, Sendable {
  case notMapping
  case unknownField(String)
}
