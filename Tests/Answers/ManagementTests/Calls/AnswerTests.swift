import DirectRequests
import HTTPCore
import JSONSyntax
import LinkStorage
import RandomCases
import SiteModel
import Testing
import WebSyntax

@testable import Management
@testable import ServiceSupport

/// `Prefer: wait=2`.
@Suite struct PreferenceTests {
  private let store: BrokenStore
  private let service: ServiceFixture

  init() throws {
    store = try BrokenStore()
    service = try ServiceFixture(store: store)
  }

  private let link = #"{"host": "a.example", "slug": "x", "url": "https://a.example/item/1"}"#
  private let prefers = "Prefer: wait=2\r\n"

  @Test func `a change is answered as ever when every node has it`() throws {
    let made = try service.call("POST", "/v1/links", link, fields: prefers)
    #expect(made.status == 201 && made.field("Preference-Applied") == "wait=2")
    #expect(made.field("Keiro-Pending-Nodes") == nil && made["pendingNodes"] == nil)
    let plain = try service.call("PATCH", "/v1/links/a.example/x", #"{"name": "n"}"#)
    #expect(plain.status == 200 && plain.field("Preference-Applied") == nil)
  }

  @Test func `202 names the nodes that do not have a change yet`() throws {
    store.behind = ["osaka-1", "kyoto-2"]
    let made = try service.call("POST", "/v1/links", link, fields: prefers)
    #expect(made.status == 202 && made["slug"] == "x")
    #expect(made.field("Keiro-Pending-Nodes") == "osaka-1, kyoto-2")
    #expect(made.text.contains(#""pendingNodes":["osaka-1","kyoto-2"]}"#))
    #expect(made.field("Location") == "/v1/links/a.example/x")
    let changed = try service.call(
      "PATCH", "/v1/links/a.example/x", #"{"name": "n"}"#, fields: prefers)
    #expect(changed.status == 202 && changed["name"] == "n")
    let read = try service.call("GET", "/v1/links/a.example/x", fields: prefers)
    #expect(read.status == 200 && read.field("Preference-Applied") == nil)
    let refused = try service.call("POST", "/v1/links", link, fields: prefers)
    #expect(refused.status == 409 && refused.field("Preference-Applied") == nil)
    let deleted = try service.call("DELETE", "/v1/links/a.example/x", fields: prefers)
    #expect(deleted.status == 202)
    #expect(deleted.text == "{\"pendingNodes\":[\"osaka-1\",\"kyoto-2\"]}\n")
  }

  private static let other =
    #"{"host": "a.example", "slug": "y", "url": "https://a.example/item/1"}"#

  @Test(arguments: [
    ("POST", "/v1/links", other), ("PATCH", "/v1/links/a.example/x", #"{"name": "n"}"#),
    ("DELETE", "/v1/links/a.example/x", ""), ("POST", "/v1/links:batch", other + "\n"),
    ("POST", "/v1/links:apply", other), ("POST", "/v1/import?format=ndjson", other),
    ("POST", "/v1/tokens", #"{"name": "t", "scopes": ["links:read"]}"#),
    (
      "POST", "/v1/shortLinks",
      #"{"longDynamicLink": "https://a.example/?link=https://a.example/item/1"}"#
    ),
  ])
  func `a change that the node's own visitors do not see yet is answered with 202 and its name`(
    method: String, path: String, body: String
  ) throws {
    #expect(try service.call("POST", "/v1/links", link).status == 201)
    store.missingCopies = ["tokyo-1"]
    let answer = try service.call(method, path, body)
    #expect(answer.status == 202 && answer.field("Keiro-Pending-Nodes") == "tokyo-1")
    #expect(answer.field("Preference-Applied") == nil)
    let isLines = path.hasSuffix(":batch")
    #expect(answer.text.contains(#""pendingNodes":["tokyo-1"]"#) != isLines)
    #expect(try service.call("GET", "/v1/links/a.example/x").status != 202)
    store.missingCopies = []
  }

  @Test(arguments: [
    (["wait=2"], 2), (["respond-async, Wait = \"7\" ; x=y"], 7), (["a", "wait=0"], 0),
    (["wait=99999999999999999999"], 30), (["wait=-1"], nil), (["wait"], nil), (["wait="], nil),
    (["await=2"], nil), (["wait=x, wait=3"], 3), ([""], nil), ([], nil),
  ])
  func `reads the preference and passes over what it cannot read`(
    _ values: [String], _ seconds: Int?
  ) {
    #expect(APICall.wait(values.map { Array($0.utf8)[...] }) == seconds)
  }
}

/// The threads on which a store answers writes belong to the store: over a slow connection, a
/// change that continued there would delay those of other nodes.
@Suite struct AnswerThreadTests {
  private let store: BrokenStore
  private let service: ServiceFixture

  init() throws {
    store = try BrokenStore()
    service = try ServiceFixture(store: store)
    store.answersElsewhere = true
  }

  @Test(arguments: [
    ("POST", "/v1/links", #"{"host": "a.example", "slug": "x", "url": "https://a.example/"}"#),
    (
      "POST", "/v1/links",
      #"{"host": "a.example", "slug": "x", "url": "https://a.example/", "findExisting": true}"#
    ),
    (
      "POST", "/v1/links:batch",
      #"{"host": "a.example", "slug": "x", "url": "https://a.example/", "findExisting": true}"#
    ),
    (
      "POST", "/v1/shortLinks",
      #"{"longDynamicLink": "https://a.example/?link=https://a.example/", "#
        + #""suffix": {"option": "CUSTOM", "customSuffix": "x"}}"#
    ),
    ("PATCH", "/v1/links/a.example/x", #"{"name": "n"}"#), ("DELETE", "/v1/links/a.example/x", ""),
  ])
  func `no change reads the store where the store answers`(
    _ method: String, _ target: String, _ body: String
  ) throws {
    try service.add(#""slug": "x", "url": "https://a.example/""#)
    for _ in 0..<2 { _ = try service.call(method, target, body) }
    #expect(store.readsElsewhere == 0)
  }
}

/// A store that stops answering once the caller is known, as a node knows tokens without its database.
@Suite struct StoreAwayTests {
  @Test(arguments: [
    ("/v1/links", HTTPStatus.serviceUnavailable), ("/v1/export", .serviceUnavailable),
    ("/v1/export?format=csv", .serviceUnavailable), ("/v1/export?limit=1", .serviceUnavailable),
    // Whoever is on call needs it then.
    ("/v1/status", .ok),
  ])
  func `is told before an answer begins`(_ target: String, _ status: HTTPStatus) throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    let token = try service.makeToken([.admin, .readLinks])
    let request = try service.request(
      "GET", target, host: "127.0.0.1", fields: "Authorization: Bearer \(token)\r\n")
    let management = ManagementService(
      snapshot: service.snapshot, directory: service.directory, proxies: TrustedProxies())
    let call = try management.call(request, from: HTTPPeer(address: nil), at: service.instant)
    store.fails = true
    let answer = waitFor { completion in call.run { completion($0) } }
    #expect(answer.status == status)
  }
}

@Suite struct WebhookCallTests {
  @Test(arguments: WebhookEventType.allCases)
  func `a webhook receives any type of event`(_ type: WebhookEventType) throws {
    let service = try ServiceFixture()
    let made = try service.call(
      "POST", "/v1/webhooks", #"{"url": "https://hooks.example/", "types": ["\#(type.rawValue)"]}"#)
    #expect(made.status == 201 && made["types.0"] == type.rawValue, "\(made.text)")
  }
}

/// Calls made of everything that commonly confuses servers.
@Suite struct HostileCallTests {
  private let service: ServiceFixture

  init() throws { service = try HostileTargets.service() }

  @Test func `finds every call an answer that is no failure of the server`() throws {
    var dice = Dice(seed: CaseSeed.value)
    var odd: [String] = []
    var answered = 0
    let bodies = [
      "", "{}", "[]", "{\"url\": \"https://a.example/\"}", "\u{0}", "{\"a\":", "null", "\n\n", "7",
      "{\"urls\": [\"/\"]}", "{\"requestedLink\": \"https://a.example/s/p\"}", "a,b\n1,2\n",
      "{\"host\": \"a.example\", \"slug\": \"p\", \"url\": \"https://a.example/\"}",
    ]
    let fields = [
      "", "If-Match: ,,\"\r\n", "If-None-Match: W/\r\n", "Idempotency-Key: \"\r\n",
      "Accept: */*\r\n", "X-Forwarded-For: ,\r\n",
    ]
    let targets = APIOperation.allCases.map(CallerTests.target)
    for round in 0..<3000 {
      let target =
        round % 2 == 0
        ? dice.pick(targets) + "?" + dice.pick(HostileTargets.parts) : HostileTargets.target(&dice)
      let method = dice.pick(["GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "PUT"])
      let answer = try? service.call(
        method, target, dice.pick(bodies), fields: dice.pick(fields))
      guard let answer else { continue }
      answered += 1
      if answer.status >= 500 { odd.append("\(method) \(target): \(answer.text)") }
    }
    #expect(odd.prefix(10) == [] && answered > 1000)
  }
}
