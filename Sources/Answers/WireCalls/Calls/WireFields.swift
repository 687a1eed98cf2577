import JSONSyntax
import Service

/// Which member of a service's body is which field of a link.
struct WireFields: Sendable {
  struct Field: Sendable {
    let theirs: String
    let ours: String
    /// Turns a value into that of the field.
    var value: @Sendable (JSONNode) -> JSONOutput = { JSONOutput($0) }
  }

  let fields: [Field]

  /// The fields that a body names, as the API's JSON has them; other members are passed over, as the
  /// services do.
  func members(of body: JSONNode) -> [JSONOutput.Member] {
    fields.compactMap { field in
      body.member(field.theirs).map { .init(field.ours, field.value($0)) }
    }
  }

  /// What the service calls a field, or a part of one such as `tags[0]`.
  func name(of field: String) -> String {
    let ours = String(field.prefix { $0 != "[" && $0 != "." })
    return fields.first { $0.ours == ours }?.theirs ?? ours
  }

  /// What is wrong, in one line that names the service's members.
  func sentence(of problem: Problem) -> String {
    guard !problem.faults.isEmpty else { return problem.detail }
    return problem.faults.map { fault in
      fault.field.isEmpty ? fault.detail : "\(name(of: fault.field)): \(fault.detail)"
    }.joined(separator: "; ")
  }

  /// The names of the members that a problem finds wrong, each once.
  func names(in problem: Problem) -> [String] {
    problem.faults.reduce(into: []) { names, fault in
      let name = name(of: fault.field)
      if !names.contains(name) { names.append(name) }
    }
  }
}
