/// Checks the patterns of configured routes for mistakes.
enum RuleCheck {
  static func faults(
    of component: Component, _ variables: SubstitutionVariables
  ) -> [(part: String, message: String)] {
    var faults: [(part: String, message: String)] = []
    if let path = component.path {
      do throws(CapturePattern.Fault) {
        _ = try CapturePattern(path)
      } catch {
        faults.append(("/", error.message))
      }
      if path.utf8.contains(UInt8(ascii: "#")) {
        faults.append(("/", "'\(path)' contains '#', which a path cannot have: use the key '#'"))
      }
      faults += variableFaults(path, "/", variables)
    }
    switch component.query {
    case .string(let text): faults += variableFaults(text, "?", variables)
    case .items(let items):
      for item in items { faults += variableFaults(item.pattern, "?", variables) }
    case nil: break
    }
    if let fragment = component.fragment { faults += variableFaults(fragment, "#", variables) }
    return faults
  }

  private static func variableFaults(
    _ text: String, _ part: String, _ variables: SubstitutionVariables
  ) -> [(part: String, message: String)] {
    var faults: [(part: String, message: String)] = []
    var rest = Substring(text)
    while let open = rest.openingOfVariable {
      rest = rest[open.upperBound...]
      guard let close = rest.firstIndex(of: ")") else {
        faults.append((part, "'\(text)' has '$(' without ')'"))
        break
      }
      let name = String(rest[..<close])
      if !variables.defines(name) {
        faults.append((part, "the variable '$(\(name))' is not defined"))
      }
      rest = rest[close...]
    }
    return faults
  }
}
