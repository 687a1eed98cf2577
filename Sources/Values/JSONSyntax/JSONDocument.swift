/// A parsed JSON text that retains the positions of its values.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  private let lines: JSONLines

  /// Parses a complete JSON text (RFC 8259): a single value in UTF-8, followed only by white space.
  ///
  /// - Parameters:
  ///   - bytes: the JSON text.
  ///   - depthLimit: the maximum nesting of arrays and objects.
  ///   - memberLimit: the greatest number of members of an object that become nodes. A larger object
  ///     stays text and is parsed again whenever it is read, which takes more time and far less
  ///     memory. Not for texts of strangers: they could nest such objects.
  /// - Throws: the first error, with its position and likely cause.
  package init(
    parsing bytes: [UInt8], depthLimit: Int = 128, memberLimit: Int = .max
  ) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, memberLimit: memberLimit)
    self.root = try parser.document()
    self.lines = JSONLines(bytes: bytes)
  }

  /// Parses a text that Keiro has written itself, whose strings were bounded when they came in; nil for
  /// any other text.
  package init?(stored text: some Collection<UInt8>) {
    let bytes = Array(text)
    var parser = JSONParser(bytes: bytes, depthLimit: 128, boundsMarks: false)
    guard let root = try? parser.document() else { return nil }
    self.init(root, JSONLines(bytes: bytes))
  }

  fileprivate init(_ root: JSONNode, _ lines: JSONLines) {
    self.root = root
    self.lines = lines
  }

  /// Returns the document with another root, keeping the positions of the text.
  package func with(root: JSONNode) -> JSONDocument {
    JSONDocument(root, lines)
  }

  package func position(of offset: Int) -> JSONPosition {
    lines.position(of: offset)
  }
}

/// Text that may not be valid JSON, read as far as its author's intention is clear. Used for
/// checking files, so that all errors are reported at once.
package struct TolerantJSON: Sendable {
  /// The errors, in text order and limited to the first few of each kind. Empty for valid JSON.
  package let errors: [JSONSyntaxError]
  /// The number of errors that are not listed.
  package let unlisted: Int
  /// The document as evidently intended; nil when that is uncertain.
  package let document: JSONDocument?

  /// The maximum number of errors to recover from, which bounds the time for any text.
  private static let tolerance = 10_000

  /// Parses a text and never fails; `errors` says what is wrong with it.
  package init(parsing bytes: [UInt8], depthLimit: Int = 128) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, tolerance: Self.tolerance)
    do throws(JSONSyntaxError) {
      let root = try parser.document()
      let isObvious = parser.errors.allSatisfy(\.reason.hasObviousRemedy)
      errors = parser.errors.sorted { $0.offset < $1.offset }
      document = isObvious ? JSONDocument(root, JSONLines(bytes: bytes)) : nil
    } catch {
      errors = parser.errors.sorted { $0.offset < $1.offset } + [error]
      document = nil
    }
    unlisted = parser.unlisted
  }
}

/// A position in a text, as shown by editors.
package struct JSONPosition: Equatable, Sendable {
  /// The line, counted from 1.
  package let line: Int
  /// The column in Unicode scalars, counted from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
