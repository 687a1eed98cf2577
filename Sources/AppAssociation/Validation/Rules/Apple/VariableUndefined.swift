import JSONSyntax

/// A pattern with `$(name)` that neither the file nor Apple defines, or without its bracket, is
/// taken to match nothing.
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
    let own = file.association.applinks?.substitutionVariables.map(\.name) ?? []
    let apples = ["alpha", "upper", "lower", "alnum", "digit", "xdigit", "region", "lang"]
    for pattern in file.patterns where !pattern.rule.source.isLegacy {
      for name in pattern.text.variableNames {
        guard let name else {
          report.error(pattern.spot, "'\(pattern.text)' has '$(' without ')'")
          continue
        }
        guard !file.variables.defines(name) || own.contains(name) && !own.contains(name) else {
          continue
        }
        let near = nearestName(to: name, among: own + apples)
        report.error(
          pattern.spot, "the variable '$(\(name))' is not defined: the rule never matches",
          help: near.map { "write '$(\($0))'" } ?? "define it in 'substitutionVariables'")
      }
    }
  }
}
