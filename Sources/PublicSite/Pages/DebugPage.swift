import Links

/// The contents of a link's debug page.
struct DebugPage: Equatable, Sendable {
  let link: ShortLink
  let shortURL: String
  /// The properties of the visitor that the server detected.
  let agent: UserAgent
  /// The answer for this visitor without the request for an explanation.
  let decision: Decision
  let branches: [Decision.Branch]
  /// The clicks of people so far.
  let clicks: Int
  /// An explanation from another module; empty for none.
  var steps: [Step] = []

  /// One step of an explanation.
  struct Step: Equatable, Sendable {
    let title: String
    /// The rule or document that the step is based on.
    let source: String?
  }
}
