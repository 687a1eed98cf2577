import Changes
import Doctor
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// The pages for those who run a service: its status, and who may use it.
@Suite struct OperatorPageTests {
  @Test(arguments: Language.allCases)
  func `the status names unknown addresses, whatever is in them`(_ language: Language) throws {
    let pages = try Pages()
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let addresses = [UnknownAddress(host: "a.example", path: "/<script>&\"", count: 1234)]
    try waitForAnswer { store.addUnknown(addresses, now: now, completion: $0) }
    let html = try pages.text("status", in: language)
    #expect(html.contains(Word.unknownAddresses.text(in: language)))
    #expect(html.contains("a.example/&lt;script&gt;") && !html.contains("/<script>"))
    #expect(html.contains("1,234"))
    #expect(html.contains(Word.nothingWrong.text(in: language)))
  }

  @Test func `a person's hosts are ticked and changed, and the change is undone`() throws {
    let pages = try Pages()
    let person = try #require(try pages.fixture.everything.people().first)
    let form = try pages.text("people?id=\(person.id)")
    #expect(form.contains("name=\"hosts\" value=\"a.example\">"))
    let done = try pages.followed(
      "people", "action=role&id=\(person.id)&role=viewer&reach=yes&hosts=a.example")
    #expect(done.contains(Phrase.row("people", "edit").english))
    // What the way back leads to is read before it is taken.
    #expect(done.contains("Hanako</span> · Editor · All hosts</p>"))
    let changed = try #require(try pages.fixture.everything.people().first)
    #expect(changed.role == .viewer && changed.reach.names == ["a.example"])
    #expect(
      try pages.text("people?id=\(person.id)")
        .contains("name=\"hosts\" value=\"a.example\" checked>"))
    _ = try pages.ask("people", "action=role&id=\(person.id)&role=editor&reach=yes")
    #expect(try pages.fixture.everything.people().first == person)
  }

  @Test func `who reaches one host is not offered to remove somebody of a provider`() throws {
    let pages = try Pages()
    let changes = pages.fixture.everything
    for (id, provider) in [("own", nil), ("oidc-1", "Login")] {
      var person = DashboardPerson(
        id: id, name: id, role: .viewer, provider: provider, createdAt: pages.fixture.timestamp)
      person.reach = HostReach([try #require(HostPattern("a.example"))])
      _ = try changes.keep(person)
    }
    let draft = TokenDraft(scopes: [.admin], hosts: ["a.example"])
    let token = try changes.createToken(draft).text
    let entry = try pages.fixture.ask(
      "/dashboard/sign-in", method: "POST", body: "token=\(token)")
    let cookie = try #require(entry.fields["Set-Cookie"]).prefix { $0 != ";" }
    func seen(_ path: String) throws -> String {
      try pages.fixture.ask("/dashboard/" + path, fields: "Cookie: \(cookie)\r\n").text
    }
    #expect(try seen("status").contains("<h1>\(Word.notAllowedTitle.english)</h1>"))
    let bound = try seen("people")
    #expect(bound.contains("people?id=own") && bound.contains("people?id=oidc-1"))
    #expect(bound.matches(of: /value="remove"/).count == 1)
    #expect(try pages.text("people").matches(of: /value="remove"/).count == 3)
  }

  @Test func `a host that no site serves is refused with the nearest, unless it was there`() throws
  {
    let pages = try Pages()
    let refused = try pages.text(
      "people", "action=add&name=N&role=viewer&hosts=a.exampel", status: .unprocessableContent)
    #expect(refused.contains("did you mean &#39;a.example"))
    let former = try pages.fixture.everything.addPerson(
      PersonDraft(name: "Former", role: .viewer, hosts: ["old.example"]),
      origin: PagesFixture.origin
    ).person
    let list = try pages.text("people")
    #expect(list.contains("old.example <span class=\"badge warn\">\(Word.servedNoMore.english)"))
    let kept = try pages.ask(
      "people", "action=role&id=\(former.id)&role=editor&reach=yes&hosts=old.example")
    #expect(kept.status.code == 303)
    #expect(
      try pages.fixture.everything.person(named: former.id).reach.names == ["old.example"])
  }

  @Test func `a token that signed in was used`() throws {
    let html = try Pages().text("tokens")
    #expect(!html.contains(">\(Word.never.english)<"))
  }
}

/// What was found wrong stands wherever someone would look for it.
@Suite struct AttentionTests {
  private func pages(_ verdicts: [DoctorVerdict]) throws -> Pages {
    let results = verdicts.map { CheckResult(.dns, $0, "no address", help: "add a record") }
    return try Pages(
      PagesFixture(examined: [
        HostReport(
          host: "a.example", results: results, isReached: true,
          time: Timestamp(secondsSinceEpoch: 0))
      ]))
  }

  @Test(arguments: Language.allCases)
  func `a host that fails checks is on the overview and on its site's card`(
    _ language: Language
  ) throws {
    let pages = try pages([.fail, .warn, .fail, .pass])
    let words = Markup(text: Phrase(.failingChecks, 2).text(in: language)).html
    let overview = try pages.text("", in: language)
    let fact = StatusFact(.doctor, "a.example", detail: "dns, dns", count: 2)
    let title = Markup(text: language.sentence(Sentence(fact))).html
    let item = "<a href=\"/dashboard/sites/a.example#doctor\">\(title)</a>"
    // It stands before the statistics.
    let parts = overview.split(separator: "id=\"clicks\"", maxSplits: 1)
    #expect(parts.count == 2 && parts[0].contains("id=\"status\"") && parts[0].contains(item))
    #expect(overview.split(separator: "card attention").count == 2)
    let name = Word.status.text(in: language)
    #expect(overview.contains("<span>\(name)</span> <span class=\"badge warn\">1</span>"))
    let sites = try pages.text("sites", in: language)
    #expect(
      sites.contains(
        "<a class=\"badge bad\" href=\"/dashboard/sites/a.example#doctor\">\(words)</a>"))
    #expect(try pages.text("sites/a.example").contains("id=\"doctor\""))
  }

  @Test func `a host without failing checks needs no attention`() throws {
    let pages = try pages([.warn, .pass])
    let overview = try pages.text("")
    #expect(!overview.contains("#attention\"") && !overview.contains("id=\"status\""))
    #expect(!(try pages.text("sites").contains("badge bad")))
  }

  @Test func `every host that the overview may name has a page with its results`() throws {
    var site = SiteDefinition(hosts: [try #require(HostPattern("a.example"))])
    site.alternateHost = HostPattern("open.a.example")
    let report = HostReport(
      host: "open.a.example", results: [CheckResult(.dns, .fail, "no address", help: "")],
      isReached: true, time: Timestamp(secondsSinceEpoch: 0))
    let pages = try Pages(PagesFixture(site: site, examined: [report]))
    let address = "/dashboard/sites/open.a.example#doctor"
    #expect(try pages.text("").contains("href=\"\(address)\">1 failing check on open.a.example"))
    #expect(try pages.text("sites").contains("href=\"\(address)\">1 failing check</a>"))
    let page = try pages.text("sites/open.a.example")
    #expect(page.contains("no address"))
  }

  @Test func `a finding in the configuration is told in the reader's language`() throws {
    let sentence = Sentence("the link 'x' is over", "リンク「x」は終了しています")
    let pages = try Pages(
      PagesFixture(findings: [(isError: false, path: "sites[0]", sentence: sentence)]))
    #expect(try pages.text("sites").contains("the link &#39;x&#39; is over</span>"))
    let html = try pages.text("sites", in: .japanese)
    #expect(html.contains(sentence.japanese) && !html.contains("is over"))
  }
}

/// The display of unhealthy destinations on pages.
@Suite struct HealthPageTests {
  private let pages: Pages

  init() throws {
    pages = try Pages()
    try keep("often", .moved, status: 301, location: "https://new.example/<o>")
    try keep("seldom", .dead, status: 404)
  }

  private func keep(
    _ slug: String, _ state: HealthState, status: Int, location: String? = nil
  ) throws {
    let (store, now) = (pages.store, pages.fixture.timestamp)
    let link = try #require(
      try store.currentLink(at: LinkKey(host: "a.example", slug: slug)))
    let health = LinkHealth(state, status: status, location: location, time: now)
    let note = HealthNote(id: link.id, url: link.link.url, .seen(health, told: nil), next: now)
    let kept = try waitForAnswer { store.keepHealth([note], completion: $0) }
    try #require(kept == 1)
  }

  @Test(arguments: [Language.english, .japanese])
  func `Overview leads to them by what is wrong`(_ language: Language) throws {
    let html = try pages.text("", in: language)
    for state in ["moved", "dead"] {
      let line = Markup(text: Phrase.row("health", state).text(in: language)).html
      #expect(html.contains("<a href=\"/dashboard/links?state=\(state)\">\(line)"))
    }
    #expect(!html.contains("state=looping"))
  }

  @Test(arguments: ["links?state=dead", "links?search=is%3Adead", "links?search=is:dead+sel"])
  func `the list shows them alone, with a badge`(_ path: String) throws {
    let html = try pages.text(path)
    #expect(html.contains("a.example/s/seldom") && !html.contains("a.example/s/often"))
    #expect(
      html.contains(
        "<a class=\"badge bad\" href=\"/dashboard/links?state=dead\">Destination gone</a>"))
  }

  @Test func `the tabs above the list lead away from them`() throws {
    let html = try pages.text("links?state=dead")
    #expect(html.contains("<a href=\"/dashboard/links\">All</a>"))
    #expect(html.contains("<a href=\"/dashboard/links?state=active\">Active</a>"))
  }

  @Test func `a page that no longer opens the app has no new address`() throws {
    try keep("seldom", .moved, status: 302, location: "https://new.example/t")
    let html = try pages.text("links/a.example/seldom")
    #expect(html.contains("Check the routes of the site."))
    #expect(!html.contains("redirects permanently") && !html.contains("It is now at"))
    #expect(html.contains("?edit=1\">Edit</a>"))
    #expect(try pages.text("links/a.example/often").contains("It redirects permanently"))
  }

  @Test func `the link's page says what to do, and takes the new address into its form`() throws {
    let dead = try pages.text("links/a.example/seldom")
    #expect(dead.contains("<strong>Destination gone</strong> · status 404"))
    #expect(dead.contains("href=\"/dashboard/links/a.example/seldom?edit=1\">Edit</a>"))
    let moved = try pages.text("links/a.example/often")
    #expect(moved.contains("<bdi>https://new.example/&lt;o&gt;</bdi>"))
    #expect(
      moved.contains(
        "href=\"/dashboard/links/a.example/often?edit=moved\">Use the new address</a>"))
    let form = try pages.text("links/a.example/often?edit=moved")
    #expect(form.contains("value=\"https://new.example/&lt;o&gt;\""))
    #expect(try pages.link("often")?.url == "https://b.example/often")
    let other = try pages.text("links/a.example/seldom?edit=moved")
    #expect(other.contains("value=\"https://b.example/seldom\""))
  }
}
