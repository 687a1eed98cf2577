import HTTPCore
import JSONSyntax
import Links
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// Templates of campaigns, which everybody shares.
@Suite struct TemplateTests {
  @Test func `a template is saved once, chosen in one click, and brought back after its removal`()
    throws
  {
    let pages = try Pages()
    let keep = "action=keep&name=Spring mail&campaign.utm_source=mail&campaign.utm_campaign=spring"
    let saved = try pages.followed("templates", keep)
    #expect(saved.contains(Word.templateWasSaved.english))
    #expect(saved.contains("utm_source=mail utm_campaign=spring"))
    #expect(try pages.text("templates?edit=Spring+mail").contains("type=\"text\" value=\"spring\""))

    #expect(try pages.text("links/new").contains("name=\"template\" value=\"Spring mail\""))
    let chosen = try pages.text(
      "links/new", "host=a.example&url=b.example/x&tags=a, b&rules=0&template=Spring mail")
    // What was typed stays, and what the template has stands open.
    #expect(chosen.contains("value=\"https://b.example/x\"") && chosen.contains("value=\"a, b\""))
    #expect(chosen.contains("<h2>Campaign</h2>") && chosen.contains("value=\"spring\""))
    #expect(try pages.linkCount == 2)

    let removed = try pages.followed("templates", "action=remove&name=Spring mail")
    #expect(removed.contains(Word.templateWasRemoved.english))
    #expect(removed.contains(Word.noTemplates.english))
    // The form of the notice.
    let items = removed.matches(of: /name="([a-z_.]+)" value="([^"]+)"/).map {
      "\($0.output.1)=\($0.output.2)"
    }
    let back = items.filter {
      $0.hasPrefix("action=") || $0.hasPrefix("name=") || $0.contains("utm_")
    }
    _ = try pages.lead("templates", back.joined(separator: "&"))
    #expect(try pages.text("templates").contains("utm_source=mail utm_campaign=spring"))
    #expect(try pages.text("audit").contains("Spring mail"))
  }

  @Test func `a template that was removed meanwhile makes no link, and keeps what was typed`()
    throws
  {
    let pages = try Pages()
    let html = try pages.text(
      "links/new", "host=a.example&url=b.example/x&rules=0&template=Gone")
    #expect(html.contains("value=\"https://b.example/x\"") && !html.contains("role=\"alert\""))
    #expect(try pages.linkCount == 2)
  }

  @Test func `a template without a name is refused beside its field`() throws {
    let answer = try Pages().ask("templates", "action=keep&name=&campaign.utm_source=mail")
    let html = String(decoding: answer.body, as: UTF8.self)
    #expect(answer.status == .unprocessableContent)
    #expect(html.contains("id=\"name-fault\"") && html.contains("value=\"mail\""))
    #expect(html.contains(Word.formNotTaken.english) && html.contains("<title>Not saved: "))
  }
}

/// The form of a link.
@Suite struct LinkTemplateFormTests {
  @Test func `what is set stands open, and the rest is behind its purpose`() throws {
    let pages = try Pages()
    let new = try pages.text("links/new")
    #expect(!new.contains("<h2>Campaign</h2>") && new.contains("<summary>Campaign</summary>"))
    #expect(new.contains("name=\"rules\" value=\"0\"") && new.contains("value=\"add\""))
    var link = ShortLink(host: "a.example", slug: "set", url: "https://b.example/")
    link.campaign["utm_source"] = "mail"
    link.rules = [LinkRule(url: "https://b.example/rule")]
    try pages.add(link)
    let edit = try pages.text("links/a.example/set?edit")
    #expect(edit.contains("<h2>Campaign</h2>") && edit.contains("<h2>Rules</h2>"))
    #expect(!edit.contains("<summary>Campaign</summary>"))
    #expect(edit.contains("<summary>More<span class=\"unseen\"> Campaign</span></summary>"))
    let rule = try pages.text("links/a.example/often?edit=rule")
    #expect(rule.contains("id=\"rules-0--url\""))
  }

  @Test
  func `the first field has the focus, or the first that was refused, of which the title tells`()
    throws
  {
    let pages = try Pages()
    func focused(_ html: String) -> [String] {
      html.matches(of: /id="([^"]+)"[^>]* autofocus/).map { String($0.output.1) }
    }
    #expect(try focused(pages.text("links/new")) == ["url"])
    #expect(try focused(pages.text("links/a.example/often?edit=1")) == ["url"])
    let refused = try pages.text(
      "links/new", "host=a.example&url=https://b.example/&slug=a b&maxClicks=x&rules=0")
    #expect(focused(refused) == ["slug"])
    #expect(refused.contains("<title>Not saved: New link") && refused.contains("value=\"a b\""))
    #expect(refused.contains("id=\"maxClicks-fault\""))
  }

  @Test func `the last host is offered again, if it still has short links`() throws {
    let site = try #require(HostPattern("a.example"))
    let pages = try Pages(
      PagesFixture(site: SiteDefinition(hosts: [site, try #require(HostPattern("z.example"))])))
    let answer = try pages.ask("links/new", "host=z.example&slug=x&url=https://b.example/&rules=0")
    let kept = try #require(answer.fields["Set-Cookie"]).prefix { $0 != ";" }
    #expect(kept == "keiro-host=z.example")
    func chosen(_ cookie: some StringProtocol) throws -> Bool {
      let page = try pages.fixture.ask(
        "/dashboard/links/new", fields: pages.cookie + "Cookie: \(cookie)\r\n")
      return String(decoding: page.body, as: UTF8.self).contains(" selected>z.example</option>")
    }
    #expect(try chosen(kept) && !chosen("keiro-host=gone.example"))
  }
}
