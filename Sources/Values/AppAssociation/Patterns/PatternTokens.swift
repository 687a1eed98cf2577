import WebSyntax

/// One element of a pattern that programs in other languages match. A text matches when the tokens of its
/// pattern, one after the other, take all of its bytes.
package enum PatternToken: Hashable, Sendable {
  /// Exactly these bytes; in lower case when case is ignored.
  case text(String)
  /// Any byte.
  case one
  /// Any bytes, perhaps none; as many as possible.
  case many
  /// One byte of these characters, all of them in ASCII.
  case oneOf(String)
  /// Any character of decoded text, as one to four bytes of UTF-8.
  case character
  /// The first of several lists of tokens that leads to a match.
  case choice([[PatternToken]])
  /// One or more bytes, as many as possible: the value of the parameter with this index.
  case capture(Int)
  /// Nothing, or a slash and any bytes. Always the last token.
  case rest
}

extension [PatternToken] {
  fileprivate init(_ nodes: [PatternNode]) {
    self = []
    var rest = nodes[...]
    while let node = rest.first {
      let bytes = rest.prefix { $0.byte != nil }.compactMap(\.byte)
      if bytes.isEmpty {
        appendToken(of: node)
      } else {
        append(.text(String(decoding: bytes, as: UTF8.self)))
      }
      rest = rest.dropFirst(Swift.max(bytes.count, 1))
    }
  }

  private mutating func appendToken(of node: PatternNode) {
    switch node {
    case .one: append(.one)
    case .many: append(.many)
    case .byteClass(let byteClass):
      append(.oneOf(String(decoding: byteClass.members, as: UTF8.self)))
    case .choice(let values) where values.isCharacter: append(.character)
    case .choice(let values): append(.choice(values.sequences.map { [PatternToken]($0) }))
    case .captureStart(let index): append(.capture(Int(index)))
    case .captureEnd:
      // A capture begins with nodes for one byte and any others, which its token stands for.
      removeLast(2)
    case .optionalRest: append(.rest)
    case .nothing: append(.choice([]))
    case .byte, .range: break
    }
  }
}

extension VariableValues {
  fileprivate var isCharacter: Bool { self == Self.character || self == Self.character.folded }
}

/// A component as programs in other languages match it, with its variables resolved.
package struct PortableComponent: Hashable, Sendable {
  /// The name of an item, in lower case when case is ignored, and the pattern for its value.
  package struct Item: Hashable, Sendable {
    package let name: String
    package let tokens: [PatternToken]
  }

  /// The pattern for the path without its trailing slashes; nil accepts every path.
  package let path: [PatternToken]?
  /// The pattern for the whole query; nil accepts every query.
  package let query: [PatternToken]?
  /// The patterns for the values of items; every item with a name has to match, and an absent one counts
  /// as empty.
  package let items: [Item]
  /// The pattern for the fragment; nil accepts every fragment.
  package let fragment: [PatternToken]?
  /// Whether capital letters of ASCII are compared in lower case.
  package let ignoresCase: Bool
  /// Whether valid escapes are decoded before a text is compared.
  package let decodes: Bool
  /// The names of the captures in the path, in the order of their indices.
  package let captureNames: [String]

  package var tokens: [PatternToken] {
    (path ?? []) + (query ?? []) + items.flatMap(\.tokens) + (fragment ?? [])
  }

  package init(_ component: Component, variables: SubstitutionVariables) {
    let ignoresCase = component.caseSensitive == false
    let decodes = component.percentEncoded == false
    func prepared(_ nodes: [PatternNode]) -> [PatternNode] {
      let counted = decodes ? nodes.countingCharacters : nodes
      return ignoresCase ? counted.map(\.folded) : counted
    }
    func tokens(_ text: String) -> [PatternToken] {
      [PatternToken](prepared(PatternParser.nodes(text, variables)))
    }
    path = component.path.map { text in
      let captures = try? CapturePattern(text)
      let nodes = captures?.nodes(variables) ?? PatternParser.nodes(text, variables)
      return [PatternToken](PathPattern.nodesWithRest(prepared(nodes)))
    }
    var query: [PatternToken]?
    var items: [Item] = []
    switch component.query {
    case .string(let text): query = tokens(text)
    case .items(let list):
      items = list.map { item in
        let name = ignoresCase ? item.name.utf8.map(ASCII.lowercased) : Array(item.name.utf8)
        return Item(name: String(decoding: name, as: UTF8.self), tokens: tokens(item.pattern))
      }
    case nil: break
    }
    self.query = query
    self.items = items
    fragment = component.fragment.map(tokens)
    self.ignoresCase = ignoresCase
    self.decodes = decodes
    captureNames = component.captureNames
  }
}
