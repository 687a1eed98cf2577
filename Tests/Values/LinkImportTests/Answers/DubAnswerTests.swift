import JSONSyntax
import LinkImport
import Links
import RandomCases
import Testing

/// Dub's answers, according to its source: `apps/web/lib/middleware/link.ts` (password, disabled,
/// expired, iOS, Android, country, destination, in this order), `utils/get-final-url.ts` (the
/// visitor's parameters replace those of the destination) and `utils/resolve-ab-test-url.ts` (a
/// test replaces the destination until `testCompletedAt`).
private struct DubLink {
  var url = ""
  var archived = false
  var disabledAt: Timestamp?
  var expiresAt: Timestamp?
  var expiredURL: String?
  var password: String?
  var ios: String?
  var android: String?
  var geo: [(String, String)] = []
  var test: [(url: String, part: Int)] = []
  var testEnd: Timestamp?
  var source: String?

  init(_ dice: inout Dice) {
    let noon = OldVisit.noon.secondsSinceEpoch
    url = dice.pick([
      "https://www.example.com/a", "https://www.example.com/b?x=0&y=2",
      "https://www.example.com/c?utm_source=mail", "https://www.example.com/d?z=1#part",
    ])
    archived = dice.once(in: 3)
    if dice.once(in: 12) { disabledAt = Timestamp(secondsSinceEpoch: noon - 100) }
    if dice.once(in: 4) {
      expiresAt = Timestamp(secondsSinceEpoch: noon + dice.pick([-100, 50_000, 500_000]))
    }
    if dice.once(in: 3) { expiredURL = "https://www.example.com/over" }
    if dice.once(in: 10) { password = "secret" }
    if dice.once(in: 3) { ios = "https://apps.apple.com/app/id1?x=5" }
    if dice.once(in: 3) { android = "https://play.google.com/store/apps/details?id=com.example" }
    for country in ["JP", "DE", "US"] where dice.once(in: 4) {
      geo.append((country, "https://www.example.com/\(dice.pick(["j", "k"]))"))
    }
    if dice.once(in: 4) {
      let part = dice.pick([10, 25, 50])
      test = [("https://www.example.com/t1", part), ("https://www.example.com/t2", 100 - part)]
      testEnd = dice.pick([nil, -100, 50_000, 500_000]).map {
        Timestamp(secondsSinceEpoch: noon + $0)
      }
    }
    // Dub writes the parameter into the destination when the link is created.
    source = url.contains("utm_source") ? "mail" : dice.once(in: 5) ? "other" : nil
  }

  var text: String {
    let geo = JSONOutput.object(geo.map { .init($0, .string($1)) })
    let variants = JSONOutput.array(test.map { ["url": .string($0), "percentage": .int($1)] })
    let rows: JSONOutput = [
      [
        "domain": "go.example.com", "key": "k", "shortLink": "https://go.example.com/k",
        "url": .string(url), "archived": .bool(archived),
        "disabledAt": .optional(disabledAt?.description),
        "expiresAt": .optional(expiresAt?.description), "expiredUrl": .optional(expiredURL),
        "password": .optional(password), "proxy": false, "title": "Title",
        "ios": .optional(ios), "android": .optional(android),
        "geo": self.geo.isEmpty ? .null : geo, "testVariants": test.isEmpty ? .null : variants,
        "testCompletedAt": .optional(testEnd?.description), "utm_source": .optional(source),
      ]
    ]
    return rows.compact
  }

  func replies(to visit: OldVisit) -> [OldReply: Int] {
    func whole(_ url: String) -> [OldReply: Int] { [OldReply(url, adding: visit.query): 100] }
    if password != nil { return [.password: 100] }
    if disabledAt != nil { return [.nothing: 100] }
    if let expiresAt, expiresAt < visit.now {
      return [expiredURL.map { OldReply($0) } ?? .nothing: 100]
    }
    if let ios, visit.platform.isApple { return whole(ios) }
    if let android, visit.platform == .android { return whole(android) }
    if let match = geo.first(where: { $0.0 == visit.country }) { return whole(match.1) }
    guard let testEnd, testEnd > visit.now, test.count >= 2 else { return whole(url) }
    var replies: [OldReply: Int] = [:]
    for variant in test { replies[OldReply(variant.url, adding: visit.query)] = variant.part }
    return replies
  }
}

@Test func `links of Dub answer as they did there`() throws {
  var dice = Dice(seed: CaseSeed.value)
  for _ in 0..<600 {
    let old = DubLink(&dice)
    let new = try ImportedLink(old.text, .dub)
    for _ in 0..<4 {
      let visit = OldVisit.random(&dice)
      var expected = old.replies(to: visit)
      if expected[.password] != nil {
        // Passwords are not imported, which the report says.
        expected = [.nothing: 100]
        #expect(new.notes.contains { $0.hasPrefix("password: ") })
      }
      #expect(try new.replies(to: visit) == expected, "\(old.text) \(visit)")
    }
    #expect(new.link.tags.contains("archived") == old.archived)
    #expect(new.link.name == "Title" && new.link.social.isEmpty)
  }
}
