import LinkStorage
import Testing

@testable import Deliveries

@Suite struct EndpointWindowsTests {
  private func webhooks(_ count: Int) -> [Webhook] {
    (0..<count).map { Webhook(id: "w\($0)", url: "https://h.example/", secret: "s", now: time(0)) }
  }

  @Test func `opens a window of four once an endpoint has answered, and one when it fails`() {
    var windows = EndpointWindows()
    let webhooks = webhooks(1)
    func room() -> Int { windows.rooms(webhooks, now: time(0)).first?.count ?? 0 }
    #expect(room() == 1)
    windows.begin("w0")
    #expect(room() == 0)
    windows.end("w0", isSuccess: true, pause: nil)
    #expect(room() == 4)
    windows.begin("w0")
    #expect(room() == 3)
    windows.begin("w0")
    windows.end("w0", isSuccess: false, pause: nil)
    #expect(room() == 0)
    windows.end("w0", isSuccess: false, pause: nil)
    #expect(room() == 1 && windows.underWay == 0)
  }

  @Test func `leaves slots for the others when a thousand endpoints hang`() {
    var windows = EndpointWindows()
    let webhooks = webhooks(1200)
    for webhook in webhooks.dropLast() { windows.begin(webhook.id) }
    #expect(windows.rooms(webhooks, now: time(0)) == [DeliveryRoom(webhook: "w1199", count: 1)])
    // Endpoints that fail repeatedly share half of the slots.
    for webhook in webhooks.dropLast() {
      windows.end(webhook.id, isSuccess: false, pause: nil)
    }
    let rooms = windows.rooms(webhooks, now: time(0))
    #expect(rooms.first?.webhook == "w1199")
    #expect(rooms.dropFirst().reduce(0) { $0 + $1.count } == EndpointWindows.slots / 2)
  }

  @Test func `pauses an endpoint, and sends nothing to one that is off`() {
    var windows = EndpointWindows()
    var webhooks = webhooks(2)
    windows.begin("w0")
    windows.end("w0", isSuccess: false, pause: time(60))
    #expect(windows.rooms(webhooks, now: time(59)).map(\.webhook) == ["w1"])
    #expect(windows.rooms(webhooks, now: time(60)).count == 2)
    webhooks[1].disabledAt = time(1)
    #expect(windows.rooms(webhooks, now: time(60)).map(\.webhook) == ["w0"])
  }
}
