import JSONSyntax
import Service

/// The mapping between the members of a service's bodies and the fields of a link.
struct WireFields: Sendable {
  struct Field: Sendable {
    let theirs: String
    let ours: String
    /// Converts a value into that of the field.
    var value: @Sendable (JSONNode) -> JSONOutput = { JSONOutput($0) }
  }

  let fields: [Field]

  /// Returns the fields in a body in the API's JSON format; other members are ignored, as the
  /// services do.
  func members(of body: JSONNode) -> [JSONOutput.Member] {
    fields.compactMap { field in
      body.member(field.theirs).map { .init(field.ours, field.value($0)) }
    }
  }

  /// Returns the service's name of a field, or of a part of one such as `tags[0]`.
  func name(of field: String) -> String {
    let ours = String(field.prefix { $0 != "[" && $0 != "." })
    return fields.first { $0.ours == ours }?.theirs ?? ours
  }

  /// Returns a one-line description of a problem that uses the service's names.
  func sentence(of problem: Problem) -> String {
    guard !problem.faults.isEmpty else { return problem.detail }
    return problem.faults.map { fault in
      fault.field.isEmpty ? fault.detail : "\(name(of: fault.field)): \(fault.detail)"
    }.joined(separator: "; ")
  }

  /// Returns the names of the invalid members without duplicates.
  func names(in problem: Problem) -> [String] {
    problem.faults.reduce(into: []) { names, fault in
      let name = name(of: fault.field)
      if !names.contains(name) { names.append(name) }
    }
  }
}
