import JSONSyntax
import Links
import Testing

struct RuleMatchingTests {
  private let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  private func problems(_ rules: String) throws -> [String] {
    try readLink(#""rules": \#(rules)"#).problems
  }

  private func link(_ rules: String) throws -> ShortLink {
    let (link, problems) = try readLink(#""rules": \#(rules)"#)
    #expect(problems == [])
    return try #require(link)
  }

  private static func by(
    _ agent: String = UserAgents.windows, query: String? = nil, language: String = "",
    country: String = ""
  ) -> Visit {
    Visit(
      query: query, agent: UserAgent(agent),
      traits: VisitorTraits(language: language, country: country))
  }

  private static let platforms = #""platform": ["iPhone", "ANDROID"]"#
  private static let countries = #""country": ["JP", "de"]"#
  private static let query = #""query": {"k": "v"}"#
  private static let three = #""language": ["ja"], "country": ["JP"], "query": {"k": "v"}"#

  private static let conditions: [(String, Visit, Bool)] = [
    (platforms, by(UserAgents.iPhoneSafari), true),
    (platforms, by(UserAgents.androidChrome), true), (platforms, by(UserAgents.iPad), false),
    (platforms, by(), false),
    (countries, by(country: "DE"), true), (countries, by(country: "FR"), false),
    (countries, by(), false),
    (#""query": {"k": ""}"#, by(query: "k"), true),
    (#""query": {"k": ""}"#, by(query: "k="), true),
    (#""query": {"k": ""}"#, by(), false),
    (#""query": {"a b": "c d"}"#, by(query: "a+b=c%20d"), true),
    (#""query": {"a b": "c d"}"#, by(query: "a%2Bb=c%20d"), false),
    (#""query": {"a+%": "="}"#, by(query: "a%2B%=="), true),
    // A time begins with its first moment and ends before its last.
    (#""from": "2026-11-21T01:31:09Z""#, by(), true),
    (#""from": "2026-11-21T01:31:10Z""#, by(), false),
    (#""until": "2026-11-21T01:31:09Z""#, by(), false),
    (#""from": "2026-11-21T01:31:08Z", "until": "2026-11-21T01:31:10Z""#, by(), true),
    // Every part has to hold.
    (three, by(query: "k=v", language: "ja", country: "JP"), true),
    (three, by(query: "k=w", language: "ja", country: "JP"), false),
    (three, by(query: "k=v", language: "ja"), false),
  ]

  private static let languages: [(range: String, tag: String, holds: Bool)] = [
    ("ja", "ja", true), ("ja", "ja-jp", true), ("JA", "ja", true), ("pt-BR", "pt-br", true),
    ("pt-BR", "pt", false), ("pt", "pt-br", true), ("ja", "", false), ("de", "den", false),
    ("zh-Hant", "zh-hant-tw", true), ("zh-Hant", "zh-hans", false),
  ]

  private static let queries: [(text: String, holds: Bool)] = [
    ("k=v", true), ("a=b&k=v", true), ("k=v&k=w", true), ("k=w&k=v", true), ("%6B=%76", true),
    ("k=vv", false), ("k", false), ("K=v", false), ("", false), ("kk=v", false),
    ("k=v%00", false), ("k=%7", false), ("&&k=v&", true),
  ]

  private static var all: [(String, Visit, Bool)] {
    let byLanguage = languages.map { row -> (String, Visit, Bool) in
      (#""language": ["\#(row.range)"]"#, by(language: row.tag), row.holds)
    }
    let byQuery = queries.map { (query, by(query: $0.text), $0.holds) }
    return conditions + byLanguage + byQuery
  }

  @Test(arguments: all)
  func `a condition holds for its visitors alone`(
    condition: String, visit: Visit, holds: Bool
  ) throws {
    let link = try link(#"[{"if": {\#(condition)}, "url": "https://e.example/r"}]"#)
    #expect(link.rule(for: visit, now: now) == (holds ? 0 : nil))
  }

  @Test func `knows the codes of countries`() {
    #expect(VisitorTraits.country("jp") == "JP" && VisitorTraits.country("XK") == "XK")
    #expect(["XX", "ZZ", "Japan", "J", ""].allSatisfy { VisitorTraits.country($0) == nil })
  }

  @Test func `the first that holds decides`() throws {
    let link = try link(
      """
      [{"if": {"platform": ["iPad"]}, "url": "https://e.example/1"},
       {"if": {"language": ["ja"]}, "url": "https://e.example/2"},
       {"url": "https://e.example/3"}]
      """)
    let visits = [
      Self.by(UserAgents.iPad, language: "ja"), Self.by(language: "ja"), Self.by(language: "en"),
    ]
    #expect(visits.map { link.rule(for: $0, now: now) } == [0, 1, 2])
  }

  @Test func `shares take slices of one draw`() throws {
    let link = try link(
      """
      [{"if": {"share": 50}, "url": "https://e.example/1"},
       {"if": {"platform": ["iPad"], "share": 40}, "url": "https://e.example/2"},
       {"if": {"share": 30}, "url": "https://e.example/3"}]
      """)
    func counts(_ agent: String) -> [Int?: Int] {
      let rules = (0..<100).map { draw in
        let traits = VisitorTraits(draw: draw)
        return link.rule(for: Visit(query: nil, agent: UserAgent(agent), traits: traits), now: now)
      }
      return Dictionary(grouping: rules, by: \.self).mapValues(\.count)
    }
    #expect(counts(UserAgents.windows) == [0: 50, 2: 30, nil: 20])
    #expect(counts(UserAgents.iPad) == [0: 50, 1: 40, 2: 10])
  }

  @Test(arguments: [
    (#"[{"if": {}, "url": "ftp://x"}]"#, "rules[0].url"),
    (#"[{"if": {"platform": []}, "url": "https://e.example/"}]"#, "rules[0].if.platform"),
    (
      #"[{"if": {"platform": ["Symbian"]}, "url": "https://e.example/"}]"#,
      "rules[0].if.platform[0]"
    ),
    (#"[{"if": {"country": ["Japan"]}, "url": "https://e.example/"}]"#, "rules[0].if.country[0]"),
    (#"[{"if": {"language": ["*"]}, "url": "https://e.example/"}]"#, "rules[0].if.language[0]"),
    (#"[{"if": {"language": ["j"]}, "url": "https://e.example/"}]"#, "rules[0].if.language[0]"),
    (#"[{"if": {"share": 0}, "url": "https://e.example/"}]"#, "rules[0].if.share"),
    (#"[{"if": {"share": 101}, "url": "https://e.example/"}]"#, "rules[0].if.share"),
    (#"[{"if": {"from": "soon"}, "url": "https://e.example/"}]"#, "rules[0].if.from"),
    (#"[{"if": {"query": {}}, "url": "https://e.example/"}]"#, "rules[0].if.query"),
    (#"[{"if": {"os": ["x"]}, "url": "https://e.example/"}]"#, "rules[0].if.os"),
    (#"[{"if": {}}]"#, "rules[0]"), (#"[{"url": 1}]"#, "rules[0].url"), ("{}", "rules"),
  ])
  func `what no rule may have is named with its path`(rules: String, path: String) throws {
    let problems = try problems(rules)
    #expect(problems.count == 1)
    #expect(problems.first?.hasPrefix(path + ": ") == true, "\(problems)")
  }

  @Test(arguments: [#"{"a\u0000": "b"}"#, #"{"\u0001": "b"}"#, #"{"a": "b", "c\u007f": "d"}"#])
  func `names of query items are as plain as their values`(query: String) throws {
    let problems = try problems(
      #"[{"if": {"query": \#(query)}, "url": "https://e.example/"}]"#)
    #expect(problems.count == 1)
    #expect(
      problems.first?.hasSuffix(": the text contains a control character: expected none") == true)
    #expect(problems.first?.hasPrefix("rules[0].if.query") == true)
  }

  @Test func `a link has at most fifty rules`() throws {
    func rules(_ count: Int) -> String {
      "[" + (0..<count).map { _ in #"{"url": "https://e.example/"}"# }.joined(separator: ",") + "]"
    }
    #expect(try problems(rules(50)).isEmpty)
    #expect(try problems(rules(51)).count == 1)
  }

  @Test func `what is printed is read again as the same`() throws {
    let text = """
      [{"if":{"platform":["iPhone"],"language":["ja"],"country":["JP"],"query":{"k":"v"},\
      "from":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z","share":50},\
      "url":"https://e.example/1"}]
      """
    let link = try link(text)
    let printed = JSONOutput.array(link.rules.map(\.json)).compact
    #expect(printed == text)
  }

  @Test func `shows what somebody gets for whom a rule decides, if anybody`() throws {
    func url(_ rules: String, _ position: Int) throws -> String? {
      let branch = Decision.branch(
        of: try link(rules), rule: position, host: "a.example", now: now, site: LinkSite())
      guard case .redirect(let location, _)? = branch?.decision.outcome else { return nil }
      #expect(branch?.decision.rule == position)
      return location
    }
    let rules = #"""
      [{"if": {"share": 40}, "url": "https://e.example/0"},
       {"if": {"platform": ["macOS"], "language": ["ja"], "country": ["JP"],
               "query": {"k&": "v w"}}, "url": "https://e.example/1"},
       {"if": {"from": "2100-01-01"}, "url": "https://e.example/2"},
       {"if": {"share": 60, "platform": ["Windows"]}, "url": "https://e.example/3"},
       {"if": {"platform": ["Windows"]}, "url": "https://e.example/4"}]
      """#
    #expect(try url(rules, 0) == "https://e.example/0")
    #expect(try url(rules, 1) == "https://e.example/1?k%26=v%20w")
    #expect(try url(rules, 2) == nil)
    #expect(try url(rules, 3) == "https://e.example/3")
    #expect(try url(rules, 4) == nil)
    #expect(try url(rules, 5) == nil && url(rules, -1) == nil)
  }
}

/// Doubts about rules whose values are all valid.
struct RuleDoubtTests {
  private let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  private func doubts(
    _ conditions: [(inout LinkRule.Condition) -> Void], knowsCountries: Bool? = nil
  ) -> [String] {
    var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    link.rules = conditions.map { change in
      var condition = LinkRule.Condition()
      change(&condition)
      return LinkRule(if: condition, url: "https://e.example/r")
    }
    return link.doubts(now: now, knowsCountries: knowsCountries).map { "\($0.path): \($0.message)" }
  }

  private func time(_ offset: Int) -> Timestamp {
    Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + offset)
  }

  @Test func `a rule behind one that takes everybody is never reached`() {
    let found = doubts([{ _ in }, { $0.languages = ["ja"] }])
    #expect(
      found == ["rules[1]: the rule is never reached: rules[0] takes all of its visits"])
  }

  @Test func `a narrower rule behind a wider one is never reached, and the other way round it is`()
  {
    #expect(doubts([{ $0.languages = ["pt"] }, { $0.languages = ["pt-br"] }]).count == 1)
    #expect(doubts([{ $0.languages = ["pt-br"] }, { $0.languages = ["pt"] }]).isEmpty)
    #expect(
      doubts([
        { $0.platforms = [.iPhone, .iPad] },
        {
          $0.platforms = [.iPad]
          $0.countries = ["JP"]
        },
      ]).count == 1)
    #expect(doubts([{ $0.from = time(5) }, { $0.from = time(1) }]).isEmpty)
    #expect(doubts([{ $0.from = time(1) }, { $0.from = time(5) }]).count == 1)
  }

  @Test func `shares that are used up leave nothing`() {
    #expect(doubts([{ $0.share = 60 }, { $0.share = 40 }]).isEmpty)
    #expect(
      doubts([{ $0.share = 60 }, { $0.share = 50 }]) == [
        "rules[1]: the rule gets 40 of a hundred visits in place of 50: the shares before it take 60"
      ])
    #expect(doubts([{ $0.share = 60 }, { $0.share = 40 }, { $0.languages = ["ja"] }]).count == 1)
  }

  @Test func `a time that is over or turned round never comes`() {
    #expect(doubts([{ $0.until = time(0) }]).first?.contains("is over") == true)
    #expect(
      doubts([
        {
          $0.from = time(9)
          $0.until = time(5)
        }
      ]).first?.contains("never matches") == true)
  }

  @Test func `a country needs a database`() {
    #expect(doubts([{ $0.countries = ["JP"] }], knowsCountries: false).count == 1)
    #expect(doubts([{ $0.countries = ["JP"] }], knowsCountries: true).isEmpty)
    #expect(doubts([{ $0.countries = ["JP"] }]).isEmpty)
  }
}

struct AcceptedLanguageTests {
  @Test(arguments: [
    ("ja", "ja"), ("ja,en;q=0.8", "ja"), ("en;q=0.8, ja", "ja"), ("en-US,en;q=0.5", "en-us"),
    ("da, en-gb;q=0.8, en;q=0.7", "da"), ("en;q=0.1,fr;q=0.10,de;q=0.11", "de"), ("*", ""),
    ("*;q=0.5, fr;q=0.4", ""), ("", ""), (",,", ""), ("fr;q=0", ""), ("zh-Hant-TW", "zh-hant-tw"),
    ("de-DE-1996-x-abc", "de-de-1996-x"), ("en_GB", "en-gb"), ("x", ""), ("english", ""),
    ("ja\t;q=1", "ja"), ("ja;q=x,en;q=0.2", "en"), ("ja;q=1.000", "ja"), ("e\u{301}", ""),
  ])
  func `the language that is liked best`(field: String, expected: String) {
    #expect(AcceptedLanguage.preferred(Array(field.utf8).span) == expected)
  }
}
