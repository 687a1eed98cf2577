import LinkStorage
import Links
import Testing
import WebSyntax

@Suite(.tidies) struct TokenSuite {
  private func token(_ digest: UInt8, on hosts: [String] = []) -> APIToken {
    APIToken(
      id: "t\(digest)", digest: [digest], name: "n", scopes: ["admin"],
      reach: HostReach(hosts.compactMap { HostPattern($0) }), createdAt: time(0),
      expires: time(100))
  }

  private func noteUses(_ uses: [TokenUse], _ store: any LinkStore) throws {
    try waitForAnswer { store.noteUses(uses, completion: $0) }
  }

  @Test(arguments: StoreEngine.allCases)
  func `keeps the hosts and the end of a token, and what it makes`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    var ofApps = [token(3, on: ["a.example"]), token(4, on: ["a.example"])]
    ofApps[0].making = LinkMaking(perHour: 7, lifetime: 86_400)
    ofApps[1].making = LinkMaking()
    let tokens = [token(1), token(2, on: ["a.example", "*.b.example"])] + ofApps
    for token in tokens { _ = try one.createToken(token) }
    #expect(try other.tokens() == tokens)
    #expect(try other.token(digest: [2]) == tokens[1])
    #expect(tokens[1].hasExpired(at: time(100)) && !tokens[1].hasExpired(at: time(99)))
  }

  @Test(arguments: StoreEngine.allCases)
  func `notes the last use of a token, without telling the feed`(_ engine: StoreEngine) throws {
    let (one, other) = try engine.stores()
    _ = try one.createToken(token(1))
    let cursor = try other.changes(since: nil).cursor
    try noteUses([.init(id: "t1", time: time(60)), .init(id: "gone", time: time(60))], one)
    try noteUses([.init(id: "t1", time: time(30))], one)
    #expect(try other.token(digest: [1])?.usedAt == time(60))
    #expect(try other.changes(since: cursor).tokensChanged == false)
    try noteUses([.init(id: "t1", time: time(90))], one)
    #expect(try other.token(digest: [1])?.usedAt == time(90))
  }

  @Test(arguments: [
    ("a.example", "a.example", true), ("a.example", "A.Example.", true),
    ("a.example", "b.a.example", false), ("*.a.example", "b.a.example", true),
    ("*.a.example", "a.example", false), ("*.a.example", "c.b.a.example", false),
    ("*.a.example", "*.a.example", true), ("a.example", "*.example", false),
  ]) func `reaches the hosts that it names`(_ pattern: String, _ host: String, _ reaches: Bool)
    throws
  {
    #expect(HostReach([try #require(HostPattern(pattern))]).covers(host) == reaches)
  }

  @Test func `reaches nothing, rather than everything, when its hosts cannot be read`() {
    #expect(HostReach(stored: "").covers("a.example"))
    #expect(!HostReach(stored: "-").covers("a.example") && HostReach(stored: "-").isBounded)
  }
}
