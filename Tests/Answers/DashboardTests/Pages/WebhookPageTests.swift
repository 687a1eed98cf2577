import Changes
import Deliveries
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
}
