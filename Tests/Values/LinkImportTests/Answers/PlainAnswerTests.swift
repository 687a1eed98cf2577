import JSONSyntax
import LinkImport
import Links
import RandomCases
import Testing

/// Kutt's answers, according to its source: `links.handler.js`, `redirect` (banned, password,
/// unchanged target); links past `expire_in` are deleted by its clock.
@Test func `links of Kutt answer as they did there`() throws {
  var dice = Dice(seed: CaseSeed.value)
  let noon = OldVisit.noon.secondsSinceEpoch
  for _ in 0..<500 {
    let (isBanned, hasPassword) = (dice.once(in: 6), dice.once(in: 6))
    let end = dice.pick([nil, nil, -100, 50_000]).map {
      Timestamp(secondsSinceEpoch: noon + $0)
    }
    let target = dice.pick(["https://www.example.com/a", "https://www.example.com/b?x=0"])
    let rows: JSONOutput = [
      [
        "address": "k", "target": .string(target), "banned": .bool(isBanned),
        "password": .bool(hasPassword), "expire_in": .optional(end?.description),
        "link": "https://go.example.com/k", "visit_count": 3,
      ]
    ]
    let row = rows.compact
    let new = try ImportedLink(row, .kutt)
    let visit = OldVisit.random(&dice)
    let isOver = end.map { $0 < visit.now } ?? false
    // A page that asks for a password becomes a page that says that the link is closed.
    let expected = isBanned || hasPassword || isOver ? OldReply.nothing : OldReply(target)
    #expect(try new.replies(to: visit) == [expected: 100], "\(row) \(visit)")
    #expect(!hasPassword || new.notes.contains { $0.hasPrefix("password: ") })
  }
}

/// YOURLS's answers, according to its source: `yourls_get_request` takes the keyword without the
/// query, and `yourls_redirect_shorturl` redirects every visitor to the unchanged URL.
@Test func `links of YOURLS answer as they did there`() throws {
  var dice = Dice(seed: CaseSeed.value)
  for _ in 0..<300 {
    let url = dice.pick(["https://www.example.com/a", "https://www.example.com/b?x=0&lang=en#p"])
    let link: JSONOutput = [
      "shorturl": "https://go.example.com/k", "url": .string(url), "title": "",
      "timestamp": "2020-05-01 12:00:00", "ip": "192.0.2.1", "clicks": "4",
    ]
    let page: JSONOutput = ["links": ["link_1": link]]
    let new = try ImportedLink(page.compact, .yourls)
    let visit = OldVisit.random(&dice)
    #expect(try new.replies(to: visit) == [OldReply(url): 100], "\(visit)")
  }
}
