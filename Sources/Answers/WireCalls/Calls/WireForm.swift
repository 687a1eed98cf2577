import HTTPCore
import JSONSyntax
import Service
import WebSyntax

/// The names and values of a query or a form, in order.
struct WireForm {
  private(set) var items: [(name: String, value: String)] = []

  /// The maximum number of items, more than any client sends.
  private static let itemLimit = 200

  mutating func add(_ bytes: ArraySlice<UInt8>) throws(Problem) {
    for item in HTTPQuery(bytes) {
      guard items.count < Self.itemLimit else {
        throw Problem(
          .badRequest, "invalid-parameter", "expected at most \(Self.itemLimit) parameters")
      }
      items.append(item.texts)
    }
  }

  /// The last value of a name, as in PHP; nil when it is absent or empty.
  subscript(_ name: String) -> String? {
    items.last { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
  }

  /// Returns the values of a list, whose items are named `tags[]` or `tags[0]`.
  func list(_ name: String) -> [String] {
    items.filter { $0.name == name || $0.name.hasPrefix(name + "[") }.map(\.value)
  }

  func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
    guard let text = self[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw .parameter(
        name,
        "'\(text.prefix(100))': expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

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

  func names(in problem: Problem) -> [String] {
    problem.faults.reduce(into: []) { names, fault in
      let name = name(of: fault.field)
      if !names.contains(name) { names.append(name) }
    }
  }
}
