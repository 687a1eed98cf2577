package import Links

/// The last use of a token.
package struct TokenUse: Equatable, Sendable {
  package let id: String
  package let time: Timestamp

  package init(id: String, time: Timestamp) {
    self.id = id
    self.time = time
  }
}
