import JSONSyntax

/// Reads `substitutionVariables`: the texts that replace `$(name)` in patterns.
///
/// Source: Apple, `applinks.SubstitutionVariables`: names contain no `$`, `(` or `)`; values may
/// contain wildcards but no variables.
struct SubstitutionReader {
  func read(_ field: JSONField) -> [(name: String, values: [String])] {
    (field.entries() ?? []).map { name, field in
      if name.isEmpty || name.contains(where: { "$()".contains($0) }) {
        field.report("'\(name)' is not the name of a variable: expected a text without $ ( )")
      }
      let values = field.distinct { $0.text(valueProblem) }
      if field.node.array?.isEmpty == true {
        field.report("the array is empty: expected at least one value")
      }
      return (name, values)
    }
  }

  private func valueProblem(_ text: String) -> String? {
    guard text.firstRange(of: "$(") != nil else { return nil }
    return "'\(text)' names a variable: expected a value without $(…)"
  }
}
