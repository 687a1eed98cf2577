/// What is odd about a link whose fields are good each for itself.
package struct LinkDoubt: Equatable, Sendable {
  /// As in JSON: `expires`.
  package let path: String
  /// One sentence without capital and full stop.
  package let message: String
}

extension ShortLink {
  /// For the author of a link that is made or changed, or stands in a configuration.
  ///
  /// - Parameters:
  ///   - now: The time of the question.
  ///   - knowsCountries: Whether visits have countries; nil where that is not known.
  package func doubts(now: Timestamp, knowsCountries: Bool? = nil) -> [LinkDoubt] {
    timeDoubts(now: now) + ruleDoubts(now: now, knowsCountries: knowsCountries)
  }

  private func timeDoubts(now: Timestamp) -> [LinkDoubt] {
    guard let expires = self.expires else { return [] }
    if let notBefore = self.notBefore, expires <= notBefore {
      return [
        LinkDoubt(
          path: "expires",
          message: "the link ends at \(expires) and begins only at \(notBefore): it is never found")
      ]
    }
    guard expires <= now else { return [] }
    return [LinkDoubt(path: "expires", message: "the link is over: it ended at \(expires)")]
  }
}
