import LinkStorage
import Links
import Testing

@Suite(.tidies) struct UnknownSuite {
  private static let day = 86_400

  private func add(
    _ addresses: [(String, Int)], to store: any LinkStore, at seconds: Int
  ) throws {
    let all = addresses.map { UnknownAddress(host: "a.example", path: $0.0, count: $0.1) }
    try waitForAnswer { store.addUnknown(all, now: time(seconds), completion: $0) }
  }

  private func paths(_ store: any LinkStore, limit: Int = 1000, at seconds: Int) throws -> [String]
  {
    try store.unknownAddresses(limit: limit, now: time(seconds)).map { "\($0.path) \($0.count)" }
  }

  @Test(arguments: StoreEngine.allCases)
  func `adds up what several processes were asked for, the most frequent first`(
    _ engine: StoreEngine
  ) throws {
    let (one, other) = try engine.stores()
    try add([("/b", 2), ("/a", 1), ("/b", 1)], to: one, at: 10)
    try add([("/a", 5), ("/<script>?", 1), ("/%00é", 1)], to: other, at: 20)
    #expect(try paths(one, at: 30) == ["/a 6", "/b 3", "/%00é 1", "/<script>? 1"])
    #expect(try paths(other, limit: 1, at: 30) == ["/a 6"])
    #expect(
      try one.unknownAddresses(limit: 1, now: time(30))
        == [UnknownAddress(host: "a.example", path: "/a", count: 6)])
  }

  @Test(arguments: StoreEngine.allCases)
  func `counts the present day and the one before, and forgets older ones`(
    _ engine: StoreEngine
  ) throws {
    let store = try engine.store()
    try add([("/x", 1)], to: store, at: 0)
    try add([("/x", 2), ("/y", 1)], to: store, at: Self.day)
    #expect(try paths(store, at: Self.day) == ["/x 3", "/y 1"])
    #expect(try paths(store, at: 2 * Self.day) == ["/x 2", "/y 1"])
    #expect(try store.forget(.unknownAddresses, before: time(Self.day)) == 1)
    #expect(try paths(store, at: Self.day) == ["/x 2", "/y 1"])
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps the frequent ones when there are too many`(_ engine: StoreEngine) throws {
    let store = try engine.store()
    let (most, kept) = UnknownAddress.bounds
    try add([("/often", 3)] + (0..<most - 1).map { ("/\($0)", 1) }, to: store, at: 0)
    #expect(try paths(store, limit: most * 2, at: 0).count == most)
    try add([("/one-more", 2)], to: store, at: 0)
    let left = try paths(store, limit: most * 2, at: 0)
    #expect(left.count == kept && left.prefix(2) == ["/often 3", "/one-more 2"])
  }
}
