import JSONSyntax
import LinkImport
import Links
import RandomCases
import Testing

/// Shlink's answers, according to its source: `ShortUrl::isEnabled` (times and visits),
/// `ShortUrlRedirectionResolver` (the first rule, by priority, all of whose conditions hold),
/// `RedirectCondition::matchesRequest` and `ShortUrlRedirectionBuilder` (the visitor's parameters
/// replace those of the destination, unless `forwardQuery` is off).
private struct ShlinkLink {
  struct Condition {
    let type: String
    var key: String?
    let value: String

    /// Whether Keiro has an equivalent condition.
    var hasCounterpart: Bool { !["ip-address", "any-value-query-param"].contains(type) }

    func holds(for visit: OldVisit) -> Bool {
      switch type {
      case "device":
        switch value {
        case "ios": visit.platform.isApple
        case "android": visit.platform == .android
        case "mobile": visit.platform.isApple || visit.platform == .android
        default: !visit.platform.isApple && visit.platform != .android
        }
      case "language":
        Self.language(value.lowercased(), matches: visit.language)
      case "query-param": visit.query.contains { $0.name == key && $0.value == value }
      case "geolocation-country-code": visit.country == value
      case "before-date": Timestamp(value).map { visit.now < $0 } ?? false
      case "after-date": Timestamp(value).map { visit.now > $0 } ?? false
      default: true
      }
    }

    private static func language(_ wanted: String, matches language: String) -> Bool {
      let wanted = wanted.split(separator: "-")
      let own = language.split(separator: "-")
      guard !own.isEmpty, wanted[0] == own[0] else { return false }
      guard wanted.count > 1 else { return true }
      return own.count > 1 && wanted[1] == own[1]
    }
  }

  var url = ""
  var since: Timestamp?
  var until: Timestamp?
  var limit: Int?
  var visits = 0
  var forwards = true
  var rules: [(url: String, conditions: [Condition])] = []

  init(_ dice: inout Dice) {
    let noon = OldVisit.noon.secondsSinceEpoch
    func time(_ offsets: [Int]) -> Timestamp {
      Timestamp(secondsSinceEpoch: noon + dice.pick(offsets))
    }
    url = dice.pick(["https://www.example.com/a", "https://www.example.com/b?x=0&y=2#part"])
    if dice.once(in: 6) { since = time([-100, 50_000]) }
    if dice.once(in: 6) { until = time([-100, 50_000, 500_000]) }
    if dice.once(in: 6) { (limit, visits) = (10, dice.pick([0, 9, 10, 11])) }
    forwards = !dice.once(in: 3)
    for number in 0..<dice.pick([0, 1, 2, 3]) {
      var conditions: [Condition] = []
      for _ in 0..<dice.pick([1, 1, 2, 3]) { conditions.append(Self.condition(&dice, noon)) }
      rules.append(("https://www.example.com/rule\(number)?x=\(number)", conditions))
    }
  }

  private static func condition(_ dice: inout Dice, _ noon: Int) -> Condition {
    let time = Timestamp(secondsSinceEpoch: noon + dice.pick([-100, 50_000, 500_000])).description
    return switch dice.roll(1...8) {
    case 1, 2: Condition(type: "device", value: dice.pick(["ios", "android", "mobile", "desktop"]))
    case 3: Condition(type: "language", value: dice.pick(["ja", "en", "en-US", "fr-CA"]))
    case 4: Condition(type: "query-param", key: dice.pick(["x", "lang"]), value: "ja")
    case 5: Condition(type: "geolocation-country-code", value: dice.pick(["JP", "DE"]))
    case 6: Condition(type: "before-date", value: time)
    case 7: Condition(type: "after-date", value: time)
    default: Condition(type: dice.pick(["ip-address", "any-value-query-param"]), value: "1.2.3.4")
    }
  }

  var text: String {
    let rules = rules.enumerated().map { position, rule -> JSONOutput in
      let conditions = rule.conditions.map { condition -> JSONOutput in
        [
          "type": .string(condition.type), "matchKey": .optional(condition.key),
          "matchValue": .string(condition.value),
        ]
      }
      return [
        "longUrl": .string(rule.url), "priority": .int(position + 1),
        "conditions": .array(conditions),
      ]
    }
    let meta: JSONOutput = [
      "validSince": .optional(since?.description), "validUntil": .optional(until?.description),
      "maxVisits": .optional(limit),
    ]
    let rows: JSONOutput = [
      [
        "shortCode": "k", "shortUrl": "https://go.example.com/k", "longUrl": .string(url),
        "domain": .null, "meta": meta, "forwardQuery": .bool(forwards),
        "hasRedirectRules": .bool(!rules.isEmpty), "visitsSummary": ["total": .int(visits)],
        "redirectRules": .array(rules),
      ]
    ]
    return rows.compact
  }

  /// The expected answer: a rule without a counterpart is dropped as a whole.
  func reply(to visit: OldVisit) -> OldReply {
    if let limit, visits >= limit { return .nothing }
    if let since, since > visit.now { return .nothing }
    if let until, until < visit.now { return .nothing }
    let rule = rules.first { rule in
      rule.conditions.allSatisfy { $0.hasCounterpart && $0.holds(for: visit) }
    }
    return OldReply(rule?.url ?? url, adding: forwards ? visit.query : [])
  }
}

@Test func `links of Shlink answer as they did there`() throws {
  var dice = Dice(seed: CaseSeed.value)
  for _ in 0..<800 {
    let old = ShlinkLink(&dice)
    let new = try ImportedLink(old.text, .shlink)
    for _ in 0..<5 {
      let visit = OldVisit.random(&dice)
      #expect(
        try new.replies(to: visit) == [old.reply(to: visit): 100], "\(old.text) \(visit)")
    }
    let lost = old.rules.contains { $0.conditions.contains { !$0.hasCounterpart } }
    #expect(!lost || new.notes.contains { $0.contains("was dropped: its condition") })
  }
}
