/// A value of an input that cannot be taken.
package struct FieldFault: Error, Equatable, Sendable {
  /// The path of the value, as in `apple.appStoreID`; empty for the whole input.
  package let field: String
  package let reason: Sentence

  package init(_ field: String, _ reason: Sentence) {
    self.field = field
    self.reason = reason
  }

  package init(_ field: String, _ reason: some Wording) {
    self.init(field, Sentence(reason))
  }

  /// For callers of the API, who read English.
  package init(_ field: String, _ detail: String) {
    self.init(field, Sentence(english: detail))
  }

  /// In English.
  package var detail: String { reason.english }

  /// The fault in one line: the field, and what is wrong with it.
  package var sentence: String { field.isEmpty ? detail : "\(field): \(detail)" }
}

extension FieldFault {
  /// The largest number of faults that are listed: a body of a megabyte may have hundreds of
  /// thousands.
  package static let listLimit = 100
}

/// What is said of several faults at once.
package struct FaultSummary: Wording {
  private let names: [String]
  private let count: Int

  /// - Parameter count: of the faults, where more were found than are listed.
  package init(of faults: [FieldFault], count: Int) {
    names = faults.prefix(20).map(\.field)
    self.count = count
  }

  package var english: String {
    let names = names.map { $0.isEmpty ? "the body" : $0 }
    return "\(count == 1 ? "a field is" : "\(count) fields are") wrong: "
      + names.joined(separator: ", ")
  }

  package var japanese: String {
    "\(count) 個の項目に誤りがあります：\(names.joined(separator: ", "))"
  }
}

extension [JSONProblem] {
  /// The problems of a reader, field by field.
  package var faults: [FieldFault] { map { FieldFault($0.subject, $0.sentence) } }
}
