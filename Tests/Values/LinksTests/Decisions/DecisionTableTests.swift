import JSONSyntax
import Links
import Testing

/// Reads a link with some members beside its destination; what is wrong with them.
func readLink(
  _ members: String, url: String = "https://e.example/p"
) throws -> (link: ShortLink?, problems: [String]) {
  let text = #"{"url": "\#(url)"\#(members.isEmpty ? "" : ", " + members)}"#
  let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
  let link = ShortLink.read(collector.root, host: "a.example", slug: "x")
  return (link, collector.problems.map { "\($0.path): \($0.message)" })
}

/// A link, a visitor and the decision: the outcome in one line, and the last reason.
struct DecisionCase: Sendable, CustomTestStringConvertible {
  let name: String
  /// The members of the link beside its destination.
  let link: String
  let visit: Visit
  let outcome: String
  let last: Decision.Reason
  let also: [Decision.Reason]

  var testDescription: String { name }

  init(
    _ name: String, _ agent: String, query: String? = nil, verified: Bool = false, clicks: Int = 0,
    link: String = "", _ outcome: String, _ last: Decision.Reason, also: [Decision.Reason] = []
  ) {
    self.name = name
    self.link = link
    self.outcome = outcome
    self.last = last
    self.also = also
    visit = Visit(
      query: query, agent: UserAgent(agent), isPasswordVerified: verified, clicksSoFar: clicks)
  }
}

private func text(_ outcome: Decision.Outcome) -> String {
  switch outcome {
  case .redirect(let location, let status): "\(status.rawValue) \(location)"
  case .landing(let page):
    "page \(page.destination) | \(page.storeURL ?? "-") | \(page.continueURL)"
  case .preview(let destination): "preview \(destination)"
  default: outcome.name
  }
}

@Test(
  arguments: DecisionTable.life + DecisionTable.apple + DecisionTable.android
    + DecisionTable.others)
func `decides as the contract says`(_ expected: DecisionCase) throws {
  let (link, problems) = try readLink(expected.link)
  #expect(problems == [])
  let decision = decide(try #require(link), visit: expected.visit, now: DecisionTable.now)
  #expect(text(decision.outcome) == expected.outcome)
  #expect(decision.reasons.last == expected.last)
  for reason in expected.also { #expect(decision.reasons.contains(reason)) }
}
