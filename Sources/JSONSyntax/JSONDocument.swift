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

  /// The line and column of a byte.
  package func position(of offset: Int) -> JSONPosition {
    lines.position(of: offset)
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
