package import Links

/// The last use of a token.
package struct TokenUse: Equatable, Sendable {
  /// The identifier of the token.
  package let id: String
  /// The time of the use.
  package let time: Timestamp

  package init(id: String, time: Timestamp) {
    self.id = id
    self.time = time
  }
}
