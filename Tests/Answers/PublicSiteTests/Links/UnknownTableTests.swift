import LinkStorage
import Links
import Testing

@testable import PublicSite
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
