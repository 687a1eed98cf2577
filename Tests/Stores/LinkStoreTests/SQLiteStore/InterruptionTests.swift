import LinkStorage
import Links
import SQLStorage
import SQLiteStore
import Synchronization
import Testing
import WebSyntax

/// Queries whose caller no longer waits.
@Suite(.tidies) struct InterruptionTests {
  @Test(arguments: LinkOrder.allCases)
  func `a long question ends with its caller`(_ order: LinkOrder) throws {
    let (store, _) = try openedFile()
    let links = (0..<3000).map { sample("s\($0)") }
    _ = try store.apply(links, at: time(0))
    let looks = Mutex(0)
    func list(isDue: Bool) throws -> LinkPage {
      try Interruption.watch({
        looks.withLock { $0 += 1 }
        return isDue
      }) {
        try store.links(LinkFilter(search: "nowhere", order: order), after: nil, limit: 10)
      }
    }
    #expect(throws: LinkStoreError.self) { try list(isDue: true) }
    #expect(looks.withLock { $0 } == 1)
    // The connection is still usable.
    #expect(try list(isDue: false).links.isEmpty)
    #expect(try store.link(at: links[7].key) != nil)
  }
}
