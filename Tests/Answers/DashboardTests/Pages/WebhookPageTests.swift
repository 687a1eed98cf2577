import Changes
import Deliveries
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Outgoing
import Testing

@testable import Dashboard

@Suite struct WebhookPageTests {
  @Test(arguments: Language.allCases)
  func `attempts and the end of a webhook are told in the reader's language`(
    _ language: Language
  ) throws {
    let pages = try Pages()
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let room = [DeliveryRoom(webhook: pages.webhook, count: 1)]
    let until = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
    let leased = try waitForAnswer {
      store.leaseDeliveries(room, owner: "a", until: until, now: now, completion: $0)
    }
    let results: [AttemptResult] = [
      .answer(status: 500, wait: nil), .failure(DeliveryFault(.timeout)),
      .failure(.noAnswer(.unreachable, "Couldn't connect to server")),
    ]
    let tried = try leased.map { delivery in
      let webhook = try pages.fixture.everything.webhook(pages.webhook)
      return results.reduce(delivery) { delivery, result in
        DeliveryVerdict(
          delivery, to: webhook, result, started: now, milliseconds: 7, now: now, jitter: 0
        ).delivery
      }
    }
    #expect(try waitForAnswer { store.settleDeliveries(tried, owner: "a", completion: $0) } == 1)
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
    let html = try Pages().text("people", "action=add&name=&role=editor", in: language)
    let reason = language == .english ? "The name is missing" : "名前を入力してください"
    #expect(html.contains(reason) && !html.contains("「」") && !html.contains("&#39;&#39;"))
  }

  @Test func `a webhook is changed in its page, and a refused value keeps what was typed`() throws {
    let pages = try Pages()
    let path = "webhooks/\(pages.webhook)"
    let form =
      "action=save&url=https://h.example/new&description=CRM&types=link.created&hosts=a.example"
    let done = try pages.followed(path, form)
    #expect(done.contains(Word.webhookWasChanged.english) && done.contains(">CRM</h1>"))
    let webhook = try pages.fixture.everything.webhook(pages.webhook)
    #expect(webhook.url == "https://h.example/new" && webhook.description == "CRM")
    #expect(webhook.types == [.linkCreated] && webhook.hosts == ["a.example"])
    #expect(try pages.text("webhooks").contains(">CRM</span></a>"))
    let refused = try pages.ask(path, form.replacing("a.example", with: "a.exampel"))
    let html = String(decoding: refused.body, as: UTF8.self)
    #expect(refused.status.code == 422 && html.contains("did you mean &#39;a.example&#39;?"))
    #expect(html.contains("value=\"a.exampel\"") && html.contains("value=\"CRM\""))
    #expect(html.contains("autofocus aria-invalid=\"true\" aria-describedby=\"hosts-fault\">"))
    #expect(try pages.fixture.everything.webhook(pages.webhook) == webhook)
  }

  @Test(arguments: [
    ("webhooks", "url=ftp://x", "url", "url-fault"),
    ("tokens", "action=create&scope=admin&expires=soon", "expires", "expires-fault expires-hint"),
    ("people", "action=add&role=editor&name=", "name", "name-fault"),
  ])
  func `a refused value has its reason beside it, and the focus`(
    _ path: String, _ form: String, _ field: String, _ described: String
  ) throws {
    let html = try Pages().text(path, form)
    let mark = " autofocus aria-invalid=\"true\" aria-describedby=\"\(described)\">"
    let parts = html.split(separator: mark, omittingEmptySubsequences: false)
    #expect(parts.count == 2 && html.split(separator: " autofocus").count == 2)
    #expect(parts.first?.split(separator: "<").last?.contains("id=\"\(field)\"") == true)
    #expect(html.contains("<span class=\"fault\" id=\"\(field)-fault\">"))
  }

  @Test func `a new secret is asked for first`() throws {
    let pages = try Pages()
    let path = "webhooks/\(pages.webhook)"
    let before = try pages.fixture.everything.webhook(pages.webhook).secrets
    #expect(try pages.text(path, "action=rotate").contains("name=\"confirmed\""))
    #expect(try pages.fixture.everything.webhook(pages.webhook).secrets == before)
    #expect(try pages.text(path, "action=rotate&confirmed=yes").contains("whsec_"))
    #expect(try pages.fixture.everything.webhook(pages.webhook).secrets.count == 2)
  }

  @Test func `failed deliveries are filtered, and sent again at once`() throws {
    let pages = try Pages()
    let path = "webhooks/\(pages.webhook)"
    _ = try pages.fixture.everything.testWebhook(pages.webhook)
    #expect(!(try pages.text(path).contains(Word.sendFailedAgain.english)))
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let until = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 60)
    let room = [DeliveryRoom(webhook: pages.webhook, count: 2)]
    var leased = try waitForAnswer {
      store.leaseDeliveries(room, owner: "a", until: until, now: now, completion: $0)
    }
    let later = Timestamp(secondsSinceEpoch: now.secondsSinceEpoch + 9000)
    for index in leased.indices {
      // One was given up, the other waits for its next attempt.
      leased[index].state = index == 0 ? .failed : .pending
      leased[index].nextAt = later
      leased[index].note(DeliveryAttempt(time: now, status: 500, error: nil, milliseconds: 1))
    }
    let failed = leased
    #expect(try waitForAnswer { store.settleDeliveries(failed, owner: "a", completion: $0) } == 2)
    let html = try pages.text(path + "?state=failed")
    #expect(html.contains(Word.sendFailedAgain.english) && html.contains("value=\"retry\""))
    #expect(!(try pages.text(path + "?state=delivered").contains("value=\"retry\"")))
    let done = try pages.followed(path, "action=retry-failed")
    #expect(done.contains(Word.failedAreRepeated.english))
    let due = try store.deliveries(of: pages.webhook, in: .pending, before: nil, limit: 9)
    #expect(due.count == 2 && due.allSatisfy { $0.nextAt == now })
    #expect(!(try pages.text(path).contains(Word.sendFailedAgain.english)))
  }
}
