extension HTTPFields {
  /// Creates fields from pairs; a value that is invalid in a field is left out rather than sent broken.
  package init(_ pairs: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in pairs {
      if let field = HTTPField(name, value) { append(field) }
    }
  }

  /// Adds a field at the end; an invalid one is left out.
  package mutating func append(_ name: String, _ value: String) {
    if let field = HTTPField(name, value) { append(field) }
  }

  /// Adds a field name to Vary, all in one line: nginx before 1.23 reads only the last line.
  package mutating func vary(by name: String) {
    guard let known = self["Vary"] else { return append("Vary", name) }
    self = without("Vary")
    append("Vary", known + ", " + name)
  }

  private func without(_ name: StaticString) -> HTTPFields {
    var fields = HTTPFields()
    for entry in entries where !ByteScan.isExactly(bytes.span, entry.name, name) {
      fields.append(
        String(decoding: bytes[entry.name], as: UTF8.self),
        String(decoding: bytes[entry.value], as: UTF8.self))
    }
    return fields
  }
}
