import Foundation
import KeiroClient
import LaunchRouting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The client, tested against the program itself.
@Suite(.serialized) struct KeiroClientTests {
  private let link = #"{ "url": "https://a.example/item/9", "campaign": { "utm_source": "m" } }"#

  private func client(_ keiro: RunningKeiro) throws -> KeiroClient {
    try #require(KeiroClient(base: keiro.base, hosts: ["127.0.0.1", "a.example"]))
  }

  private func get(_ url: String, token: String? = nil) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: url)))
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return String(decoding: try await URLSessionTransport().send(request).body, as: UTF8.self)
  }

  @Test func `resolves short links and pages of its own hosts, and asks about no others`()
    async throws
  {
    let keiro = try RunningKeiro(link: link)
    let client = try client(keiro)
    let found = try await client.resolve("https://a.example/s/x?b=c d")
    #expect(found.url == "https://a.example/item/9?b=c%20d&utm_source=m")
    #expect(found.app == "shop" && found.parameters == ["id": "9"] && found.link?.slug == "x")
    #expect(found.answer == .screen(Screen("item", [.init("id", "9")])))
    #expect(try await client.resolve("https://a.example/item/7").link == nil)
    await #expect(throws: KeiroClientError.notFound) {
      try await client.resolve("https://a.example/s/none")
    }
    for foreign in ["https://evil.example/s/x", "ftp://a.example/", "", "https://u@a.example/s/x"] {
      await #expect(throws: KeiroClientError.foreignURL) { try await client.resolve(foreign) }
    }
  }

  @Test func `a first start brings its link, by referrer, clipboard or code`() async throws {
    let keiro = try RunningKeiro(link: link)
    let client = try client(keiro)
    let referrer = "utm_source=m&keiro_link=https%3A%2F%2Fa.example%2Fs%2Fx%3Fb%3Dc"
    let byReferrer = try await client.link(of: .referrer(referrer))
    #expect(byReferrer?.url == "https://a.example/item/9?b=c&utm_source=m")
    #expect(try await client.link(of: .referrer("utm_source=google-play")) == nil)
    #expect(
      try await client.link(of: .referrer("keiro_link=https%3A%2F%2Fevil.example%2F")) == nil)
    #expect(try await client.link(of: .pasted(" https://a.example/s/x\n"))?.screen == "item")
    #expect(try await client.link(of: .pasted("some text")) == nil)
    let code = try await code(keiro)
    #expect(try await client.link(of: .code(code))?.parameters["id"] == "9")
    await #expect(throws: KeiroClientError.notFound) { try await client.link(of: .code(code)) }
  }

  private func code(_ keiro: RunningKeiro) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: keiro.base + "/s/x")))
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data("claim=1".utf8)
    let page = String(decoding: try await URLSessionTransport().send(request).body, as: UTF8.self)
    let start = try #require(page.range(of: "<output>"))
    return String(page[start.upperBound...].prefix(6))
  }

  @Test func `launches are counted once, also those that wait for a network`() async throws {
    let keiro = try RunningKeiro(link: link)
    // A fresh installation has no folder for the files of apps.
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let file = folder.appending(path: "support/launches.json")
    defer { try? FileManager.default.removeItem(at: folder) }
    let network = UnreliableTransport()
    let client = try #require(
      KeiroClient(base: keiro.base, hosts: ["127.0.0.1"], transport: network))
    let reporter = LaunchReporter(client, file: file)
    let rules = LaunchRules(home: "home")
    let launches: [Launch] = [
      .normal, .opened(url: "https://a.example/s/x"),
      .notification(.init(identifier: "n", trigger: .push)),
      .shortcutItem(.init(type: "t")), .openURL(.init(url: "shop://secret")),
    ]
    func report(_ launch: Launch) -> LaunchReport {
      LaunchReport(
        launch, event: rules.track(launch).event, app: "shop", version: "2.1", system: "17.0",
        at: Date())
    }
    await network.set(.offline)
    for launch in launches { await reporter.report(report(launch)) }
    #expect(await reporter.count == launches.count)
    // The app ends and starts again, and the first answer is lost.
    let later = LaunchReporter(client, file: file)
    #expect(await later.count == launches.count)
    await network.set(.losesAnswers)
    await later.flush()
    #expect(await later.count == launches.count)
    await network.set(.online)
    await later.flush()
    #expect(await later.count == 0)
    let again = LaunchReporter(client, file: file)
    #expect(await again.count == 0)
    let text = try await get(keiro.management + "/v1/stats?by=launch", token: keiro.token)
    #expect(text.contains("\"launches\":\(launches.count)"), "\(text)")
    #expect(await network.sent.allSatisfy { !$0.contains("secret") && !$0.contains("/s/x") })
  }

  @Test(
    arguments: [
      ([408], 3, [3]), ([429], 3, [3]), ([503], 3, [3]), ([nil], 3, [3]), ([404], 3, [3]),
      ([403], 3, [3]), ([302], 3, [3]), ([415], 0, [3]), ([422], 0, [3]),
      // A batch with one bad report, or one that is too long, counts in parts.
      ([400, 200, 400, 400, 200], 0, [3, 1, 2, 1, 1]), ([413, 200, 200], 0, [3, 1, 2]),
      ([400, 200, 503, 200], 0, [3, 1, 2, 2]), ([400, 429], 3, [3, 1]),
    ] as [([Int?], Int, [Int])])
  func `only what may succeed later is reported again`(
    _ statuses: [Int?], _ waiting: Int, _ sent: [Int]
  ) async throws {
    let network = ScriptedTransport([nil, nil, nil] + statuses)
    let client = try #require(KeiroClient(host: "a.example", transport: network))
    let reporter = LaunchReporter(client, file: nil)
    for _ in 0..<3 {
      await reporter.report(LaunchReport(.normal, event: nil, app: "shop", at: Date()))
    }
    await reporter.flush()
    #expect(await reporter.count == waiting)
    let counts = await network.requests.dropFirst(3).map { request in
      (try? JSONDecoder().decode([LaunchReport].self, from: request.httpBody ?? Data()))?.count
    }
    #expect(counts == sent)
  }

  @Test func `launches are handled in their order, however long each waits`() async throws {
    let answers = Gate()
    let sequence = LaunchSequence(LaunchRules(home: "home")) { url in
      await answers.wait(url)
      return .screen(Screen(url))
    }
    let session = LaunchSession(isLoggedIn: true)
    let first = Task { await sequence.start(.opened(url: "https://a.example/1"), session: session) }
    await answers.arrival(of: "https://a.example/1")
    let second = Task {
      await sequence.start(.opened(url: "https://a.example/2"), session: session)
    }
    await answers.open("https://a.example/2")
    await answers.open("https://a.example/1")
    #expect(await first.value.destination == .screen(Screen("https://a.example/1")))
    #expect(await second.value.destination == .screen(Screen("https://a.example/2")))
    #expect(await answers.order == ["https://a.example/1", "https://a.example/2"])
  }
}

/// A network that fails when a test says so.
private actor UnreliableTransport: KeiroTransport {
  enum Mood { case online, offline, losesAnswers }

  private var mood = Mood.online
  private(set) var sent: [String] = []
  private let inner = URLSessionTransport()

  func set(_ mood: Mood) { self.mood = mood }

  func send(_ request: URLRequest) async throws -> KeiroAnswer {
    sent.append(String(decoding: request.httpBody ?? Data(), as: UTF8.self))
    guard mood != .offline else { throw KeiroClientError.noAnswer }
    let answer = try await inner.send(request)
    guard mood != .losesAnswers else { throw KeiroClientError.noAnswer }
    return answer
  }
}

/// Delays answers until the test wants them.
private actor Gate {
  private var isOpen: Set<String> = []
  private var waiting: [String: CheckedContinuation<Void, Never>] = [:]
  private var arrivals: [String: CheckedContinuation<Void, Never>] = [:]
  private(set) var order: [String] = []

  func wait(_ url: String) async {
    order.append(url)
    arrivals.removeValue(forKey: url)?.resume()
    guard !isOpen.contains(url) else { return }
    await withCheckedContinuation { waiting[url] = $0 }
  }

  func arrival(of url: String) async {
    guard !order.contains(url) else { return }
    await withCheckedContinuation { arrivals[url] = $0 }
  }

  func open(_ url: String) {
    isOpen.insert(url)
    waiting.removeValue(forKey: url)?.resume()
  }
}
