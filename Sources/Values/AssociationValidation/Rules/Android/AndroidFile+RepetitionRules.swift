import AppAssociation
import JSONSyntax

/// Rules about statements and keys that are repeated or misspelt.
extension AndroidFile {
  static let repetitionRules: [AndroidRule] = [
    AndroidRule("duplicate-statement") { file, report in
      var first: [String: Int] = [:]
      for (spot, statement) in file.statements {
        let text = JSONOutput(spot.node).compact
        guard let earlier = first[text] else {
          first[text] = statement.index
          continue
        }
        report.warning(spot, "the statement duplicates [\(earlier)]", help: "delete it")
      }
    },
    AndroidRule("statement-duplicate-key") { file, report in
      file.root.visit { object in
        var seen: Set<String> = []
        for (name, member) in object.names where !seen.insert(name).inserted {
          report.warning(
            member, "the name '\(name)' is repeated in this object: the last value counts",
            help: "put all values under one name")
        }
      }
    },
    AndroidRule("statement-key", each: \.statements) { statement, report in
      for (object, known) in [
        (statement.spot, keysOfStatement), (statement.spot.member("target"), keysOfTarget),
      ] {
        for (name, spot) in object?.names ?? [] where !known.contains(name) {
          // Names of dynamic rules have findings of their own.
          guard let near = nearestName(to: name, among: known), near != StrayRules.extensions,
            !StrayRules.meansRules(name)
          else { continue }
          let message = "'\(name)' is not a key here: it is ignored"
          if object?.member(near) == nil, near != "include" {
            report.error(spot, message, help: "write '\(near)'")
          } else {
            report.warning(spot, message, help: "delete it: '\(near)' counts")
          }
        }
      }
    },
  ]

  static let keysOfStatement = ["relation", "target", "include", StrayRules.extensions]
  static let keysOfTarget = [
    "namespace", "package_name", "sha256_cert_fingerprints", "site", "appid",
  ]

  /// The member of that name. Its absence is an error, unless another name was meant as it.
  static func required(
    _ key: String, of object: Spot, _ known: [String], _ report: inout Report, help: String? = nil
  ) -> Spot? {
    if let member = object.member(key) { return member }
    let isMeant = object.names.contains { name, _ in
      !known.contains(name) && nearestName(to: name, among: known) == key
    }
    guard !isMeant else { return nil }
    let fault =
      known == keysOfStatement
      ? "the statement has no '\(key)'" : "the target has no '\(key)'"
    report.error(object, fault, help: help)
    return nil
  }
}
