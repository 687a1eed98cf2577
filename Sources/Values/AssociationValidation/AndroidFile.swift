import AppAssociation
import JSONSyntax

/// An Android file as its validation rules see it.
struct AndroidFile {
  let links: AssetLinks
  let root: Spot
  /// The elements that are objects.
  let statements: [(spot: Spot, meaning: Statement)]

  init(_ links: AssetLinks) {
    self.links = links
    root = Spot(links.document.root, path: "")
    statements = links.statements.map { statement in
      (Spot(statement.node, path: "[\(statement.index)]"), statement)
    }
  }
}

typealias AndroidRule = Rule<AndroidFile, Report>

extension AndroidFile {
  /// All rules, in the order of their findings about one spot.
  static let rules = statementRules + dynamicRules + repetitionRules
}
