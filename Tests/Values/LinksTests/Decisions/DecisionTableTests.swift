import Links
import Testing

/// A link, a visitor and the decision: the outcome in one line, and the last reason.
struct DecisionCase: Sendable, CustomTestStringConvertible {
  let name: String
  let link: ShortLink
  let visit: Visit
  let outcome: String
  let last: Decision.Reason
  let also: [Decision.Reason]

  var testDescription: String { name }

  init(
    _ name: String, _ agent: String, query: String? = nil, verified: Bool = false, clicks: Int = 0,
    _ outcome: String, _ last: Decision.Reason, also: [Decision.Reason] = [],
    link change: (inout ShortLink) -> Void = { _ in }
  ) {
    var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/p")
    change(&link)
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
func `decides as the contract says`(_ expected: DecisionCase) {
  let decision = decide(expected.link, visit: expected.visit, now: DecisionTable.now)
  #expect(text(decision.outcome) == expected.outcome)
  #expect(decision.reasons.last == expected.last)
  for reason in expected.also { #expect(decision.reasons.contains(reason)) }
}
