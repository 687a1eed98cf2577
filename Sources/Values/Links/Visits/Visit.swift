/// A visit, as far as decisions depend on it.
package struct Visit: Equatable, Sendable {
  /// What follows `?`, as it was written; nil when there is no `?`.
  package var query: String?
  /// What follows the slug and a slash, as it was written; nil when there is no slash.
  package var path: String?
  package var agent: UserAgent
  /// The requested host in lower case; empty where it does not matter.
  package var host: String
  /// Whether the way of the link is asked for in place of the link: `?d=1`, or `+` behind the slug.
  package var wantsExplanation: Bool
  /// Whether the visitor has given the link's password. Comparing it is the caller's work, since
  /// that takes a deliberately slow function and a limit on tries.
  package var isPasswordVerified: Bool
  /// The clicks of people that the link has had before this one.
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

  /// The item of a query that asks for the way of the link.
  package static let question = "d=1"

  private static func asksForExplanation(_ query: String?) -> Bool {
    guard let query, query.utf8.count >= question.utf8.count else { return false }
    return QueryItems(query.utf8).holdQuestion
  }
}
