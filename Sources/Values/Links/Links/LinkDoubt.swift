/// A problem with a link that is valid nevertheless, and the field it concerns.
package struct LinkDoubt: Equatable, Sendable {
  /// The path of the field in JSON, such as `expires`.
  package let path: String
  /// The problem.
  package let oddity: LinkOddity

  /// The problem in English.
  package var message: String { oddity.english }
}

extension ShortLink {
  /// The problems of which the author of a link is warned.
  ///
  /// - Parameters:
  ///   - now: the current time.
  ///   - knowsCountries: whether the countries of visits are known; nil when that is unclear.
  ///   - site: the site of the link; nil when its name is not looked at.
  ///   - isThere: whether the site has a link with a slug.
  package func doubts(
    now: Timestamp, knowsCountries: Bool? = nil, on site: SiteRules? = nil,
    isThere: (_ slug: String) -> Bool = { _ in false }
  ) -> [LinkDoubt] {
    let names = site?.oddities(ofSlug: slug, isThere: isThere) ?? []
    return names.map { LinkDoubt(path: "slug", oddity: $0) } + timeDoubts(now: now)
      + ruleDoubts(now: now, knowsCountries: knowsCountries)
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
