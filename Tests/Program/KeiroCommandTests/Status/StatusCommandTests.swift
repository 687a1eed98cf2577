import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import Testing

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
