import Links
import LinkStorage
import Testing

@testable import PublicSite
@testable import Service
@testable import ServiceSupport

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
