/// Which rules of a list are never asked, because an earlier one accepts all they accept.
struct Reachability {
  /// Positions in the list.
  struct Shadow {
    let rule: Int
    let earlier: Int
  }

  private(set) var shadows: [Shadow] = []

  /// Lists of thousands of rules with wildcards at their beginnings are compared only so far.
  private static let budget = 20_000_000

  init(_ components: [Component], _ variables: SubstitutionVariables?) {
    let shapes = components.map { Containment.Shape($0, variables) }
    let index = PrefixIndex(shapes.map(\.literalPrefix))
    var spent = 0
    for (number, shape) in shapes.enumerated() {
      let earlier = index.first(shape.literalPrefix.span) { candidate in
        guard candidate < number, spent < Self.budget else { return false }
        spent += shapes[candidate].size * shape.size
        return Containment.holds(shapes[candidate], shape)
      }
      if let earlier { shadows.append(Shadow(rule: number, earlier: earlier)) }
    }
  }
}
