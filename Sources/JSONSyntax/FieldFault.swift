/// A value of an input that cannot be taken.
package struct FieldFault: Error, Equatable, Sendable {
  /// The path of the value, as in `apple.appStoreID`; empty for the whole input.
  package let field: String
  /// One sentence without a capital and a full stop.
  package let detail: String

  package init(_ field: String, _ detail: String) {
    self.field = field
    self.detail = detail
  }

  /// The fault in one line: the field, and what is wrong with it.
  package var sentence: String { field.isEmpty ? detail : "\(field): \(detail)" }
}

extension FieldFault {
  /// The largest number of faults that are listed: a body of a megabyte may have hundreds of
  /// thousands.
  package static let listLimit = 100

  /// One sentence about several faults.
  ///
  /// - Parameter count: of the faults, where more were found than are listed.
  package static func summary(of faults: [FieldFault], count: Int) -> String {
    let names = faults.prefix(20).map { $0.field.isEmpty ? "the body" : $0.field }
    return "\(count == 1 ? "a field is" : "\(count) fields are") wrong: "
      + names.joined(separator: ", ")
  }
}

extension [JSONProblem] {
  /// The problems of a reader, field by field.
  package var faults: [FieldFault] { map { FieldFault($0.subject, $0.message) } }
}
