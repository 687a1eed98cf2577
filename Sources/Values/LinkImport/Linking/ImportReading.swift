package import Links

/// The details of a file that its caller has to provide.
package struct ImportReading: Equatable, Sendable {
  /// The fields that columns hold, overriding their source.
  package var mapping: [ColumnMapping] = []
  /// Whether the clicks counted by the old service are imported.
  package var takesClicks = false
  /// The zone of times that name no offset; nil when not specified.
  package var zone: LocalZone?
  /// The status of the redirects of all links; nil for that of their rows or of their service.
  package var status: ShortLink.RedirectStatus?
  /// Whether all links send visitors on without a page.
  package var skipsPage = false

  package init() {}
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
