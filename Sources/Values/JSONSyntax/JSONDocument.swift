/// A parsed JSON text that keeps the positions of its values.
package struct JSONDocument: Sendable {
  package let root: JSONNode
  private let lines: JSONLines

  /// Parses a whole JSON text (RFC 8259): UTF-8, one value, followed only by white space.
  ///
  /// - Parameters:
  ///   - bytes: the text.
  ///   - depthLimit: the maximum nesting of arrays and objects.
  /// - Throws: the first error, with its place and likely cause.
  package init(parsing bytes: [UInt8], depthLimit: Int = 128) throws(JSONSyntaxError) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit)
    self.root = try parser.document()
    self.lines = JSONLines(bytes: bytes)
  }

  fileprivate init(root: JSONNode, bytes: [UInt8]) {
    self.init(root, JSONLines(bytes: bytes))
  }

  private init(_ root: JSONNode, _ lines: JSONLines) {
    self.root = root
    self.lines = lines
  }

  /// The document after a change, with the places of the text.
  package func with(root: JSONNode) -> JSONDocument {
    JSONDocument(root, lines)
  }

  /// The line and column of a byte.
  package func position(of offset: Int) -> JSONPosition {
    lines.position(of: offset)
  }
}

/// A text that may not be JSON, read as far as its author's meaning is clear; for checking files, so
/// that all errors are reported at once.
package struct TolerantJSON: Sendable {
  /// The errors, in the order of the text; of each kind only the first few. Empty for JSON.
  package let errors: [JSONSyntaxError]
  /// The number of errors that are not listed.
  package let unlisted: Int
  /// The document as it was obviously meant; nil when that is not certain.
  package let document: JSONDocument?

  /// The errors to go on behind, so that the time is bounded for every text.
  private static let tolerance = 10_000

  package init(parsing bytes: [UInt8], depthLimit: Int = 128) {
    var parser = JSONParser(bytes: bytes, depthLimit: depthLimit, tolerance: Self.tolerance)
    do throws(JSONSyntaxError) {
      let root = try parser.document()
      let isObvious = parser.errors.allSatisfy(\.reason.hasObviousRemedy)
      errors = parser.errors.sorted { $0.offset < $1.offset }
      document = isObvious ? JSONDocument(root: root, bytes: bytes) : nil
    } catch {
      errors = parser.errors.sorted { $0.offset < $1.offset } + [error]
      document = nil
    }
    unlisted = parser.unlisted
  }
}

/// A position in a text, as editors show it.
package struct JSONPosition: Equatable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}
