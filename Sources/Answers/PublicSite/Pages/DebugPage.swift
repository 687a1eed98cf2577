import Links

/// The contents of a link's debug page.
struct DebugPage: Equatable, Sendable {
  let shortURL: String
  /// The detected properties of the visitor.
  let agent: UserAgent
  /// The answer that this visitor would get without asking for an explanation.
  let decision: Decision
  let branches: [Decision.Branch]
  /// The parts of a long link that have no effect.
  var ignored: [String] = []
  /// The stored link, for callers who may read links; nil for visitors.
  var record: Record?
  /// An explanation from another module; empty for none.
  var steps: [Step] = []

  /// The link as stored.
  struct Record: Equatable, Sendable {
    let link: ShortLink
    /// The clicks of people so far.
    let clicks: Int
  }

  /// One step of an explanation, in the language of the page's words.
  struct Step: Equatable, Sendable {
    let title: String
    /// The rule or document that the step is based on.
    let source: String?
  }
}
