/// An oddity of a link, and the field that it is about.
package struct LinkDoubt: Equatable, Sendable {
  /// As in JSON: `expires`.
  package let path: String
  package let oddity: LinkOddity

  /// In English.
  package var message: String { oddity.english }
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
          path: "expires", oddity: .endsBeforeItBegins(end: expires, begin: notBefore))
      ]
    }
    guard expires <= now else { return [] }
    return [LinkDoubt(path: "expires", oddity: .isOver(expires))]
  }
}
