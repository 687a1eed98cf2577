/// Why a text is not JSON, and where.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  package let reason: Reason
  /// Offset of the byte at fault, from 0; the length of the text when it ends too early.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// The faults that people make, told apart because each has another remedy.
  package enum Reason: Equatable, Sendable {
    case empty
    case byteOrderMark
    case invalidUTF8
    case html
    case comment
    case trailingComma
    case smartQuote
    case singleQuote
    case noBreakSpace
    case missingComma
    case missingColon
    case missingValue
    case unquotedName
    case unterminatedString
    case controlCharacter
    case invalidEscape
    case invalidNumber
    case unexpected
    case unexpectedEnd
    case trailingText
    case tooDeep
  }
}

extension JSONSyntaxError.Reason {
  /// One sentence without capital and full stop.
  package var message: String {
    switch self {
    case .empty: "the text is empty: expected a JSON value"
    case .byteOrderMark: "the text begins with a byte order mark: expected plain UTF-8"
    case .invalidUTF8: "the bytes are not UTF-8"
    case .html: "this is HTML: expected JSON"
    case .comment: "comments are not part of JSON"
    case .trailingComma: "a comma stands before the closing bracket"
    case .smartQuote: "a typographic quotation mark: expected '\"'"
    case .singleQuote: "a single quotation mark: expected '\"'"
    case .noBreakSpace: "a no-break space stands between the values: expected a plain space"
    case .missingComma: "a comma is missing before this value"
    case .missingColon: "a colon is missing after the name"
    case .missingValue: "a value is missing here"
    case .unquotedName: "a name without quotation marks: expected '\"'"
    case .unterminatedString: "the string is not closed on its line"
    case .controlCharacter: "a control character inside a string: expected an escape like '\\n'"
    case .invalidEscape: "an unknown escape inside a string"
    case .invalidNumber: "not a number as JSON writes them"
    case .unexpected: "unexpected character: expected a JSON value"
    case .unexpectedEnd: "the text ends too early"
    case .trailingText: "text follows after the end of the document"
    case .tooDeep: "arrays and objects are nested too deeply"
    }
  }

  /// What to do about it, where that is not the message itself.
  package var help: String? {
    switch self {
    case .byteOrderMark: "save the file as 'UTF-8 without BOM'"
    case .html: "the server answered with a page, perhaps its error page, in place of the file"
    case .comment: "delete it, or move it into a \"comment\" member"
    case .trailingComma: "delete the comma"
    case .smartQuote, .singleQuote: "an editor has replaced the quotation marks: type them anew"
    case .noBreakSpace: "it looks like a space and often comes from a web page: type it anew"
    case .tooDeep: nil
    default: nil
    }
  }
}
