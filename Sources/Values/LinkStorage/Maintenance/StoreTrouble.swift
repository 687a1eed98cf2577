/// Something that a store does without, though it goes on answering visitors.
package struct StoreTrouble: Equatable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// It takes no changes.
    case writes
    /// Some of what it holds is not as it was written.
    case damage
    /// The database behind a copy does not answer.
    case unreachable
    /// A copy has fallen behind the database.
    case stale
  }

  package let kind: Kind
  /// For people: a sentence without its full stop.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
