import AppAssociation
import JSONSyntax

/// An Android file as its validation rules see it.
struct AndroidFile {
  let links: AssetLinks
  let root: Spot
  /// The elements that are objects.
  let statements: [(spot: Spot, statement: Statement)]

  init(_ links: AssetLinks) {
    self.links = links
    root = Spot(links.document.root, path: "")
    statements = links.statements.map { statement in
      (Spot(statement.node, path: "[\(statement.index)]"), statement)
    }
  }

  /// The targets that are objects with the namespace of Android apps.
  var apps: [Spot] {
    statements.compactMap { $0.spot.member("target") }.filter {
      $0.member("namespace")?.string == "android_app"
    }
  }

  /// Every string in a list of fingerprints.
  var fingerprints: [(spot: Spot, text: String)] {
    apps.flatMap { $0.member("sha256_cert_fingerprints")?.elements ?? [] }.compactMap { spot in
      spot.string.map { (spot, $0) }
    }
  }

  /// The rules of each readable list of Dynamic App Links, with the list's spot.
  var dynamicLists: [(spot: Spot, rules: [DynamicRule])] {
    statements.compactMap { _, statement in
      guard let node = statement.dynamicRules, let rules = try? DynamicRule.list(node) else {
        return nil
      }
      return (Spot(node, path: statement.dynamicPath), rules)
    }
  }

  /// Every pattern of those rules.
  var dynamicPatterns: [(spot: Spot, text: String)] {
    dynamicLists.flatMap { list, _ in list.elements }.flatMap { rule in
      let patterns =
        [rule.member("/"), rule.member("#")] + (rule.member("?")?.members ?? []).map(\.spot)
      return patterns.compactMap { spot in
        spot.flatMap { spot in spot.string.map { (spot, $0) } }
      }
    }
  }
}
