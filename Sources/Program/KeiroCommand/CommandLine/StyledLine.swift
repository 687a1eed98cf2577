/// A line of text for people whose parts may have emphasis. Emphasis is not part of the text, so that no
/// foreign text can bring its own: `"\(file): \("error", .error): \(message)"`.
package struct StyledLine: ExpressibleByStringInterpolation {
  private(set) var parts: [(text: String, style: Console.Style?)] = []

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var parts: [(text: String, style: Console.Style?)] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) { parts.append((literal, nil)) }

    package mutating func appendInterpolation(_ text: String, _ style: Console.Style? = nil) {
      parts.append((text, style))
    }

    package mutating func appendInterpolation(_ line: StyledLine) { parts += line.parts }
  }

  package init(stringLiteral value: String) { parts = [(value, nil)] }

  package init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

  /// The lines as one, with a text between them.
  static func joined(_ lines: [StyledLine], separator: String) -> StyledLine {
    lines.dropFirst().reduce(lines.first ?? "") { "\($0)\(separator)\($1)" }
  }
}
