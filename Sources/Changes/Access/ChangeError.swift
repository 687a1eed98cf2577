package import LinkStorage

/// A value that cannot be taken.
package struct ChangeFault: Error, Equatable, Sendable {
  /// As the API calls it.
  package let field: String
  /// One sentence without a capital and a full stop.
  package let detail: String

  package init(_ field: String, _ detail: String) {
    self.field = field
    self.detail = detail
  }
}

/// Why something was not done, though the store is well.
package struct ChangeRefusal: Error, Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// The caller may not do it at all.
    case forbidden
    /// Values are wrong: `faults` says which.
    case invalid
    /// There is no such thing, or it lies beyond the caller's reach: nobody is told which.
    case missing
    /// It contradicts what is there.
    case conflict
    /// The system has no randomness to give.
    case withoutRandomness
  }

  package let kind: Kind
  /// A stable word: the end of the problem type.
  package let code: String
  /// One sentence without a capital and a full stop.
  package let detail: String
  package let faults: [ChangeFault]

  package init(_ kind: Kind, _ code: String, _ detail: String, faults: [ChangeFault] = []) {
    self.kind = kind
    self.code = code
    self.detail = detail
    self.faults = faults
  }

  static func invalid(_ faults: [ChangeFault]) -> ChangeRefusal {
    let names = faults.map(\.field).joined(separator: ", ")
    return ChangeRefusal(.invalid, "invalid-fields", "wrong: \(names)", faults: faults)
  }

  static let withoutRandomness = ChangeRefusal(
    .withoutRandomness, "no-randomness", "the system has no randomness to give")
}

/// Why a change or a question about what can be changed has no answer.
package enum ChangeError: Error, Equatable, Sendable {
  case refused(ChangeRefusal)
  case failed(LinkStoreError)
}
