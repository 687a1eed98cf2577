/// The reason why a text is not JSON, and its position.
package struct JSONSyntaxError: Error, Equatable, Sendable {
  /// The rule of the grammar that the text breaks.
  package let reason: Reason
  /// The offset of the invalid byte, from 0; the length of the text when it ends too early.
  package let offset: Int
  /// The unclosed bracket, if that is the error.
  package let opener: Opener?

  package init(_ reason: Reason, at offset: Int, opener: Opener? = nil) {
    self.reason = reason
    self.offset = offset
    self.opener = opener
  }

  package struct Opener: Equatable, Sendable {
    let isObject: Bool
    let position: JSONPosition
  }

  /// The error as a sentence without a capital or full stop.
  package var message: String {
    guard let opener else { return reason.message }
    let position = "line \(opener.position.line), column \(opener.position.column)"
    let (open, close) = opener.isObject ? ("{", "}") : ("[", "]")
    if reason == .valueWithoutName || reason == .memberInList {
      let right = opener.isObject ? "[" : "{"
      return "\(reason.message): expected '\(right)' for the '\(open)' at \(position)"
    }
    return reason == .unexpectedEnd
      ? "\(reason.message): the '\(open)' at \(position) is not closed"
      : "\(reason.message): expected '\(close)' for the '\(open)' at \(position)"
  }

  /// The common errors, each with its own fix.
  package enum Reason: String, Sendable {
    case empty = "the text is empty: expected a JSON value"
    case byteOrderMark = "the text begins with a byte order mark: expected plain UTF-8"
    case wideCharacters = "the text is UTF-16 or UTF-32: expected UTF-8"
    case compressed = "the bytes are compressed with gzip: expected the text itself"
    case invalidUTF8 = "the bytes are not UTF-8"
    case html = "this is HTML: expected JSON"
    case comment = "comments are not part of JSON"
    case trailingComma = "unexpected comma before the closing bracket"
    case smartQuote = "a typographic quotation mark: expected '\"'"
    case singleQuote = "a single quotation mark: expected '\"'"
    case backtick = "a backtick: expected '\"'"
    /// A quotation mark that was escaped once too often, for a string or for HTML.
    case escapedQuote = "an escaped quotation mark: expected '\"'"
    /// A word of Python or JavaScript where JSON has another.
    case foreignWord = "a word of another language: expected true, false or null"
    /// A brace where the list behind it needs a bracket.
    case valueWithoutName = "a value without a name, as in a list"
    /// A bracket where the members behind it need a brace.
    case memberInList = "a name with a value, as in an object"
    /// Text before a document that is JSON by itself.
    case leadingText = "other text precedes the JSON, which begins only behind it"
    case noBreakSpace = "a no-break space between values: expected a plain space"
    case missingComma = "a comma is missing before this value"
    case missingColon = "a colon is missing after the name"
    case missingValue = "a value is missing here"
    case unquotedName = "a name without quotation marks: expected '\"'"
    case unterminatedString = "the string is not closed on its line"
    case controlCharacter = "a control character inside a string: expected an escape like '\\n'"
    case invalidEscape = "an unknown escape inside a string"
    case invalidNumber = "not a valid JSON number"
    case unexpected = "unexpected character: expected a JSON value"
    case unexpectedEnd = "the text ends prematurely"
    case mismatchedBracket = "a closing bracket of the wrong kind"
    case trailingText = "unexpected text after the end of the document"
    case tooDeep = "arrays and objects are nested too deeply"
    case endlessMarks = "there are more than 100 combining marks in succession"
  }
}

extension JSONSyntaxError.Reason {
  /// The reason as a sentence without a capital or full stop.
  package var message: String { rawValue }

  /// The suggested fix; nil when the message suffices.
  package var help: String? {
    switch self {
    case .byteOrderMark, .wideCharacters: "save the file as 'UTF-8 without BOM'"
    case .compressed: "unpack it, for example with gunzip"
    case .html: "the server sent a page, perhaps an error page, instead of the file"
    case .comment: "delete it"
    case .trailingComma: "delete the comma"
    case .smartQuote: "an editor replaced the quotation marks: retype them"
    case .escapedQuote: "the text was encoded once too often: store it as it was before"
    case .singleQuote, .backtick:
      "Python and JavaScript write text so: print the file with json.dumps or JSON.stringify, or "
        + "replace all such marks"
    case .foreignWord:
      "print the file as JSON, with json.dumps or JSON.stringify"
    case .missingColon: "write ':' behind the name"
    case .valueWithoutName: "write '[' in place of that brace, and ']' at its end"
    case .memberInList: "write '{' in place of that bracket, and '}' at its end"
    case .leadingText:
      "let nothing be printed before the JSON: it is often a warning of the program that writes it"
    case .noBreakSpace: "it looks like a space and often comes from a web page: retype it"
    default: nil
    }
  }

  /// Whether only one correction is plausible, so that the rest of the document can be trusted.
  var hasObviousRemedy: Bool {
    switch self {
    case .byteOrderMark, .comment, .trailingComma, .smartQuote, .singleQuote, .noBreakSpace,
      .missingComma, .foreignWord, .valueWithoutName, .memberInList, .leadingText, .backtick,
      .escapedQuote:
      true
    default: false
    }
  }
}
