import WebSyntax

/// A text of the configuration in which `{name}` stands for a capture of a route's path.
package struct CaptureTemplate: Equatable, Sendable {
  /// A piece of the template: literal text, or the name of a capture.
  package enum Part: Equatable, Sendable {
    case literal(String)
    case capture(String)
  }

  /// The pieces in the order of the text.
  package let parts: [Part]

  /// Parses a text. Braces around anything but a name stay unchanged.
  package init(_ text: String) {
    var parts: [Part] = []
    var literal = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      let inside = rest[rest.index(after: open)...]
      guard let close = inside.firstIndex(of: "}") else { break }
      literal += rest[..<open]
      let name = inside[..<close]
      if CaptureName.isValid(name) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
        parts.append(.capture(String(name)))
        literal = ""
      } else {
        literal += rest[open...close]
      }
      rest = inside[inside.index(after: close)...]
    }
    literal += rest
    if !literal.isEmpty { parts.append(.literal(literal)) }
    self.parts = parts
  }
}
