import WebSyntax

/// A text in which `{name}` stands for a part of the path, as in a route's pattern and its texts.
struct RouteTemplate: Equatable {
  /// The names in order, including repetitions.
  let names: [String]
  /// The literal parts between the names.
  private let parts: [String]

  /// Nil if a brace belongs to no `{name}`.
  init?(_ text: String) {
    var names: [String] = []
    var parts = [""]
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard scalar == "{" || scalar == "}" else {
        parts[parts.count - 1].unicodeScalars.append(scalar)
        continue
      }
      guard scalar == "{", let close = rest.firstIndex(of: "}"),
        CaptureName.isValid(Substring(rest[..<close]))
      else { return nil }
      names.append(String(rest[..<close]))
      parts.append("")
      rest = rest[rest.index(after: close)...]
    }
    self.names = names
    self.parts = parts
  }

  func replacingNames(by text: String) -> String {
    parts.joined(separator: text)
  }
}
