extension HTTPFields {
  /// Fields from pairs; a value that no field can have is left out rather than sent broken.
  package init(_ pairs: KeyValuePairs<String, String>) {
    self.init()
    for (name, value) in pairs {
      if let field = HTTPField(name, value) { append(field) }
    }
  }

  package mutating func append(_ name: String, _ value: String) {
    if let field = HTTPField(name, value) { append(field) }
  }
}
