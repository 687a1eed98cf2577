import FoundationEssentials
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

/// A link, a visitor and the decision: a line of `Decisions.md`.
struct DecisionCase: Sendable, CustomTestStringConvertible {
  let name, agent, visit, link, outcome: String
  /// The last reason, and others that have to be there.
  let reasons: [String]

  var testDescription: String { name }

  static let all: [DecisionCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Decisions.md")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: " ¦ ", omittingEmptySubsequences: false).map(String.init)
      guard cells.count > 5 else { return nil }
      return DecisionCase(
        name: cells[0], agent: cells[1], visit: cells[2], link: cells[3], outcome: cells[4],
        reasons: Array(cells[5...]))
    }
  }()

  private static let agents = [
    "windows": UserAgents.windows, "linux": UserAgents.linuxFirefox, "mac": UserAgents.iPadAsMac,
    "iPhone": UserAgents.iPhoneSafari, "iPhoneInstagram": UserAgents.iPhoneInstagram,
    "iPad": UserAgents.iPad, "chrome": UserAgents.androidChrome,
    "firefox": UserAgents.androidFirefox, "androidTikTok": UserAgents.androidTikTok,
    "androidSamsung": UserAgents.androidSamsung, "slackBot": UserAgents.slackBot,
    "facebookBot": UserAgents.facebookBot, "googlebot": UserAgents.googlebot, "curl": "curl/8",
  ]

  func made() throws -> Visit {
    let query = visit.hasPrefix("?") ? String(visit.dropFirst()) : nil
    let clicks = visit.hasSuffix(" clicks") ? Int(visit.prefix { $0 != " " }) : nil
    try #require(query != nil || clicks != nil || ["", "verified"].contains(visit))
    return Visit(
      query: query, agent: UserAgent(try #require(Self.agents[agent])),
      isPasswordVerified: visit == "verified", clicksSoFar: clicks ?? 0)
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

@Test func `the table of decisions is there`() { #expect(DecisionCase.all.count == 45) }

@Test(arguments: DecisionCase.all)
func `decides as the contract says`(_ expected: DecisionCase) throws {
  let (link, problems) = try readLink(expected.link)
  #expect(problems == [])
  let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
  let decision = decide(try #require(link), visit: try expected.made(), now: now)
  #expect(text(decision.outcome) == expected.outcome)
  let reasons = decision.reasons.map(\.english)
  #expect(reasons.last == expected.reasons.first)
  #expect(expected.reasons.filter { !reasons.contains($0) } == [])
}
