import Cryptography
import Dispatch
import HTTPCore
import JSONSyntax
import LinkStorage
import SQLiteStore
import Synchronization
import Testing

@testable import Dashboard

@Suite struct SignInTests {
  @Test(.timeLimit(.minutes(1)))
  func `answers everybody else while a provider hangs, and asks it once`() throws {
    let fetches = Mutex(0)
    let goesOn = DispatchSemaphore(value: 0)
    let fixture = try PagesFixture { _, _ in
      fetches.withLock { $0 += 1 }
      goesOn.wait()
      return nil
    }
    let answered = DispatchGroup()
    let statuses = Mutex<[Int]>([])
    for number in 0..<8 {
      answered.enter()
      try fixture.begin("/dashboard/oidc/Login", client: "2001:db8:\(number)::1") { response in
        statuses.withLock { $0.append(response.status.code) }
        answered.leave()
      }
    }
    // The provider holds back its answer until these pages have had theirs.
    for _ in 0..<4 {
      #expect(try fixture.ask("/dashboard/sign-in").status.code == 200)
      #expect(try fixture.ask("/dashboard/").status.code == 303)
    }
    goesOn.signal()
    answered.wait()
    #expect(statuses.withLock { $0 } == Array(repeating: 503, count: 8))
    #expect(fetches.withLock { $0 } == 1)
    #expect(try fixture.ask("/dashboard/oidc/Login").status.code == 503)
    #expect(fetches.withLock { $0 } == 1)
  }

  @Test func `counts who begins to sign in by household and by site, before anything is asked`()
    throws
  {
    let fetches = Mutex(0)
    let fixture = try PagesFixture { _, _ in
      fetches.withLock { $0 += 1 }
      return (200, PagesFixture.metadata)
    }
    func begun(_ client: (Int) -> String) throws -> Int {
      try (0..<200).count { number in
        try fixture.ask("/dashboard/oidc/Login", client: client(number)).status.code == 303
      }
    }
    #expect(try begun { "2001:db8:1:1::\(String($0 + 1, radix: 16))" } == 60)
    #expect(try begun { "2001:db8:2:\(String($0 + 1, radix: 16))::1" } == 180)
    #expect(try begun { _ in "192.0.2.7" } == 60)
    #expect(fetches.withLock { $0 } == 1)
  }

  @Test func `gives the secret of a sign-in at a provider to this host alone`() throws {
    let fixture = try PagesFixture { _, _ in (200, PagesFixture.metadata) }
    let answer = try fixture.ask("/dashboard/oidc/Login?next=/dashboard/links")
    let cookie = try #require(answer.fields["Set-Cookie"])
    #expect(cookie.hasPrefix("__Host-keiro-oidc="))
    #expect(cookie.hasSuffix("; Max-Age=300; Path=/; HttpOnly; SameSite=Lax; Secure"))
    #expect(answer.fields["Location"]?.hasPrefix(PagesFixture.issuer + "/authorize?") == true)
  }

  private func challenge(_ fixture: PagesFixture, client: String) throws -> [UInt8]? {
    let answer = try fixture.ask(
      "/dashboard/passkeys/sign-in-options", method: "POST",
      fields: "Content-Type: application/x-www-form-urlencoded\r\n", body: "a=b", client: client)
    return try JSONDocument(parsing: answer.body).root.member("challenge")?.string
      .flatMap { Base64.url.decode($0) }
  }

  @Test func `keeps nothing of those who begin to sign in`() throws {
    let fixture = try PagesFixture { _, _ in (200, PagesFixture.metadata) }
    var seen: Set<[UInt8]> = []
    for number in 0..<100 {
      let client = "2001:db8:\(number)::1"
      seen.insert(try #require(try challenge(fixture, client: client)))
      _ = try fixture.ask("/dashboard/oidc/Login", client: client)
    }
    #expect(seen.count == 100)
    #expect(try fixture.store.sessions(of: nil).isEmpty)
  }

  @Test func `takes a challenge once`() throws {
    let fixture = try PagesFixture()
    let context = PageContext(fixture.pages, try pageRequest(), user: nil, at: fixture.now)
    let made = try context.challenge("use")
    let back = try #require(try context.challenge(made.bytes, for: "use"))
    #expect(try context.useUp(back))
    #expect(try !context.useUp(back))
    #expect(try context.challenge(made.bytes, for: "make:1") == nil)
  }

  private func pageRequest() throws -> PageRequest {
    let bytes = Array("GET /dashboard/ HTTP/1.1\r\nHost: keiro.example.com\r\n\r\n".utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    try #require(decoder.decode(bytes.span, offset: &offset) == .request)
    return try PageRequest(decoder.request, from: HTTPPeer(address: nil), proxies: .init())
  }
}
