/// A limitation of a store that nevertheless continues to answer visitors.
package struct StoreTrouble: Equatable, Sendable {
  /// A kind of limitation.
  package enum Kind: String, CaseIterable, Sendable {
    /// The store accepts no changes.
    case writes
    /// Some data is not as it was written.
    case damage
    /// The database behind a copy does not answer.
    case unreachable
    /// A copy has fallen behind the database.
    case stale
  }

  /// The kind of limitation.
  package let kind: Kind
  /// A sentence for people, without its full stop.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
