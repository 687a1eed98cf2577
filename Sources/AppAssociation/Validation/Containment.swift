/// Whether one rule accepts every URL that another accepts, decided on the patterns themselves.
///
/// A "no" may mean that it could not be decided; a "yes" is always right.
struct Containment {
  /// A rule, prepared for being compared with many others.
  struct Shape {
    let component: Component
    /// The ways in which the path may look: `/a/*` also covers `/a`.
    fileprivate let paths: [[PatternNode]]
    fileprivate let items: [(name: String, nodes: [PatternNode])]?
    fileprivate let query: [PatternNode]?
    fileprivate let fragment: [PatternNode]?
    fileprivate let ignoresCase: Bool
    fileprivate let decodes: Bool
    /// What every path begins with that the rule accepts; empty when that is unknown.
    let literalPrefix: [UInt8]

    init(_ component: Component, _ variables: SubstitutionVariables?) {
      self.component = component
      ignoresCase = component.caseSensitive == false
      decodes = component.percentEncoded == false
      let nodes = component.path.map { PathPattern.nodes($0, variables) } ?? [.many]
      let endsInAnything = nodes.suffix(2) == [.byte(UInt8(ascii: "/")), .many]
      paths = endsInAnything ? [nodes, Array(nodes.dropLast(2))] : [nodes]
      let isPlain = !ignoresCase && !decodes
      literalPrefix = isPlain ? (paths.last ?? []).prefix { $0.byte != nil }.compactMap(\.byte) : []
      fragment = component.fragment.map { PatternParser.nodes($0, variables) }
      switch component.query {
      case .string(let text) where !text.isStars:
        query = PatternParser.nodes(text, variables)
        items = nil
      case .items(let list):
        query = nil
        items = list.map { ($0.name, PatternParser.nodes($0.pattern, variables)) }
      default:
        query = nil
        items = nil
      }
    }

    /// A measure of what comparing it costs.
    var size: Int { 1 + paths.reduce(0) { $0 + $1.count } }
  }

  /// Whether `wide` accepts whatever `narrow` accepts.
  static func holds(_ wide: Shape, _ narrow: Shape) -> Bool {
    let path = narrow.paths.allSatisfy { inner in
      wide.paths.contains { covers($0, inner, wide, narrow) }
    }
    guard path else { return false }
    if let fragment = wide.fragment {
      guard covers(fragment, narrow.fragment ?? [.many], wide, narrow) else { return false }
    }
    return holdsQuery(wide, narrow)
  }

  private static func holdsQuery(_ wide: Shape, _ narrow: Shape) -> Bool {
    if let query = wide.query {
      return narrow.query.map { covers(query, $0, wide, narrow) } ?? false
    }
    guard let items = wide.items else { return true }
    return items.allSatisfy { name, nodes in
      if nodes.allSatisfy(\.isMany), !nodes.isEmpty { return true }
      guard wide.ignoresCase == narrow.ignoresCase else { return false }
      return narrow.items?.contains { $0.name == name && covers(nodes, $0.nodes, wide, narrow) }
        ?? false
    }
  }

  private static func covers(
    _ outer: [PatternNode], _ inner: [PatternNode], _ wide: Shape, _ narrow: Shape
  ) -> Bool {
    if !outer.isEmpty, outer.allSatisfy(\.isMany) { return true }
    guard wide.decodes == narrow.decodes else { return false }
    switch (wide.ignoresCase, narrow.ignoresCase) {
    case (true, _): return covers(outer.map(\.folded), inner.map(\.folded))
    case (false, false): return covers(outer, inner)
    case (false, true): return covers(outer, inner.map(\.eitherCase))
    }
  }

  /// Runs the outer pattern over the inner one as if that were a text: its wildcards are letters
  /// that only wildcards accept.
  private static func covers(_ outer: [PatternNode], _ inner: [PatternNode]) -> Bool {
    guard !inner.contains(.nothing) else { return false }
    var places: Set<Int> = [0]
    for node in outer {
      places = advance(node, inner, places)
      if places.isEmpty { return false }
    }
    return places.contains(inner.count)
  }

  private static func advance(
    _ node: PatternNode, _ inner: [PatternNode], _ places: Set<Int>
  ) -> Set<Int> {
    switch node {
    case .many: return places.min().map { Set($0...inner.count) } ?? []
    case .choice(let choices):
      return choices.reduce(
        into: Set(
          places.filter { $0 < inner.count && inner[$0] == node }.map {
            $0 + 1
          })
      ) { result, choice in
        var reached = places
        for node in choice { reached = advance(node, inner, reached) }
        result.formUnion(reached)
      }
    default:
      return Set(places.filter { $0 < inner.count && node.covers(inner[$0]) }.map { $0 + 1 })
    }
  }
}

extension PatternNode {
  /// Whether a node for one byte accepts every byte that another such node accepts.
  fileprivate func covers(_ other: PatternNode) -> Bool {
    switch (self, other) {
    case (.one, .byte), (.one, .one), (.one, .byteClass): true
    case (.byte(let byte), .byte(let wanted)): byte == wanted
    case (.byteClass(let byteClass), .byte(let byte)): byteClass.contains(byte)
    case (.byteClass(let byteClass), .byteClass(let inner)):
      (0...255).allSatisfy { !inner.contains($0) || byteClass.contains($0) }
    default: false
    }
  }

  /// A letter as the class of all letters, which is more than it stands for where case is ignored.
  fileprivate var eitherCase: PatternNode {
    switch self {
    case .byte(let byte) where ByteClass.alpha.contains(byte): .byteClass(.alpha)
    case .byteClass(let byteClass): .byteClass(byteClass.folded)
    case .choice(let choices): .choice(choices.map { $0.map(\.eitherCase) })
    default: self
    }
  }
}
