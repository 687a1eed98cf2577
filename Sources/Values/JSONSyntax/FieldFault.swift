package struct FieldFault: Error, Equatable, Sendable {
  /// The path of the value, such as `apple.appStoreID`; empty for the whole input.
  package let field: String
  /// The value found and the value expected, in the languages that Keiro speaks.
  package let reason: Sentence

  package init(_ field: String, _ reason: Sentence) {
    self.field = field.shortened(to: 300)
    self.reason = reason
  }

  package init(_ field: String, _ reason: some Wording) {
    self.init(field, Sentence(reason))
  }

  /// Creates a fault for callers of the API, who read English.
  package init(_ field: String, _ detail: String) {
    self.init(field, Sentence(english: detail))
  }

  package var detail: String { reason.english.shortened(to: 1000) }

  /// The field and the reason on one line.
  package var sentence: String { field.isEmpty ? detail : "\(field): \(detail)" }
}

extension FieldFault {
  /// The maximum number of faults listed: a body of one megabyte may have hundreds of thousands.
  package static let listLimit = 100
}

package struct FaultSummary: Wording {
  private let names: [String]
  private let count: Int

  /// - Parameter count: the number of faults, which may exceed those listed.
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
  /// The problems found by a reader, as faults of fields.
  package var faults: [FieldFault] { map { FieldFault($0.subject, $0.sentence) } }
}
