import LinkStorage
import Links
import Testing

@testable import Service
@testable import ServiceSupport

@Suite struct UntoldEventTests {
  @Test func `what the store refuses is told in its order once it takes events again`() throws {
    let broken = try BrokenStore()
    let store: any LinkStore = broken
    let now = Timestamp(secondsSinceEpoch: 1_795_224_669)
    let webhook = Webhook(id: "w", url: "https://hooks.example/", secret: "s", now: now)
    _ = try waitForAnswer {
      store.createWebhook(webhook, by: .service, now: now, completion: $0)
    }
    let events = UntoldEvents(store)
    for (index, host) in ["a.example", "b.example", "c.example"].enumerated() {
      broken.fails = index < 2
      events.tell([WebhookEvent(.doctorChanged, host: host, time: now, text: "{}")])
    }
    events.tell()
    let told = try waitForAnswer {
      store.leaseEvents(9, owner: "o", until: now, now: now, completion: $0)
    }
    #expect(told.map(\.event.host) == ["a.example", "b.example", "c.example"])
  }
}
