import Links

/// What the debug page of a link shows.
struct DebugPage: Equatable, Sendable {
  let link: ShortLink
  let shortURL: String
  /// What the server understood of the visitor.
  let agent: UserAgent
  /// What this visitor would get who did not ask for the explanation.
  let decision: Decision
  let branches: [Decision.Branch]
  /// The clicks of people so far.
  let clicks: Int
  /// An explanation made elsewhere; empty for none.
  var steps: [Step] = []

  /// One step of an explanation.
  struct Step: Equatable, Sendable {
    let title: String
    /// The rule or document that it rests on.
    let source: String?
  }
}
