import AppAssociation
import JSONSyntax

/// A pattern with an undefined or unclosed `$(name)` is assumed to match nothing.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(langs)/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(lang/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/$(lang)/x"}]}]}}
/// ```
enum VariableUndefined: AppleRule {
  static let code = "variable-undefined"

  static func check(_ file: AppleFile, _ report: inout Report) {
    let apples = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]
    // The nearest of thousands of names is of no help, and finding it takes long.
    let own = file.association.applinks?.substitutionVariables.prefix(1000).map(\.name) ?? []
    let known = own + apples
    for pattern in file.patterns where !pattern.rule.source.isLegacy {
      for name in pattern.text.variableNames {
        guard let name else {
          report.error(pattern.spot, "'\(pattern.text)' has '$(' without ')'")
          continue
        }
        guard !file.variables.defines(name) else { continue }
        let nearest = nearestName(to: name, among: known)
        report.finding(
          .error, pattern.spot, "the variable '$(\(name))' is not defined: the rule never matches",
          repairs: nearest.map { nearest in
            let text = pattern.text.replacingAll("$(\(name))", with: "$(\(nearest))")
            // Before iOS 13.5 the rule accepts its own text.
            let effect = Repair.Effect.corrects(rule: pattern.rule.spot.path)
            return [pattern.rewritten(text, help: "write '$(\(nearest))'", effect: effect)]
          } ?? [], otherwise: "define it in 'substitutionVariables'")
      }
    }
  }
}
