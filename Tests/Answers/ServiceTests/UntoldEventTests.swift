import LinkStorage
import Links
import Testing

@testable import Service
@testable import ServiceSupport

@Suite struct UntoldEventTests {
  private let broken: BrokenStore
  private let store: any LinkStore
  private let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

  /// A store with a webhook that is told of every event.
  init() throws {
    broken = try BrokenStore()
    store = broken
    let webhook = Webhook(id: "w", url: "https://hooks.example/", secret: "s", now: now)
    _ = try waitForAnswer {
      store.createWebhook(webhook, by: .service, now: now, completion: $0)
    }
  }

  private func told() throws -> [WebhookEvent] {
    try waitForAnswer {
      store.leaseEvents(9, owner: "o", until: now, now: now, completion: $0)
    }.map(\.event)
  }

  @Test func `what the store refuses is told in its order once it takes events again`() throws {
    let events = UntoldEvents(store, keptIn: nil)
    for (index, host) in ["a.example", "b.example", "c.example"].enumerated() {
      broken.fails = index < 2
      events.tell([WebhookEvent(.doctorChanged, host: host, time: now, text: "{}")])
    }
    events.tell()
    #expect(try told().map(\.host) == ["a.example", "b.example", "c.example"])
  }

  @Test func `outlives the process beside a database that is away`() throws {
    let shelf = try BrokenStore()
    func event(_ host: String?) -> WebhookEvent {
      WebhookEvent(.doctorChanged, host: host, time: now, text: #"{"a":"\u00e9\n"}"#)
    }
    broken.fails = true
    let events = UntoldEvents(store, keptIn: shelf)
    for host in ["a.example", nil] { events.tell([event(host)]) }
    UntoldEvents(store, keptIn: shelf).tell([event("c.example")])
    broken.fails = false
    UntoldEvents(store, keptIn: shelf).tell()
    #expect(try told() == [event("a.example"), event(nil), event("c.example")])
    #expect(try shelf.sharedValue("untold_events") == Array("[]".utf8))
  }
}
