import Foundation
import Testing

@testable import KeiroClient

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Links that an app makes.
@Suite(.serialized) struct NewLinkTests {
  private let target = "https://a.example/item/9"

  /// The statuses of a network in turn, the number of requests, and the waits between them.
  static let repetitions: [([Int?], Int, [Int])] = [
    ([nil, nil, 201], 3, [1, 2]), ([503, 201], 2, [1]), ([429, 201], 2, [4]), ([201], 1, []),
    ([422], 1, []), ([nil, nil, nil], 3, [1, 2]), ([500, 502, 500], 3, [1, 2]),
  ]

  private func destination() throws -> URL { try #require(URL(string: target)) }

  @Test func `makes links with its token, as many as the token allows`() async throws {
    let keiro = try RunningKeiro(link: #"{ "url": "https://a.example/" }"#)
    let hosts = ["127.0.0.1", "a.example"]
    let client = try #require(
      KeiroClient(base: keiro.base, hosts: hosts, token: keiro.appToken))
    let url = try await client.createLink(
      to: destination(), campaign: ["utm_source": "share"], social: ["title": "Item 9"],
      name: "Shared")
    #expect(url.absoluteString.contains("a.example"))
    let slug = url.lastPathComponent
    let found = try await client.resolve("https://a.example/s/\(slug)")
    #expect(found.url == target + "?utm_source=share" && found.link?.slug == slug)
    let foreign = try #require(URL(string: "https://evil.example/"))
    await #expect(throws: KeiroClientError.linkRefused) {
      try await client.createLink(to: foreign)
    }
    #expect(try await client.createLink(to: destination()) != url)
    await #expect(throws: KeiroClientError.tooManyRequests) {
      try await client.createLink(to: destination(), name: "One too many")
    }
    for token in [nil, "keiro_x", keiro.token] {
      let stranger = try #require(KeiroClient(base: keiro.base, hosts: hosts, token: token))
      await #expect(throws: KeiroClientError.tokenRefused) {
        try await stranger.createLink(to: destination())
      }
    }
  }

  @Test(arguments: repetitions)
  func `repeats what may have been lost, with the same key`(
    _ statuses: [Int?], _ count: Int, _ pauses: [Int]
  ) async throws {
    let network = ScriptedTransport(statuses, retryAfter: 4)
    let waits = Waits()
    let client = try client(network, waits)
    let url = try? await client.createLink(to: destination())
    #expect((url?.absoluteString == "https://a.example/s/x") == (statuses.last == 201))
    #expect(await waits.seconds == pauses)
    let requests = await network.requests
    #expect(requests.count == count)
    let keys = requests.map { $0.value(forHTTPHeaderField: "Idempotency-Key") }
    #expect(Set(keys).count == 1 && keys.first?.map(\.count) == 36)
    #expect(Set(requests.map(\.httpBody)).count == 1)
    #expect(requests.first?.value(forHTTPHeaderField: "Authorization") == "Bearer t")
  }

  @Test func `waits for no limit that ends later than its user would wait`() async throws {
    let network = ScriptedTransport([429, 201], retryAfter: 3000)
    let waits = Waits()
    let client = try client(network, waits)
    await #expect(throws: KeiroClientError.tooManyRequests) {
      try await client.createLink(to: destination())
    }
    #expect(await network.requests.count == 1)
    #expect(await waits.seconds == [])
  }

  @Test(arguments: [
    ("4", 4), ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("soon", nil),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 1_000_000_000),
  ])
  func `waits until a date, too`(value: String, seconds: Int?) {
    #expect(URLSessionTransport.wait(value) == seconds)
  }

  /// A client that notes how long it would wait.
  private func client(_ network: ScriptedTransport, _ waits: Waits) throws -> KeiroClient {
    var client = try #require(KeiroClient(host: "a.example", token: "t", transport: network))
    client.pause = { await waits.add($0) }
    return client
  }
}

/// Answers with some statuses in turn; nil stands for no answer.
actor ScriptedTransport: KeiroTransport {
  private var statuses: [Int?]
  private let retryAfter: Int
  private(set) var requests: [URLRequest] = []

  init(_ statuses: [Int?], retryAfter: Int = 0) {
    self.statuses = statuses
    self.retryAfter = retryAfter
  }

  func send(_ request: URLRequest) async throws -> KeiroAnswer {
    requests.append(request)
    guard !statuses.isEmpty, let status = statuses.removeFirst() else {
      throw KeiroClientError.noAnswer
    }
    return KeiroAnswer(
      status: status, body: Data(#"{"shortURL":"https://a.example/s/x","url":"u"}"#.utf8),
      retryAfter: status == 429 ? retryAfter : nil)
  }
}

private actor Waits {
  private(set) var seconds: [Int] = []

  func add(_ count: Int) { seconds.append(count) }
}
