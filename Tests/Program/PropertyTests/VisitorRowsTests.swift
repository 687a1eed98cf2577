@testable import ServiceSupport
import Explaining
import LinkStorage
import Links
import Questions
import RandomCases
import Service
import SiteModel
import Testing

/// What pages tell of a link for each kind of visitor is what the public listener answers, in every
/// state that a link can be in.
@Suite struct VisitorRowsTests {
  /// A browser of each kind of visitor.
  private static let agents: [Decision.Visitor: String] = [
    .iPhone: Agents.iPhone, .iPhoneInApp: Agents.instagram, .iPad: Agents.iPad,
    .androidChrome: Agents.android, .androidOther: Agents.androidFirefox,
    .androidInApp: Agents.androidWebView + " Instagram 333.0",
    .desktop: Agents.windows, .preview: Agents.facebook,
  ]

  private static let hosts = ["a.example", "b.w.example"]
  private static let destinations = [
    "https://a.example/item/7", "https://e.example/page", "https://e.example/?q={query.q}",
    "https://elsewhere.example/",
  ]

  /// A link with any of what decides about its visitors.
  private static func link(_ dice: inout Dice, _ slug: String, at now: Timestamp) -> ShortLink {
    var link = ShortLink(host: dice.pick(hosts), slug: slug, url: dice.pick(destinations))
    let seconds = now.secondsSinceEpoch
    func time(_ dice: inout Dice) -> Timestamp {
      Timestamp(secondsSinceEpoch: seconds + dice.pick([-100_000, 100_000]))
    }
    if dice.once(in: 4) { link.password = PasswordHash("hush") }
    if dice.once(in: 4) { link.expires = time(&dice) }
    if dice.once(in: 6) { link.notBefore = time(&dice) }
    if dice.once(in: 4) { link.maxClicks = dice.roll(1...2) }
    if dice.once(in: 8) { link.archived = true }
    if dice.once(in: 4) { link.expiredURL = "https://e.example/over" }
    if dice.once(in: 3) { link.skipPage = true }
    if dice.once(in: 3) { link.social.title = "Title" }
    if dice.once(in: 4) { link.desktop.fallback = "https://e.example/desktop" }
    if dice.once(in: 4) { link.apple.appStoreID = "123" }
    if dice.once(in: 4) { link.android.packageName = "com.example.shop" }
    if dice.once(in: 3) {
      var rule = LinkRule(url: "https://e.example/rule")
      rule.condition.platforms = dice.some([UserAgent.Platform.iPhone, .android, .windows])
      if dice.once(in: 3) { rule.condition.from = time(&dice) }
      link.rules = [rule]
    }
    return link
  }

  @Test func `rows of visitors are what the public listener answers them`() throws {
    var kinds: Set<ServerAnswer.Kind> = []
    for round in 0..<60 {
      let seed = CaseSeed.value &+ UInt64(round)
      var dice = Dice(seed: seed)
      let isRedirecting = dice.once(in: 2)
      let service = try ServiceFixture { definition in
        if isRedirecting {
          for site in definition.sites.indices {
            definition.sites[site].notFound = .redirect("https://e.example/nothing")
          }
        }
      }
      let link = Self.link(&dice, "s\(round)", at: service.timestamp)
      try waitForAnswer {
        service.store.create(
          link, CreationTerms(), by: .service, now: service.timestamp, completion: $0)
      }
      // The clicks of a limited link are used up, or not.
      if let limit = link.maxClicks, dice.once(in: 2) {
        for _ in 0..<limit { try Self.visit(service, link, Agents.windows, isHead: false) }
      }
      let inquiry = Inquiry(
        service.snapshot, store: service.directory.managed, within: .everywhere,
        at: service.timestamp)
      let seen = try #require(try inquiry.visitors(of: link.key))
      for visitor in Decision.Visitor.allCases {
        let agent = try #require(Self.agents[visitor])
        let row = try #require(seen.answers[visitor]?.first)
        kinds.insert(row.server.kind)
        let answer = try Self.visit(service, link, agent, isHead: true)
        #expect(
          answer.status == row.server.status && answer.location == row.server.location,
          "seed \(seed), \(visitor): \(row.server), but \(answer.status)")
      }
    }
    #expect(kinds.isSuperset(of: [.redirect, .landing, .form, .gone, .missing]))
  }

  @discardableResult
  private static func visit(
    _ service: ServiceFixture, _ link: ShortLink, _ agent: String, isHead: Bool
  ) throws -> Answer {
    try service.visit(
      (link.host == "a.example" ? "/s/" : "/") + link.slug, host: link.host,
      method: isHead ? "HEAD" : "GET", agent: agent)
  }

  @Test func `those who have given the password get what the link without one gives`() throws {
    let service = try ServiceFixture()
    var link = ShortLink(host: "a.example", slug: "open", url: "https://a.example/item/7")
    link.rules = [LinkRule(url: "https://e.example/rule")]
    link.rules[0].condition.platforms = [.windows]
    var locked = ShortLink(host: "a.example", slug: "locked", url: link.url)
    (locked.rules, locked.password) = (link.rules, PasswordHash("hush"))
    for link in [link, locked] {
      try waitForAnswer {
        service.store.create(
          link, CreationTerms(), by: .service, now: service.timestamp, completion: $0)
      }
    }
    let inquiry = Inquiry(
      service.snapshot, store: service.directory.managed, within: .everywhere,
      at: service.timestamp)
    let open = try #require(try inquiry.visitors(of: link.key))
    let asked = try #require(try inquiry.visitors(of: locked.key))
    #expect(asked.answers.values.allSatisfy { $0.map(\.server.kind) == [.form] })
    #expect(asked.rules.map { $0?.server.location } == ["https://e.example/rule"])
    #expect(open.afterPassword.isEmpty)
    for visitor in Decision.Visitor.allCases {
      #expect(
        asked.afterPassword[visitor]?.map(\.server) == open.answers[visitor]?.map(\.server))
    }
  }
}
