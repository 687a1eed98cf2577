import LinkStorage
import Links
import Testing

@testable import PublicSite
@testable import Service
@testable import ServiceSupport

@Suite struct UnknownTableTests {
  private func note(_ path: String, host: String = "a.example", _ table: inout UnknownTable) {
    table.note(host: Array(host.utf8)[...], path: Array(path.utf8)[...])
  }

  @Test func `counts each host and path for itself, and begins anew when they are taken`() {
    var table = UnknownTable()
    #expect(table.isEmpty)
    for path in ["/x", "/y", "/x", ""] { note(path, &table) }
    note("/x", host: "b.example", &table)
    func taken() -> Set<String> {
      Set(table.take().map { "\($0.host)\($0.path) \($0.count)" })
    }
    #expect(taken() == ["a.example/x 2", "a.example/y 1", "a.example 1", "b.example/x 1"])
    #expect(table.isEmpty && taken().isEmpty)
    note("/x", &table)
    #expect(taken() == ["a.example/x 1"])
  }

  @Test func `a long path is cut, and bytes of no text are replaced`() throws {
    var table = UnknownTable()
    note("/" + String(repeating: "a", count: 5000), &table)
    note("/" + String(repeating: "a", count: 6000), &table)
    let cut = try #require(table.take().first)
    #expect(cut.path.utf8.count == UnknownTable.pathBytes && cut.count == 2)
    note("/x", host: String(repeating: "h", count: 253), &table)
    #expect(table.take().first?.path == "/x")
    table.note(host: Array("h".utf8)[...], path: [0x2F, 0, 0x0A, 0x7F, 0xFF][...])
    #expect(table.take().first?.path == "/???\u{FFFD}")
    note("/\u{202E}\u{9B}é", &table)
    #expect(table.take().first?.path == "/??é")
  }

  @Test func `a flood of other paths takes no more memory, and frequent ones are still counted`() {
    var table = UnknownTable()
    for number in 0..<10_000 {
      note("/flood-\(number)", &table)
      if number.isMultiple(of: 100) { note("/often", &table) }
    }
    let taken = table.take()
    #expect(taken.count <= 512)
    #expect(taken.first { $0.path == "/often" }?.count == 100)
  }

  @Test func `visits that find nothing are summed in the store, without their queries`() throws {
    let service = try ServiceFixture()
    for path in ["/s/nowhere", "/s/nowhere?mail=me@example.com", "/none", "/s/fixed"] {
      _ = try service.visit(path)
    }
    _ = try service.visit("/s/nowhere", method: "HEAD")
    _ = try service.visit("/s/nowhere", fields: "Sec-Purpose: prefetch\r\n")
    _ = try service.visit("/s/nowhere", host: "unknown.example")
    service.now += 2
    for worker in service.workers { worker.handler.tick(at: service.instant) }
    let found = try service.store.unknownAddresses(limit: 10, now: service.timestamp)
    #expect(
      found.map { "\($0.host)\($0.path) \($0.count)" }
        == ["a.example/s/nowhere 2", "a.example/none 1"])
  }
}

@Suite struct FlushIntervalTests {
  @Test func `grows under load, as far as the promise allows`() {
    var interval = FlushInterval()
    #expect(interval.seconds == FlushInterval.shortest)
    var last = interval.seconds
    for _ in 0..<20 {
      interval.note(sums: 10_000, duration: 0.01)
      #expect(interval.seconds >= last && interval.seconds <= FlushInterval.longest)
      last = interval.seconds
    }
    #expect(abs(last - 0.73) < 1e-9)
    // The interval, a check and a write of the same length fit into a second.
    for duration in [0, 0.01, 0.05, 0.1, 0.12] {
      interval.note(sums: 10_000, duration: duration)
      #expect(interval.seconds + 0.25 + duration <= 1)
    }
  }

  @Test func `is short for small batches, slow stores and failing ones`() {
    func grown() -> FlushInterval {
      var interval = FlushInterval()
      for _ in 0..<9 { interval.note(sums: 10_000, duration: 0) }
      return interval
    }
    #expect(grown().seconds == FlushInterval.longest)
    var interval = grown()
    interval.note(sums: 10, duration: 0)
    #expect(interval == FlushInterval())
    interval = grown()
    interval.note(sums: 10_000, duration: 0.2)
    #expect(interval == FlushInterval())
    interval.note(sums: 10_000, duration: -1)
    #expect(interval.seconds <= FlushInterval.longest)
    interval = grown()
    interval.noteFailure()
    #expect(interval == FlushInterval())
  }

  @Test func `is over when its time has passed`() {
    let interval = FlushInterval()
    #expect(!interval.isOver(since: 10, now: 10.49))
    #expect(interval.isOver(since: 10, now: 10.5))
    #expect(interval.isOver(since: -.infinity, now: 0))
  }
}

/// Links that are loaded into memory before their first visit.
@Suite struct LinkWarmingTests {
  private func fixture(links count: Int, memory: Int = 1 << 20) throws -> (
    BrokenStore, ServiceFixture, LinkWarming
  ) {
    let store = try BrokenStore()
    let service = try ServiceFixture(store: store, linkBytes: memory)
    for number in 0..<count {
      try service.add(#""slug": "s\#(number)", "url": "https://e.example/\#(number)""#)
    }
    let warming = LinkWarming(service.snapshot, service.prepared, service.directory)
    return (store, service, warming)
  }

  @Test func `what was brought is answered without the store`() throws {
    let (store, service, warming) = try fixture(links: 450)
    warming.run { true }
    store.fails = true
    for number in [0, 1, 199, 200, 449] {
      #expect(try service.visit("/s/s\(number)").location == "https://e.example/\(number)")
    }
    #expect(try service.visit("/s/other").status == 503)
  }

  @Test func `the newest come first, and leave room for visited ones`() throws {
    let (store, service, warming) = try fixture(links: 450, memory: 1 << 14)
    warming.run { true }
    #expect((0.75..<1).contains(service.prepared.recentLinks.fill))
    store.fails = true
    #expect(try service.visit("/s/s449").location == "https://e.example/449")
    #expect(try service.visit("/s/s0").status == 503)
  }

  @Test func `a later change counts`() throws {
    let (_, service, warming) = try fixture(links: 3)
    warming.run { true }
    _ = try service.call("PATCH", "/v1/links/a.example/s1", #"{"url": "https://e.example/new"}"#)
    _ = try service.call("DELETE", "/v1/links/a.example/s2")
    #expect(try service.visit("/s/s1").location == "https://e.example/new")
    #expect(try service.visit("/s/s2").status == 404)
  }

  @Test func `ends with a store that fails, and when nobody wants it any more`() throws {
    let (store, service, warming) = try fixture(links: 450)
    var parts = 0
    warming.run {
      parts += 1
      return parts < 2
    }
    #expect(parts == 2)
    store.fails = true
    #expect(try service.visit("/s/s449").status == 302)
    #expect(try service.visit("/s/s249").status == 503)
    warming.run { true }
  }
}
