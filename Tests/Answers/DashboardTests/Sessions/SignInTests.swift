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
  private let provider = FakeProvider()

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

  @Test func `takes new keys of a provider that gives them no names`() throws {
    let fixture = try PagesFixture(fetch: provider.answer)
    for _ in 0..<3 {
      provider.renewKey()
      #expect(try provider.signIn(at: fixture).status.code == 303)
    }
  }

  @Test func `proves itself in the way for which a provider has registered it`() throws {
    let provider = FakeProvider()
    let fixture = try PagesFixture(fetch: provider.answer)
    // The other way is tried once, and then remembered.
    for (wantsBasic, forms) in [(false, 1), (true, 3), (true, 4), (false, 6), (false, 7)] {
      provider.setBasic(wantsBasic)
      #expect(try provider.signIn(at: fixture).status.code == 303)
      #expect(provider.forms == forms)
    }
  }

  @Test(arguments: ["/token", "/keys"])
  func `tells a provider that does not answer from one that lets nobody in`(_ path: String) throws {
    let fixture = try PagesFixture(fetch: provider.answer)
    provider.silence(path)
    #expect(try provider.signIn(at: fixture).status.code == 503)
    #expect(try fixture.store.people().isEmpty)
  }

  @Test func `a provider may take a role away, since its people have no other way in`() throws {
    let fixture = try PagesFixture(fetch: provider.answer)
    let answer = try provider.signIn(at: fixture)
    let cookie = "Cookie: \(try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" })\r\n"
    let page = try fixture.ask("/dashboard/sessions", fields: cookie)
    #expect(page.status.code == 200 && !page.text.contains("data-passkey"))
    let options = try fixture.ask(
      "/dashboard/passkeys/add-options", method: "POST", fields: cookie, body: "a=b")
    #expect(options.status.code == 403)
    let person = try #require(try fixture.store.people().first)
    let passkey = Passkey(
      credential: [1], person: person.id, key: [1], counter: 0, createdAt: fixture.timestamp)
    let signIns = SignIns(in: fixture.store, at: fixture.timestamp)
    #expect(try signIns.add(passkey, to: person, invitation: nil))
    #expect(try signIns.passkey([1]) == nil)
  }

  @Test(arguments: [("Login", 200), ("Former", 303)])
  func `lets people in as long as their provider is configured`(
    _ provider: String, _ status: Int
  ) throws {
    let fixture = try PagesFixture()
    let person = DashboardPerson(
      id: "oidc-1", name: "Aki", role: .viewer, provider: provider, createdAt: fixture.timestamp)
    #expect(try fixture.everything.keep(person) != nil)
    let secret = try SignIns(in: fixture.store, at: fixture.timestamp)
      .begin(.person(id: person.id), replacing: nil, on: nil)
    let fields = "Cookie: __Host-keiro=\(secret)\r\n"
    #expect(try fixture.ask("/dashboard/sessions", fields: fields).status.code == status)
    // Signing out ends a session that lets nobody in, too.
    let left = try fixture.ask("/dashboard/sign-out", method: "POST", fields: fields)
    #expect(left.status.code == 303)
    let digest = try #require(SignIns.digest(ofSecret: secret))
    #expect(try SignIns(in: fixture.store, at: fixture.timestamp).current(digest) == nil)
  }

  @Test(
    arguments: [([], .viewer), (["staff", "boss"], .admin), (["staff"], .editor)]
      as [([String], PersonRole)])
  func `the highest of several roles counts, and a star is for everyone`(
    _ groups: [String], _ role: PersonRole
  ) throws {
    let fixture = try PagesFixture(
      fetch: provider.answer, roles: ["*": .viewer, "staff": .editor, "boss": .admin])
    provider.setGroups(groups)
    #expect(try provider.signIn(at: fixture).status.code == 303)
    #expect(try fixture.store.people().map(\.role) == [role])
  }

  @Test(arguments: [[], ["a.example"]])
  func `who has a role again is limited to the same hosts as before`(_ hosts: [String]) throws {
    let fixture = try PagesFixture(fetch: provider.answer)
    #expect(try provider.signIn(at: fixture).status.code == 303)
    let id = try #require(try fixture.store.people().first?.id)
    try fixture.everything.changePerson(id, hosts: hosts)
    provider.setGroups([])
    #expect(try provider.signIn(at: fixture).status.code == 403)
    let subject = SessionSubject.person(id: id).text
    #expect(try fixture.store.sessions(of: subject).isEmpty)
    #expect(try fixture.store.people().isEmpty == hosts.isEmpty)
    provider.setGroups(["staff"])
    #expect(try provider.signIn(at: fixture).status.code == 303)
    #expect(try fixture.store.person(id: id)?.reach.names == hosts)
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

/// A provider that lets everybody in.
private final class FakeProvider: Sendable {
  private struct State: Sendable {
    var key = SigningKey()
    var nonce = ""
    var groups = ["staff"]
    var silent: String?
    var wantsBasic = false
    var forms = 0
  }

  private let state = Mutex(State())

  func renewKey() { state.withLock { $0.key = SigningKey() } }

  func setGroups(_ groups: [String]) { state.withLock { $0.groups = groups } }

  func silence(_ path: String) { state.withLock { $0.silent = PagesFixture.issuer + path } }

  func setBasic(_ wantsBasic: Bool) { state.withLock { $0.wantsBasic = wantsBasic } }

  /// How often a code was to be redeemed.
  var forms: Int { state.withLock { $0.forms } }

  func answer(_ url: String, _ form: ProviderForm?) -> (status: Int, body: [UInt8])? {
    state.withLock { state in
      guard url != state.silent else { return nil }
      switch url {
      case PagesFixture.issuer + "/token":
        state.forms += 1
        let isBasic = form?.authorization != nil
        guard isBasic == state.wantsBasic, form?.body.contains("hush") == !isBasic else {
          return (401, Array(#"{"error":"invalid_client"}"#.utf8))
        }
        return (200, Array(#"{"id_token":"\#(token(state))"}"#.utf8))
      case PagesFixture.issuer + "/keys":
        guard let point = state.key?.publicKey else { return nil }
        let numbers = (Base64.url.encode(point.x), Base64.url.encode(point.y))
        let key = #"{"kty":"EC","crv":"P-256","x":"\#(numbers.0)","y":"\#(numbers.1)"}"#
        return (200, Array("{\"keys\":[\(key)]}".utf8))
      default: return (200, PagesFixture.metadata)
      }
    }
  }

  private func token(_ state: State) -> String {
    let claims = """
      {"iss":"\(PagesFixture.issuer)","aud":"keiro","nonce":"\(state.nonce)","sub":"1","name":"Ann",
       "groups":\(state.groups),"iat":1795224669,"exp":1795224969}
      """
    let signed = [#"{"alg":"ES256"}"#, claims].map { Base64.url.encode(Array($0.utf8)) }
      .joined(separator: ".")
    let signature = state.key?.signature(of: Array(signed.utf8)) ?? []
    return "\(signed).\(Base64.url.encode(signature))"
  }

  /// The answer to the browser that comes back from the provider.
  func signIn(at fixture: PagesFixture) throws -> HTTPResponse {
    let begun = try fixture.ask("/dashboard/oidc/Login")
    let cookie = try #require(begun.fields["Set-Cookie"]).prefix { $0 != ";" }
    let sent = Array(try #require(begun.fields["Location"]).utf8)
    let query = try #require(PageForm(sent.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
    state.withLock { $0.nonce = query["nonce"] ?? "" }
    return try fixture.ask(
      "/dashboard/oidc/Login?code=c&state=\(query["state"] ?? "")",
      fields: "Cookie: \(cookie)\r\n")
  }
}
