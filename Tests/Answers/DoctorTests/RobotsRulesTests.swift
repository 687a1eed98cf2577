import Testing

@testable import Doctor

struct RobotsRulesTests {
  @Test(arguments: [
    ("", "/a", true), ("User-agent: *\nDisallow:", "/a", true),
    ("User-agent: *\nDisallow: /", "/a", false),
    ("User-agent: *\nDisallow: /\nAllow: /a", "/abc", true),
    ("User-agent: *\nDisallow: /private # no\n", "/private/x", false),
    ("User-agent: *\nDisallow: /*.php$\n", "/x/y.php", false),
    ("User-agent: *\nDisallow: /*.php$\n", "/x/y.php?z", true),
    ("User-agent: *\nDisallow: /a*b*c\n", "/a1b2c3", false),
    ("User-agent: *\nDisallow: /a*b*c\n", "/a1c2b3", true),
    ("USER-AGENT: Keiro\r\nallow: /\r\n\r\nuser-agent: *\r\ndisallow: /\r\n", "/a", true),
    ("User-agent: other\nUser-agent: keiro\nDisallow: /x\n\nUser-agent: *\nAllow: /", "/x", false),
    ("User-agent: *\nDisallow: /ツ", "/%E3%83%84/x", false),
    ("User-agent: *\nDisallow: /%e3%83%84", "/%E3%83%84/x", false),
    ("User-agent: *\nDisallow: /a%2Fb", "/a/b", true),
    ("User-agent: other\nDisallow: /", "/a", true), ("nonsense\n\u{0}:\n", "/a", true),
  ])
  func `obeys what a host says`(_ text: String, _ path: String, _ isAllowed: Bool) {
    #expect((RobotsRules(Array(text.utf8), robot: "keiro").refusal(of: path) == nil) == isAllowed)
  }

  @Test func `knows the pause that a host asks for, within bounds`() {
    func delay(_ text: String) -> Int? {
      RobotsRules(
        Array(("User-agent: *\nCrawl-delay: " + text).utf8), robot: "keiro", takesDelay: true
      ).delay
    }
    #expect(delay("5") == 5 && delay("99999") == 60 && delay("soon") == nil)
  }

  @Test func `a pause ends the names of a group, except for a robot that knows none`() {
    let text = "User-agent: *\nCrawl-delay: 10\n\nUser-agent: greedy\nDisallow: /"
    func rules(_ takesDelay: Bool) -> RobotsRules {
      RobotsRules(Array(text.utf8), robot: "keiro", takesDelay: takesDelay)
    }
    #expect(rules(true).refusal(of: "/a") == nil && rules(true).delay == 10)
    #expect(rules(false).refusal(of: "/a")?.line == 5 && rules(false).delay == nil)
  }

  @Test(arguments: [
    ("User-agent: slow\nCrawl-delay: 60\n\nUser-agent: *\nDisallow: /x", nil),
    ("User-agent: *\nCrawl-delay: 9\nUser-agent: keiro\nCrawl-delay: 1", 1),
    ("User-agent: *\nDisallow: /x\nCrawl-delay: 9\nUser-agent: slow\nCrawl-delay: 60", 9),
    ("User-agent: slow\nUser-agent: *\nCrawl-delay: 9", 9),
    ("User-agent: *\nCrawl-delay: 9\nUser-agent: keiro\nDisallow: /x", nil),
    ("Crawl-delay: 9\nUser-agent: *\nDisallow: /x", nil),
  ])
  func `a pause is for the robots that are named right before it`(_ text: String, _ delay: Int?) {
    #expect(RobotsRules(Array(text.utf8), robot: "keiro", takesDelay: true).delay == delay)
  }

  @Test func `takes no longer for a pattern that was made to be slow`() {
    let pattern = String(repeating: "*a", count: 2000)
    let rules = RobotsRules(
      Array("User-agent: *\nDisallow: /\(pattern)b$".utf8), robot: "keiro")
    #expect(rules.refusal(of: "/" + String(repeating: "a", count: 4000)) == nil)
  }

  @Test(arguments: [
    ("User-agent: *\nDisallow: /", false), ("User-agent: *\nDisallow:", true),
    ("User-agent: *\nDisallow: /.well-known/\nUser-agent: Googlebot\nDisallow: /x", true),
    ("user-agent: bing\nuser-agent: GOOGLEBOT\ndisallow: /.well*links.json$", false),
    ("User-agent: *\nDisallow: /\nAllow: /.well-known/", true), ("", true), ("Disallow: /", true),
    ("User-agent: *\nDisallow: /*.json", false), ("User-agent: *\nDisallow: /*.xml$", true),
    ("User-agent: Googlebot\n\nUser-agent: *\nDisallow: /", false),
    ("\u{FEFF}User-agent: *\nDisallow: /", false),
    ("User-agent: Googlebot/2.1\nDisallow: /", false),
    ("User-agent: Googlebot Desktop\nDisallow : /", false),
    ("User agent: *\nDisallow: /%2Ewell-known/", false),
    ("User-agent: Googlebot-Image\nDisallow: /", true),
  ])
  func `reads robots.txt as Googlebot`(_ text: String, _ allows: Bool) {
    let rules = RobotsRules(Array(text.utf8), robot: "Googlebot")
    #expect((rules.refusal(of: "/.well-known/assetlinks.json") == nil) == allows)
  }
}
