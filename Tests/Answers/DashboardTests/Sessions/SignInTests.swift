import Changes
import Cryptography
import Dispatch
import HTTPCore
import JSONSyntax
import LinkStorage
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
      // A second fetch, which would be wrong, must not wait for ever.
      goesOn.signal()
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
    // The provider delays its answer until these pages have been answered.
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
    let context = try fixture.context()
    let made = try context.challenge("use")
    let back = try #require(try context.challenge(made.bytes, for: "use"))
    #expect(try context.useUp(back))
    #expect(try !context.useUp(back))
    #expect(try context.challenge(made.bytes, for: "make:1") == nil)
  }

  @Test func `offers a form again that was sent when the session had ended`() throws {
    let fixture = try PagesFixture()
    let token = try fixture.everything.createToken(
      TokenDraft(name: "A", scopes: [.readLinks, .writeLinks])
    ).text
    let form = "url=https%3A%2F%2Fb.example%2F&slug=a%22b&password=hush+hush&tags=spring"
    let asked = try fixture.ask("/dashboard/links/new", method: "POST", body: form)
    let page = asked.text
    #expect(asked.status.code == 403)
    #expect(page.contains(#"name="kept-address" value="/dashboard/links/new""#))
    #expect(page.contains(#"name="kept.slug" value="a&quot;b""#))
    #expect(!page.contains("hush"))

    let kept =
      "kept-address=%2Fdashboard%2Flinks%2Fnew&kept-password=password&kept.slug=a%22b"
      + "&kept.url=https%3A%2F%2Fb.example%2F"
    let wrong = try fixture.ask(
      "/dashboard/sign-in", method: "POST", body: "token=keiro_wrong&" + kept)
    #expect(wrong.status.code == 403)
    #expect(wrong.text.contains(#"name="kept.slug""#))
    #expect(wrong.text.contains(#" autofocus aria-invalid="true" aria-describedby="token-fault""#))

    let right = try fixture.ask(
      "/dashboard/sign-in", method: "POST", body: "token=\(token)&" + kept)
    let offer = right.text
    #expect(right.status.code == 200)
    #expect(right.fields["Set-Cookie"] != nil)
    #expect(offer.contains(#"<form method="post" action="/dashboard/links/new">"#))
    #expect(offer.contains(#"name="slug" value="a&quot;b""#))
    #expect(offer.contains(#"name="password" type="password""#))
  }

  @Test func `leads nowhere else with a form that waits`() throws {
    let fixture = try PagesFixture()
    let token = try fixture.everything.createToken(TokenDraft(name: "A", scopes: [.admin])).text
    for address in [
      "https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example%2Fdashboard%2F", "%2Flinks",
    ] {
      let answer = try fixture.ask(
        "/dashboard/sign-in", method: "POST",
        body: "token=\(token)&kept-address=\(address)&kept.a=b")
      #expect(answer.status.code == 303, "\(address)")
    }
  }

  @Test func `ends every other session of somebody at once`() throws {
    let fixture = try PagesFixture()
    let token = try fixture.everything.createToken(TokenDraft(name: "A", scopes: [.admin])).text
    let other = try fixture.cookie()
    let cookies = try (0..<3).map { _ in
      let answer = try fixture.ask("/dashboard/sign-in", method: "POST", body: "token=\(token)")
      return "Cookie: \(try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" })\r\n"
    }
    let ended = try fixture.ask(
      "/dashboard/sessions", method: "POST", fields: cookies[0], body: "action=end-others")
    #expect(ended.status.code == 303)
    let statuses = try (cookies + [other]).map {
      try fixture.ask("/dashboard/sessions", fields: $0).status.code
    }
    #expect(statuses == [200, 303, 303, 200])
  }
}
