import Dispatch
import HTTPCore
import LinkStorage
import Links
import Service
import Synchronization
import Testing

@testable import ServiceSupport

/// Links with a password, and links that end after a number of clicks.
@Suite struct ProtectedVisitTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture(workers: 2) }

  private func add(_ members: String) throws {
    try service.add("\"slug\": \"x\", \"url\": \"https://e.example/p\", \(members)")
  }

  private func enter(
    _ body: String, target: String = "/s/x", client: String = "192.0.2.1"
  ) throws -> Answer {
    try service.visit(target, method: "POST", agent: Agents.windows, body: body, client: client)
  }

  // MARK: - Passwords

  @Test func `asks for the password and leads on with it`() throws {
    try add(#""password": "open sésame", "status": 301"#)
    let form = try service.visit("/s/x?a=1")
    #expect(form.status == 200 && form.cacheControl == "no-store" && form.location == nil)
    #expect(form.text.contains("method=\"post\" action=\"/s/x?a=1\""))
    #expect(!form.text.contains("e.example"))
    let right = try enter("password=open+s%C3%A9same", target: "/s/x?a=1")
    #expect(right.status == 303 && right.location == "https://e.example/p?a=1")
    #expect(right.cacheControl == "no-store" && right.field("Set-Cookie") == nil)
    let wrong = try enter("password=open")
    #expect(wrong.status == 403 && wrong.cacheControl == "no-store")
    #expect(try service.visit("/s/x?d=1").text.contains("e.example") == false)
    #expect(try service.visit("/s/x", agent: Agents.facebook).status == 200)
    #expect(try enter("password=open+s%C3%A9same", target: "/s/x?d=1").status == 200)
  }

  @Test(arguments: [
    "", "x=1", "password", "pass=a",
  ])
  func `takes what is no password for a question`(_ body: String) throws {
    try add(#""password": "p""#)
    let answer = try enter(body)
    #expect(answer.status == (body == "password" ? 403 : 200))
    #expect(answer.text.contains("<form"))
  }

  @Test func `bounds the tries of each visitor for each link`() throws {
    try add(#""password": "p""#)
    try service.add(#""slug": "y", "url": "https://e.example/", "password": "p""#)
    let statuses = try (0..<7).map { _ in try enter("password=no").status }
    #expect(statuses == [403, 403, 403, 403, 403, 429, 429])
    let limited = try enter("password=p")
    #expect(limited.status == 429 && limited.field("Retry-After") == "12")
    #expect(limited.cacheControl == "no-store")
    #expect(try enter("password=p", client: "192.0.2.2").status == 303)
    #expect(try enter("password=p", target: "/s/y").status == 303)
    service.now += 12
    #expect(try enter("password=p").status == 303)
  }

  @Test func `asks for no password once the link is over`() throws {
    try add(#""password": "p", "archived": true"#)
    for _ in 0..<8 { #expect(try enter("password=no").status == 410) }
    #expect(try service.visit("/s/x").status == 410)
  }

  // MARK: - Limits

  private func status(_ method: String = "GET", _ agent: String = Agents.windows, worker: Int = 0)
    throws -> Int
  {
    try service.visit("/s/x", method: method, agent: agent, worker: worker).status
  }

  @Test func `ends after its clicks, of which those of bots and of HEAD are none`() throws {
    try add(#""maxClicks": 2, "social": {"title": "T"}"#)
    for _ in 0..<3 {
      #expect(try status("HEAD") == 302)
      #expect(try status("GET", Agents.google) == 302)
      #expect(try status("GET", Agents.facebook) == 200)
      #expect(try service.visit("/s/x?d=1", agent: Agents.windows).status == 200)
      #expect(try service.visit("/_keiro/resolve?url=/s/x").status == 200)
      #expect(try service.visit("/s/x.qr").status == 200)
    }
    try service.add(#""slug": "to", "url": "https://a.example/s/x""#)
    func isTold() throws -> Bool {
      try service.visit("/s/to+", agent: Agents.iPhone).text.contains("https://e.example/")
    }
    #expect(try isTold())
    #expect(try status() == 302 && status(worker: 1) == 302)
    #expect(try status() == 410 && status("HEAD", worker: 1) == 410)
    #expect(try !isTold())
    #expect(try service.visit("/_keiro/resolve?url=/s/x").status == 410)
    #expect(try service.visit("/s/x.qr").status == 410)
    service.flushClicks()
    #expect(try service.call("GET", "/v1/links/a.example/x")["clicks"] == "2")
  }

  @Test func `goes on from the clicks that the store knows`() throws {
    try add(#""maxClicks": 2"#)
    _ = try status()
    service.flushClicks()
    let next = try ServiceFixture(store: service.store)
    #expect(try next.visit("/s/x", agent: Agents.windows).status == 302)
    #expect(try next.visit("/s/x", agent: Agents.windows).status == 410)
  }

  @Test func `begins anew with a link that is made again, also behind its back`() throws {
    try add(#""maxClicks": 1"#)
    #expect(try status() == 302 && status() == 410)
    service.flushClicks()
    let key = LinkKey(host: "a.example", slug: "x")
    try waitForAnswer {
      service.store.delete(key, revision: nil, by: .service, now: service.timestamp, completion: $0)
    }
    var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
    link.maxClicks = 1
    service.now += 1
    let again = link
    try waitForAnswer {
      service.store.create(
        again, CreationTerms(), by: .service, now: service.timestamp, completion: $0)
    }
    service.directory.changes.note(.everything)
    #expect(try status() == 302 && status() == 410)
  }

  /// The limit counts visits; it does not hide the destination from callers who look without
  /// visiting.
  @Test func `leads on only once the click is reserved, and looks without reserving`() throws {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store)
    try service.add(#""slug": "x", "url": "https://e.example/p", "maxClicks": 2"#)
    let life = LinkLife(
      try #require(try store.link(at: LinkKey(host: "a.example", slug: "x"))).link)
    for target in ["/s/x?d=1", "/s/x+", "/s/x.qr", "/_keiro/resolve?url=/s/x"] {
      #expect(try service.visit(target, agent: Agents.windows).status == 200)
    }
    #expect(try service.visit("/s/x", method: "HEAD", agent: Agents.windows).status == 302)
    #expect(try service.visit("/s/x", agent: Agents.google).location == "https://e.example/p")
    #expect(
      try service.visit("/_keiro/resolve?url=/s/x")["url"] == "https://e.example/p")
    #expect(try store.reservedClicks(of: life) == 0)
    #expect(try service.visit("/s/x", agent: Agents.windows).status == 302)
    #expect(try store.reservedClicks(of: life) == 1)
    // A reservation whose answer was lost redirects no visitor, but counts as used.
    store.losesAnswers = true
    #expect(try service.visit("/s/x", agent: Agents.windows).status == 503)
    store.losesAnswers = false
    #expect(try service.visit("/s/x", agent: Agents.windows).status == 410)
    service.flushClicks()
    #expect(try store.clicks(of: life.key) == 1)
  }

  @Test func `names the form of a link with a password among its methods`() throws {
    try add(#""password": "p""#)
    let options = try service.visit("/s/x", method: "OPTIONS")
    #expect(options.status == 204 && options.field("Allow") == "GET, HEAD, OPTIONS, POST")
    let other = try service.visit("/s/x", method: "PUT")
    #expect(other.status == 405 && other.field("Allow") == "GET, HEAD, OPTIONS, POST")
  }

  @Test func `takes more clicks when it is told to`() throws {
    try add(#""maxClicks": 1, "expiredURL": "https://e.example/over""#)
    #expect(try status() == 302)
    for _ in 0..<3 {
      #expect(try service.visit("/s/x", agent: Agents.windows).location == "https://e.example/over")
    }
    service.flushClicks()
    #expect(try service.call("GET", "/v1/links/a.example/x")["clicks"] == "1")
    _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"maxClicks": 2}"#)
    #expect(try service.visit("/s/x", agent: Agents.windows).location == "https://e.example/p")
    #expect(try service.visit("/s/x", agent: Agents.windows).location == "https://e.example/over")
  }

  @Test func `gives the last click once, however many workers are asked at a time`() throws {
    try add(#""maxClicks": 500"#)
    let arrivals = Mutex(0)
    // Each thread uses a worker of its own.
    nonisolated(unsafe) let service = service
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      var count = 0
      for _ in 0..<400 {
        let answer = try? service.visit("/s/x", agent: Agents.windows, worker: worker)
        if answer?.status == 302 { count += 1 }
      }
      arrivals.withLock { $0 += count }
    }
    #expect(arrivals.withLock { $0 } == 500)
  }
}

/// Guesses of link passwords during an attack.
@Suite struct PasswordGuardTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://e.example/p", "password": "p""#)
  }

  private func enter(_ password: String, from client: String) throws -> Answer {
    try service.visit(
      "/s/x", method: "POST", agent: Agents.windows, body: "password=\(password)", client: client)
  }

  @Test func `bounds the guesses of a site with many networks`() throws {
    let statuses = try (0..<30).map { try enter("no", from: "2001:db8:1:\($0 + 1)::1").status }
    #expect(statuses == Array(repeating: 403, count: 20) + Array(repeating: 429, count: 10))
    #expect(try enter("p", from: "2001:db8:2::1").status == 303)
  }

  @Test func `bounds the guesses at a link from everywhere, and says when to come again`() throws {
    let statuses = try (0..<130).map { try enter("no", from: "2001:db8:\($0 + 1)::1").status }
    #expect(statuses == Array(repeating: 403, count: 120) + Array(repeating: 503, count: 10))
    let busy = try enter("p", from: "192.0.2.7")
    #expect(busy.status == 503 && busy.field("Retry-After") == "1")
    #expect(busy.cacheControl == "no-store" && busy.text.contains("moment"))
    try service.add(#""slug": "y", "url": "https://e.example/q", "password": "p""#)
    let other = try service.visit(
      "/s/y", method: "POST", agent: Agents.windows, body: "password=p", client: "192.0.2.7")
    #expect(other.status == 303)
    service.now += 1
    #expect(try enter("p", from: "192.0.2.7").status == 303)
  }

  @Test func `right passwords count for nothing`() throws {
    for _ in 0..<200 { #expect(try enter("p", from: "192.0.2.1").status == 303) }
  }

  @Test func `a full queue answers at once, and its answer is no guess`() throws {
    let gate = DispatchSemaphore(value: 0)
    let queue = service.directory.queues.passwords
    var held = 0
    while queue.submit({ gate.wait() }) == .admitted { held += 1 }
    for _ in 0..<9 {
      let answer = try enter("p", from: "192.0.2.1")
      #expect(answer.status == 503 && answer.field("Retry-After") == "1")
    }
    for _ in 0..<held { gate.signal() }
    while queue.load > 0 { _ = try service.visit("/s/x") }
    #expect(try enter("p", from: "192.0.2.1").status == 303)
  }

  @Test func `refuses a planted hash that costs too much, by API and import`() throws {
    let hash = #"{"hash": "costly"}"#
    let made = try service.call(
      "POST", "/v1/links",
      #"{"host": "a.example", "slug": "z", "url": "https://e.example/", "password": \#(hash)}"#)
    #expect(made.status == 422 && made.faults == ["password"])
    #expect(made.text.contains("the hash is refused: it costs too much"))
    let imported = try service.call(
      "POST", "/v1/import?format=ndjson",
      #"{"host": "a.example", "slug": "z", "url": "https://e.example/", "password": \#(hash)}"#)
    #expect(imported["rejected"] == "1" && imported.text.contains("costs too much"))
    let good = #"{"password": {"hash": "other"}}"#
    #expect(try service.call("PATCH", "/v1/links/a.example/x", good).status == 200)
  }
}
