import Cryptography
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import ProgramSupport
import Testing

struct TokensCommandTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `makes tokens, lists them without their secrets, and revokes them`() throws {
    #expect(fixture.run("tokens", "list").error == "no tokens\n")
    let made = fixture.run(
      "tokens", "create", "--scope", "stats:read", "--scope", "links:read", "--name", "CI", "--json"
    )
    #expect(made.code == .done && made.error == "")
    let root = try made.document
    #expect(root.object?.map(\.name) == ["id", "token", "scopes"])
    let id = try #require(root.member("id")?.string)
    let text = try #require(root.member("token")?.string)
    let store = try fixture.store()
    let token = try store.token(digest: try #require(TokenText.digest(of: text)))
    #expect(token?.id == id && token?.name == "CI")
    #expect(token?.scopes == ["links:read", "stats:read"])
    #expect(token?.allows(.readLinks) == true && token?.allows(.writeLinks) == false)

    let plain = fixture.run("tokens", "create", "--scope", "admin")
    #expect(plain.output.hasPrefix("keiro_") && plain.output.utf8.count == 50)
    let listed = fixture.run("tokens", "list").output
    #expect(
      listed.split(separator: "\n").count == 2 && listed.contains("links:read stats:read  CI"))
    #expect(!listed.contains(text))

    #expect(fixture.run("tokens", "revoke", id).code == .done)
    #expect(try store.tokens().first?.allows(.readLinks) == false)
    #expect(fixture.run("tokens", "list", "--json").output.contains("\"revokedAt\": \"2"))
    let wrong = (id.first == "x" ? "y" : "x") + id.dropFirst()
    let unknown = fixture.run("tokens", "revoke", wrong)
    #expect(unknown.code == .negative)
    #expect(
      unknown.error
        == "keiro tokens revoke: there is no token '\(wrong)': did you mean '\(id)'?\n")
  }

  @Test func `binds a token to hosts, ends it, and tells both`() throws {
    let made = fixture.run(
      "tokens", "create", "--scope", "links:read", "--host", "a.example", "--host",
      "*.B.example", "--expires", "90d", "--json")
    #expect(made.code == .done)
    let root = try made.document
    let hosts = root.member("hosts")?.array?.compactMap(\.string)
    #expect(hosts == ["a.example", "*.b.example"])
    let store = try fixture.store()
    let token = try #require(store.tokens().first)
    #expect(token.reach.covers("x.b.example") && !token.reach.covers("b.example"))
    let end = try #require(token.expires)
    #expect(end.secondsSinceEpoch - token.createdAt.secondsSinceEpoch == 90 * 86_400)
    #expect(root.member("expires")?.string == end.description)
    try waitForAnswer { store.noteUses([token.id: token.createdAt], completion: $0) }
    let line = fixture.run("tokens", "list").output
    #expect(
      line.contains("  on a.example *.b.example  (used \(token.createdAt))  (expires \(end))"))
    let json = fixture.run("tokens", "list", "--json").output
    #expect(json.contains("\"usedAt\": \"\(token.createdAt)\""))
    #expect(fixture.run("tokens", "create", "--scope", "admin").code == .done)
    #expect(fixture.run("tokens", "list").output.contains("admin  (never used)"))
  }

  @Test func `makes a token for apps where its links have bounds`() throws {
    func create(
      _ host: String, perHour: String = "5", lifetime: String = "90d"
    ) -> CommandResult {
      fixture.run(
        "tokens", "create", "--scope", "links:create", "--host", host, "--per-hour", perHour,
        "--lifetime", lifetime)
    }
    #expect(create("a.example").code == .done)
    let token = try #require(fixture.store().tokens().first)
    #expect(token.making == LinkMaking(perHour: 5, lifetime: 90 * 86_400))
    let line = fixture.run("tokens", "list").output
    #expect(line.contains("links:create  on a.example  (5 links an hour)  (links live 90d)"))
    let both = fixture.run(
      "tokens", "create", "--scope", "links:create", "--scope", "links:read", "--host", "a.example")
    for (made, words) in [
      (create("x.b.example"), "destinationHosts"), (create("c.exmple"), "no site"),
      (create("a.example", perHour: "0"), "from 1 to 1000"),
      (create("a.example", lifetime: "soon"), "such as 90d"),
      (both, "stands alone"),
    ] {
      #expect(made.code == .negative && made.error.contains(words), "\(made.error)")
    }
    #expect(try fixture.store().tokens().count == 1)
  }

  @Test func `audits what is done at the command line`() throws {
    _ = fixture.run("tokens", "create", "--scope", "admin", "--name", "CI")
    #expect(fixture.run("tokens", "revoke", try fixture.store().tokens()[0].id).code == .done)
    let lines = fixture.run("audit").output.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].contains("command-line (user "))
    #expect(lines[0].contains("token.revoked") && lines[1].contains("token.created"))
    let json = try JSONDocument(parsing: Array(fixture.run("audit", "--json").output.utf8)).root
    #expect(json.member("entries")?.array?.count == 2)
    #expect(fixture.run("audit", "--actor", "nobody").error == "no changes\n")
  }

  @Test func `a token for a host that no site serves is refused, with the host that was meant`()
    throws
  {
    for (host, isServed) in [
      ("a.exmple", false), ("a.example", true), ("*.b.example", true), ("x.b.example", true),
      ("c.example", true),
    ] {
      let made = fixture.run("tokens", "create", "--scope", "admin", "--host", host)
      #expect(made.code == (isServed ? .done : .negative))
      let refusal = "no site serves the host 'a.exmple': did you mean 'a.example'?\n"
      #expect(isServed || made.error.hasSuffix(refusal), "\(made.error)")
    }
    #expect(try fixture.store().tokens().count == 4)
  }
}

struct StatusCommandTests {
  private func add(_ webhook: Webhook, to store: any LinkStore) throws {
    try waitForAnswer {
      store.createWebhook(webhook, by: .service, now: webhook.createdAt, completion: $0)
    }
  }

  @Test func `says that nothing needs anyone, and what does`() throws {
    let fixture = try StoreFixture()
    let empty = fixture.run("status")
    #expect(empty.code == .done && empty.output == "" && empty.error == "nothing needs anyone\n")
    let time = Timestamp(secondsSinceEpoch: 1_795_224_669)
    var webhook = Webhook(id: "wh_x", url: "https://h.example/", secret: "s", now: time)
    webhook.failingSince = time
    try add(webhook, to: fixture.store())
    let told = fixture.run("status")
    #expect(
      told.output
        == "warning  \(time)  webhook  the receiver of the webhook 'https://h.example/' fails\n")
    // A warning is not critical.
    #expect(told.code == .done)
    let json = try JSONDocument(parsing: Array(fixture.run("status", "--json").output.utf8)).root
    #expect(json.object?.map(\.name) == ["items", "configuration", "unknown"])
    let item = try #require(json.member("items")?.array?.first)
    #expect(item.object?.map(\.name) == ["kind", "weight", "since", "title", "link"])
    #expect(item.member("link")?.string == "/dashboard/webhooks/wh_x")
  }

  @Test func `exits with 1 when something is critical, as a service has published it`() throws {
    let fixture = try StoreFixture()
    _ = fixture.run("tokens", "list")
    let part = #"""
      {"": {"at": "2026-11-21T01:31:09Z", "ended": true,
        "configuration": {"loadedAt": "2026-11-21T01:00:00Z", "digest": "ab12"},
        "facts": [["doctor", "a.example", "dns", "1", "2026-11-21T01:30:00Z"], ["news"]]}}
      """#
    try fixture.store().keepShared("status", Array(part.utf8))
    let told = fixture.run("status")
    #expect(told.code == .negative)
    #expect(
      told.output == """
        critical  2026-11-21T01:30:00Z  doctor  1 failing check on a.example: dns
        configuration  2026-11-21T01:00:00Z  ab12

        """)
  }

  @Test func `changes a person's hosts, and tells failed deliveries from others`() throws {
    let fixture = try StoreFixture(
      store: "{ \"sqlite\": \"keiro.db\" }, \"dashboard\": { \"origin\": \"https://k.example\" }")
    #expect(fixture.run("people", "add", "--role", "viewer", "Mika").code == .done)
    let edited = fixture.run("people", "edit", "--role", "editor", "--site", "a.example", "Mika")
    #expect(edited.code == .done && edited.output.contains("editor  on a.example"))
    #expect(fixture.run("people", "edit", "--site", "a.exampel", "Mika").code == .negative)
    #expect(fixture.run("people", "edit", "Mika").code == .wrongUsage)
    #expect(fixture.run("people", "edit", "--site", "all", "Mika").code == .done)
    #expect(try fixture.store().people().first?.reach == .everywhere)
    let entries = fixture.run("audit", "--action", "person.changed", "--json").output
    #expect(entries.split(separator: "person.changed").count == 3)
    #expect(fixture.run("audit", "--person", "Mika").error == "no changes\n")
    #expect(fixture.run("audit", "--change", "9").error == "no changes\n")
    #expect(fixture.run("webhooks", "deliveries", "--state", "failed", "wh_x").code == .negative)
    #expect(fixture.run("webhooks", "retry", "wh_x").code == .negative)
  }
}
