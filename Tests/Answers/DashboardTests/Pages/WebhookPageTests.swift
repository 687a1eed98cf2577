import Changes
import Deliveries
import DirectRequests
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

@Suite struct WebhookPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test(arguments: Language.allCases)
  func `attempts and the end of a webhook are told in the reader's language`(
    _ language: Language
  ) throws {
    let now = pages.fixture.timestamp
    let webhook = try pages.fixture.everything.webhook(pages.webhook)
    let results: [AttemptResult] = [
      .answer(status: 500, wait: nil), .failure(DeliveryFault(.timeout)),
      .failure(.noAnswer(.unreachable, "Couldn't connect to server")),
    ]
    let count = try pages.settle(1) { delivery in
      results.reduce(delivery) { delivery, result in
        DeliveryVerdict(
          delivery, to: webhook, result, started: now, milliseconds: 7, now: now, jitter: 0
        ).delivery
      }
    }
    #expect(count == 1)
    let html = try pages.text("webhooks/\(pages.webhook)", in: language)
    for result in [
      DeliveryFault.answered(500), DeliveryFault(.timeout),
      .noAnswer(.unreachable, "Couldn't connect to server"),
    ] {
      let told = Markup(text: Sentence(result).text(onPagesIn: language))
      #expect(html.contains("<span>\(told.html)</span>"), "\(result)")
    }
  }

  @Test(arguments: Language.allCases)
  func `a missing name is called missing`(_ language: Language) throws {
    let html = try pages.text("people", "action=add&name=&role=editor", in: language)
    let reason = language == .english ? "The name is missing" : "名前を入力してください"
    #expect(html.contains(reason) && !html.contains("「」") && !html.contains("&#39;&#39;"))
  }

  @Test func `a webhook is changed in its page, and a refused value keeps what was typed`() throws {
    let path = "webhooks/\(pages.webhook)"
    let form =
      "action=save&url=https://h.example/new&description=CRM&types=link.created&hosts=a.example"
    let done = try pages.followed(path, form)
    #expect(done.contains(Phrase.row("webhook", "save").english) && done.contains(">CRM</h1>"))
    let webhook = try pages.fixture.everything.webhook(pages.webhook)
    #expect(webhook.url == "https://h.example/new" && webhook.description == "CRM")
    #expect(webhook.types == [.linkCreated] && webhook.hosts == ["a.example"])
    #expect(try pages.text("webhooks").contains(">CRM</span></a>"))
    let html = try pages.text(
      path, form.replacing("a.example", with: "a.exampel"), status: .unprocessableContent)
    #expect(html.contains("did you mean &#39;a.example&#39;?"))
    #expect(html.contains("value=\"a.exampel\"") && html.contains("value=\"CRM\""))
    #expect(html.contains("autofocus aria-invalid=\"true\" aria-describedby=\"hosts-fault\">"))
    #expect(try pages.fixture.everything.webhook(pages.webhook) == webhook)
  }

  @Test(arguments: [
    ("webhooks", "url=ftp://x", "url", "url-fault"),
    ("tokens", "action=create&scope=admin&expires=soon", "expires", "expires-fault expires-hint"),
    ("people", "action=add&role=editor&name=", "name", "name-fault"),
    ("people", "action=add&role=x&name=N", "role", "role-fault role-hint"),
    (
      "webhooks", "url=https://h.example/&description=" + String(repeating: "d", count: 2000),
      "description", "description-fault"
    ),
  ])
  func `a refused value has its reason beside it, and the focus`(
    _ path: String, _ form: String, _ field: String, _ described: String
  ) throws {
    let html = try pages.text(path, form)
    let mark = " autofocus aria-invalid=\"true\" aria-describedby=\"\(described)\">"
    let parts = html.split(separator: mark, omittingEmptySubsequences: false)
    #expect(parts.count == 2 && html.split(separator: " autofocus").count == 2)
    #expect(parts.first?.split(separator: "<").last?.contains("id=\"\(field)\"") == true)
    #expect(html.contains("<span class=\"fault\" id=\"\(field)-fault\">"))
  }

  @Test(arguments: [
    ("tokens", "action=create&name=N", "scopes"),
    ("webhooks", "url=https://h.example/&types=x", "types"),
  ])
  func `ticks that are refused have the reason beside them, and the first the focus`(
    _ path: String, _ form: String, _ field: String
  ) throws {
    let html = try pages.text(path, form)
    #expect(html.contains("class=\"fault\" id=\"\(field)-fault\">"))
    let element = html.split(separator: " autofocus")[0].split(separator: "<").last ?? ""
    #expect(element.hasPrefix("input type=\"checkbox\" name=\"\(field.prefix(5))"))
  }

  @Test func `a test of a webhook that somebody has switched off says what to do`() throws {
    let path = "webhooks/\(pages.webhook)"
    _ = try pages.lead(path, "action=disable")
    let html = try pages.text(path, "action=test", status: .conflict)
    #expect(html.contains(Word.switchedOffNext.english) && !html.contains("&quot;enabled&quot;"))
  }

  @Test func `a new secret is asked for first`() throws {
    let path = "webhooks/\(pages.webhook)"
    let before = try pages.fixture.everything.webhook(pages.webhook).secrets
    #expect(try pages.text(path, "action=rotate").contains("name=\"confirmed\""))
    #expect(try pages.fixture.everything.webhook(pages.webhook).secrets == before)
    #expect(try pages.text(path, "action=rotate&confirmed=yes").contains("whsec_"))
    #expect(try pages.fixture.everything.webhook(pages.webhook).secrets.count == 2)
  }

  @Test func `failed deliveries are filtered, and sent again at once`() throws {
    let path = "webhooks/\(pages.webhook)"
    _ = try pages.fixture.everything.testWebhook(pages.webhook)
    #expect(!(try pages.text(path).contains(WebhookAction.retryFailed.word.english)))
    let (store, now) = (pages.store, pages.fixture.timestamp)
    var states: [Delivery.State] = [.pending, .failed]
    let count = try pages.settle(2) { delivery in
      var failed = delivery
      // One was given up, the other waits for its next attempt.
      failed.state = states.popLast() ?? .pending
      failed.nextAt = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 9000)
      failed.note(DeliveryAttempt(time: now, status: 500, error: nil, milliseconds: 1))
      return failed
    }
    #expect(count == 2)
    let html = try pages.text(path + "?state=failed")
    #expect(html.contains(WebhookAction.retryFailed.word.english))
    #expect(html.contains("value=\"retry\""))
    #expect(!(try pages.text(path + "?state=delivered").contains("value=\"retry\"")))
    let done = try pages.followed(path, "action=retry-failed")
    #expect(done.contains(Phrase.row("webhook", "retry-failed").english))
    let due = try store.deliveries(of: pages.webhook, in: .pending, before: nil, limit: 9)
    #expect(due.count == 2 && due.allSatisfy { $0.nextAt == now })
    #expect(!(try pages.text(path).contains(WebhookAction.retryFailed.word.english)))
  }
}

@Suite struct AppTokenPageTests {
  private func fixture(destinations: [String]?) throws -> PagesFixture {
    var site = try SiteDefinition(hosts: [#require(HostPattern("a.example"))])
    site.destinationHosts = destinations?.compactMap { HostPattern($0) }
    return try PagesFixture(site: site)
  }

  private func post(_ fixture: PagesFixture, _ form: String) throws -> (status: Int, text: String) {
    let answer = try fixture.ask(
      "/dashboard/tokens", method: "POST", fields: fixture.cookie(),
      body: "action=create&scope=links:create&hosts=a.example&" + form)
    return (answer.status.code, answer.text)
  }

  @Test func `makes a token for apps, and lists what it may make`() throws {
    let fixture = try fixture(destinations: ["e.example"])
    let (status, text) = try post(fixture, "name=app&perHour=5&lifetime=90d")
    #expect(status == 200 && text.contains("5 links an hour for each address, each for 90d"))
    let making = try fixture.store.tokens().compactMap(\.making)
    #expect(making == [LinkMaking(perHour: 5, lifetime: 90 * 86_400)])
  }

  @Test func `keeps what was typed beside what is wrong with it`() throws {
    let fixture = try fixture(destinations: nil)
    for (form, words) in [
      ("perHour=0", "is out of range"), ("lifetime=soon", "soon"),
      ("perHour=1o", "1o’ is not a whole number"),
      ("perHour=5", "destinationHosts"),
    ] {
      let (status, text) = try post(fixture, form)
      #expect(status == 422 && text.contains(words), "\(form)")
      #expect(text.contains("value=\"\(form.drop { $0 != "=" }.dropFirst())\""), "\(form)")
    }
    #expect(try fixture.store.tokens().allSatisfy { $0.making == nil })
  }
}

@Suite struct AuditPageTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  /// The fixture changes everything at 01:31 UTC on the 21st, which is the 20th in Los Angeles.
  @Test(arguments: [
    ("since=2026-11-21", "UTC", true), ("until=2026-11-21", "UTC", true),
    ("until=2026-11-20", "UTC", false), ("since=2026-11-22", "UTC", false),
    ("since=2026-11-20&until=2026-11-20", "America/Los_Angeles", true),
    ("since=2026-11-21", "America/Los_Angeles", false), ("since=1d", "UTC", true),
  ])
  func `a period of dates includes both of its days`(
    query: String, zone: String, isShown: Bool
  ) throws {
    let answer = try pages.fixture.ask(
      "/dashboard/audit?" + query,
      fields: pages.cookie.replacing("\r\n", with: "; \(LocalZone.cookie)=\(zone)\r\n"))
    #expect(
      answer.text.contains("<span>created</span>") == isShown)
  }

  @Test func `dates are picked, and other texts of an address stay as they are`() throws {
    let html = try pages.text("audit?since=2026-11-01&until=7d")
    #expect(html.contains("name=\"since\" value=\"2026-11-01\" type=\"date\""))
    #expect(html.contains("<p class=\"field soft\" id=\"dates-zone\">UTC</p>"))
    #expect(html.contains("name=\"until\" value=\"7d\" size=\"12\""))
    let refused = try pages.text("audit?since=yesterday", status: .badRequest)
    #expect(refused.contains("value=\"yesterday\" size"))
  }

  @Test(arguments: [
    ("since=2026-11-22&until=2026-11-21", false), ("since=2026-11-21&until=2026-11-21", true),
    ("since=2026-11-22T00:00:00Z&until=2026-11-21", false), ("since=1d&until=7d", false),
    ("since=7d&until=1d", true),
  ])
  func `a period that ends before it begins is refused`(query: String, isOne: Bool) throws {
    for language in Language.allCases {
      let answer = try pages.ask("audit?" + query, in: language)
      #expect(answer.status == (isOne ? .ok : .badRequest))
      let html = answer.text
      #expect(html.contains(Word.noTimeBetween.text(in: language)) == !isOne)
    }
  }

  @Test(arguments: [("change", "x"), ("host", "a b"), ("since", "soon"), ("action", "x")])
  func `what is no filter is said beside its field`(_ name: String, _ typed: String) throws {
    let html = try pages.text(
      "audit?\(name)=\(PercentCoding.encodeComponent(typed))", status: .badRequest)
    #expect(html.contains("id=\"\(name)-fault\">") && html.contains("value=\"\(typed)\""))
    #expect(html.contains(" autofocus"))
  }

  @Test func `an entry names the person, token or webhook beside its identifier`() throws {
    let html = try pages.text("audit")
    #expect(html.contains("<span dir=\"auto\">Hanako</span> <code>"))
    #expect(html.contains("<span dir=\"auto\">Session token</span> <code>"))
    #expect(
      html.contains(
        "<span dir=\"auto\">https://hooks.example.com/keiro</span> <code>\(pages.webhook)</code>"))
    #expect(html.contains("<a href=\"/dashboard/changes/1\">change\u{A0}1</a>"))
  }

  @Test func `a change of many links is one row, and its number shows them all`() throws {
    _ = try pages.ask("links", "link=a.example/often&link=a.example/seldom&action=tag&tag=new")
    let change = try #require(try pages.store.audit(AuditQuery()).entries.first?.entry.change)
    let html = try pages.text("audit")
    let address = "/dashboard/audit?change=\(change)"
    #expect(html.contains("<a href=\"\(address)\">2 links</a>"))
    let one = try pages.text("audit?change=\(change)")
    #expect(!one.contains("2 links</a>"))
    #expect(
      one.contains("a.example/s/often</a>") && one.contains("a.example/s/seldom</a>"))
    #expect(try pages.ask("audit?change=x").status == .badRequest)
    #expect(try pages.ask("audit?action=x").status == .badRequest)
    #expect(try pages.text("audit?action=link.created").contains("<span>created</span>"))
    #expect(!(try pages.text("audit?action=link.deleted").contains("<span>created</span>")))
  }

  @Test func `who and host are chosen, and the table of a filter is compressed`() throws {
    let html = try pages.text("audit?actor=somebody")
    #expect(html.contains("<select id=\"actor\"") && html.contains(">Hanako</option>"))
    #expect(html.contains("<option value=\"somebody\" selected>"))
    #expect(html.contains("<option value=\"a.example\">a.example</option>"))
    for number in 0..<30 {
      try pages.add("n\(number)", url: "https://b.example/\(number)")
    }
    let answer = try pages.fixture.ask(
      "/dashboard/audit?host=a.example&format=csv",
      fields: pages.cookie + "Accept-Encoding: gzip\r\n")
    #expect(answer.fields["Content-Encoding"] == "gzip")
    #expect(answer.fields["Content-Type"]?.hasPrefix("text/csv") == true)
    #expect(answer.wholeBody.count < 2000)
    // However many entries there are, all are in it.
    for number in 0..<1200 { try pages.add("m\(number)") }
    let lines = try pages.text("audit?host=a.example&format=csv").split(separator: "\r\n")
    #expect(lines.filter { $0.contains(",m") }.count == 1200)
    #expect(lines.filter { $0.contains(Word.changeOfLinks.english) }.count == 1)
  }
}
