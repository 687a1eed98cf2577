/// The properties of a visit that decisions depend on.
package struct Visit: Equatable, Sendable {
  /// The text after `?` as written; nil without a `?`.
  package var query: String?
  /// The text after the slug and a slash as written; nil without a slash.
  package var path: String?
  package var agent: UserAgent
  /// The requested host in lower case; empty where it does not matter.
  package var host: String
  /// Whether the visitor asks for an explanation instead of the link: `?d=1`, or `+` after the slug.
  package var wantsExplanation: Bool
  /// Whether the visitor has given the link's password. The caller verifies it, since that takes a
  /// deliberately slow function and a limit on attempts.
  package var isPasswordVerified: Bool
  /// The number of clicks by people before this one.
  package var clicksSoFar: Int
  package var traits: VisitorTraits

  package init(
    query: String?, path: String? = nil, agent: UserAgent = UserAgent(), host: String = "",
    wantsExplanation: Bool = false,
    isPasswordVerified: Bool = false, clicksSoFar: Int = 0,
    traits: VisitorTraits = VisitorTraits()
  ) {
    self.query = query
    self.path = path
    self.agent = agent
    self.host = host
    self.wantsExplanation = wantsExplanation || Visit.asksForExplanation(query)
    self.isPasswordVerified = isPasswordVerified
    self.clicksSoFar = clicksSoFar
    self.traits = traits
  }

  /// The query item that asks for an explanation.
  package static let question = "d=1"

  private static func asksForExplanation(_ query: String?) -> Bool {
    guard let query, query.utf8.count >= question.utf8.count else { return false }
    return QueryItems(query.utf8).holdQuestion
  }
}

/// The visitor's properties that rules can test, besides system and query.
package struct VisitorTraits: Hashable, Sendable {
  /// The visitor's preferred language in lower case; empty when unknown.
  package var language: String
  /// The code of the visitor's country in capitals; empty when unknown.
  package var country: String
  /// A number from 0 to 99, drawn for each visit, that decides between shares.
  package var draw: Int

  package init(language: String = "", country: String = "", draw: Int = 0) {
    self.language = language
    self.country = country
    self.draw = draw
  }

  /// A language tag from a caller's text; nil for any other text.
  package static func language(_ text: String) -> String? {
    guard let tag = AcceptedLanguage.tag(text.utf8), tag.utf8.count == text.utf8.count else {
      return nil
    }
    return tag
  }

  /// The code of a country that exists from a caller's text; nil for any other text.
  package static func country(_ text: String) -> String? {
    let code = text.uppercased()
    return CountryCode.exists(code) ? code : nil
  }
}
