import Cryptography
import Deliveries
import LinkStorage
import Links
import Management
import Outgoing
import SQLiteStore
import SiteModel
import Testing

@testable import ServiceSupport

/// `POST /v1/notifications:send` with an `Idempotency-Key`, on nodes with one store; APNs is out of
/// reach.
@Suite struct NotificationCallTests {
  private let store: any LinkStore
  private let node: ServiceFixture

  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
    node = try Self.node(store)
  }

  private static func node(_ store: any LinkStore, sends: Bool = true) throws -> ServiceFixture {
    var settings = PushSettings()
    settings.key = String(decoding: try #require(SigningKey()?.pem), as: UTF8.self)
    settings.endpoint = "https://127.0.0.1:1"
    var services = ManagementServices()
    services.pushes = PushSender(OutgoingRules(), OutgoingContext(agent: "keiro/test") { _ in })
    return try ServiceFixture(store: store, services: services) { definition in
      if sends { definition.apps[0].apple?.push = settings }
    }
  }

  private func send(
    _ text: String, to device: String = "ab", from node: ServiceFixture
  ) throws -> Answer {
    node.token = self.node.token
    return try node.call(
      "POST", "/v1/notifications:send",
      #"{"app": "shop", "devices": ["\#(device)"], "payload": {"aps": {"alert": "x"}}}"#,
      fields: "Idempotency-Key: \(text)\r\n")
  }

  @Test func `is carried out once, whichever node is asked again`() throws {
    let first = try send("k", from: node)
    #expect(first.status == 200 && first.text.contains("NoAnswer"))
    // Each push has a random identifier.
    #expect(try send("l", from: node).text != first.text)
    for number in 0..<1100 {
      let key = IdempotencyKey(text: "other/\(number)", digest: [1])
      try waitForAnswer { store.takeKey(key, now: node.timestamp, completion: $0) }
    }
    for node in [node, try Self.node(store), try Self.node(store, sends: false)] {
      #expect(try send("k", from: node).text == first.text)
      #expect(try send("k", to: "cd", from: node).text.contains("idempotency-key-reused"))
    }
  }

  @Test func `may be repeated after a refusal`() throws {
    let mute = try Self.node(store, sends: false)
    #expect(try send("k", from: mute).text.contains("pushes-not-configured"))
    #expect(try send("k", from: node).status == 200)
  }

  @Test func `may be repeated after an answer for which nothing was sent`() throws {
    let resting = try (0..<8).first { try send("n\($0)", from: node).text.contains("BackOff") }
    let last = try #require(resting)
    let token = try #require(store.tokens().first)
    for (number, use) in [(last, KeyUse.taken), (0, .reused)] {
      let key = IdempotencyKey(text: "push \(token.id)/n\(number)", digest: [1])
      #expect(try waitForAnswer { store.takeKey(key, now: node.timestamp, completion: $0) } == use)
    }
  }

  @Test func `is told that an earlier one has no answer, ten minutes later for good`() throws {
    let token = try #require(store.tokens().first)
    let key = IdempotencyKey(text: "push \(token.id)/k", digest: [])
    _ = try send("k", from: node)
    // What the process leaves behind that is killed before it has an answer.
    try waitForAnswer { store.keepAnswer("", to: key, completion: $0) }
    for seconds in [0.0, 599.0] {
      node.now += seconds
      let answer = try send("k", from: node)
      #expect(answer.status == 409 && answer.text.contains("idempotency-key-in-use"))
    }
    node.now += 1
    let answer = try send("k", from: node)
    #expect(answer.status == 200 && answer["results.0.reason"] == "NoAnswer", "\(answer.text)")
  }

  @Test func `leaves the key to links`() throws {
    #expect(try send("k", from: node).status == 200)
    let link = #"{"host": "a.example", "slug": "x", "url": "https://a.example/item/1"}"#
    let made = try node.call("POST", "/v1/links", link, fields: "Idempotency-Key: k\r\n")
    #expect(made.status == 201)
  }
}
