import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Testing

@testable import Dashboard

@Suite struct PageChangeTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  private let link =
    "url=https://b.example/new&host=a.example&slug=&name=N&once=aaaaaaaaaaaaaaaaaaaa"

  @Test func `three impatient clicks make one link`() throws {
    let before = try pages.linkCount
    let answers = try (0..<3).map { _ in try pages.ask("links/new", link) }
    #expect(Set(answers.map(\.status.code)) == [303])
    #expect(Set(answers.compactMap { $0.fields["Location"] }).count == 1)
    #expect(try pages.linkCount == before + 1)
    // The previous form with another name makes another link.
    #expect(try pages.ask("links/new", link.replacing("name=N", with: "name=M")).status.code == 303)
    #expect(try pages.linkCount == before + 2)
  }

  @Test func `a form has a number of its own, and keeps it when it is refused`() throws {
    let numbers = try (0..<2).map { _ in
      try pages.text("links/new").split(separator: "name=\"once\" value=\"").last?.prefix(20)
    }
    #expect(Set(numbers).count == 2)
    let refused = try pages.text("links/new", link.replacing("https:", with: "x:"))
    #expect(refused.contains("value=\"aaaaaaaaaaaaaaaaaaaa\""))
  }

  @Test(arguments: Language.allCases)
  func `a deleted link comes back, by Undo and from its page`(_ language: Language) throws {
    for _ in 0..<2 {
      let deleted = try pages.lead("links/a.example/often", "action=delete&confirmed=yes")
      #expect(deleted.hasPrefix("links?done=link-deleted&link=a.example%2Foften&change="))
      let list = try pages.text(deleted, in: language)
      #expect(list.contains(Word.linkDeleted.text(in: language)))
      let undone = try pages.undo(list)
      #expect(undone.hasPrefix("links/a.example/often?done=undone&change="))
      #expect(try pages.link("often") != nil)
    }
    _ = try pages.ask("links/a.example/often", "action=delete&confirmed=yes")
    let page = try pages.text("links/a.example/often", in: language)
    #expect(page.contains(Word.deletedLinkHint.text(in: language)))
    let back = try pages.lead("links/a.example/often", "action=version&version=1")
    #expect(back.hasPrefix("links/a.example/often?done=version&change="))
    #expect(try pages.link("often") != nil)
  }

  @Test(arguments: Language.allCases)
  func `a version is compared with the link as it is, and a change is told before it is undone`(
    _ language: Language
  ) throws {
    let saved = try pages.lead(
      "links/a.example/often", "action=save&url=https://b.example/other&name=New&password=")
    #expect(saved.hasPrefix("links/a.example/often?done=saved&change="))
    let page = try pages.text("links/a.example/often?version=1", in: language)
    #expect(page.contains(Phrase(.version, 1).text(in: language)))
    #expect(page.contains("https://b.example/other"))
    #expect(page.contains("action=\"/dashboard/links/a.example/often\""))
    let notice = try pages.text(saved, in: language)
    let change = try #require(Pages.change(notice))
    let plan = try pages.text("changes/\(change)", in: language)
    #expect(plan.contains(Phrase(.undoQuestion, change, 1).text(in: language)))
    _ = try pages.ask("links/a.example/often", "action=archive")
    let left = try pages.text("changes/\(change)", "a=b", in: language)
    #expect(left.contains(Sentence(LinkObstacle.changedSince).text(in: language).dropFirst()))
    for path in ["changes/0", "changes/x", "changes/999", "changes/1%20"] {
      #expect(try pages.ask(path).status.code == 404, "\(path)")
    }
  }

  @Test(arguments: Language.allCases)
  func `a password that is not kept has to be typed again, and the form says so`(
    _ language: Language
  ) throws {
    let again = Word.passwordAgain.text(in: language)
    let bad = link.replacing("https:", with: "x:") + "&password=secret"
    for form in [bad, link + "&password=secret&rule=add&rules=0"] {
      let html = try pages.text("links/new", form, in: language)
      #expect(html.contains(again))
      #expect(!html.contains("value=\"secret\""))
    }
    #expect(!(try pages.text("links/new", link.replacing("https:", with: "x:"))).contains(again))
    let edit = try pages.text(
      "links/a.example/often", "action=save&url=x&password=secret", in: language)
    #expect(edit.contains(again))
    #expect(try pages.link("often")?.password == nil)
  }

  @Test func `undo takes back exactly what changed`() throws {
    var archived = ShortLink(host: "a.example", slug: "old", url: "https://b.example/")
    archived.archived = true
    try pages.add(archived)
    let all = ["often", "seldom", "old"].map { "link=a.example/\($0)" }.joined(separator: "&")
    let html = try pages.followed("links", all + "&action=archive")
    #expect(html.contains("Archived 2 links."))
    #expect(html.contains(Phrase(.linksUnchanged, 1).english))
    let undone = try pages.undo(html)
    #expect(undone.hasPrefix("links?done=undone&change="))
    #expect(try pages.link("often")?.archived == false && pages.link("old")?.archived == true)
    // Links that already had the tag keep it: there is nothing to undo.
    let tagged = try pages.followed("links", all + "&action=tag&tag=spring")
    #expect(tagged.contains("Tag added to 1 link."))
    _ = try pages.undo(tagged)
    #expect(try pages.link("often")?.tags == ["spring"] && pages.link("old")?.tags == [])
    _ = try pages.followed("links", all + "&action=tag&tag=spring")
    let same = try pages.followed("links", all + "&action=tag&tag=spring")
    #expect(same.contains("Nothing changed: 3 links were already that way."))
    #expect(!same.contains(">Undo<"))
  }

  @Test func `a bulk action leads back to the same part of the list`() throws {
    let html = try pages.followed(
      "links", "list-search=often&list-sort=clicks&link=a.example/often&action=archive")
    #expect(html.contains("name=\"search\" type=\"search\" value=\"often\""))
    #expect(!html.contains("value=\"a.example/seldom\""))
  }

  @Test(arguments: Language.allCases)
  func `what cannot be undone is asked for once more`(_ language: Language) throws {
    let changes = pages.fixture.everything
    let token = try changes.createToken(TokenDraft(name: "Other", scopes: [.readLinks])).token
    let person = try #require(try changes.people().first)
    for (path, form, word) in [
      ("tokens", "action=revoke&id=\(token.id)", Phrase(.revokeQuestion, "Other")),
      ("people", "action=remove&id=\(person.id)", Phrase(.removePersonQuestion, "Hanako")),
      ("links/a.example/often", "action=delete", Phrase(.deleteQuestion, "a.example/s/often")),
      ("links", "link=a.example/often&action=delete", Phrase(.deleteLinksQuestion, 1)),
      (
        "webhooks/\(pages.webhook)", "action=remove",
        Phrase(.deleteQuestion, "https://hooks.example.com/keiro")
      ),
    ] {
      let html = try pages.text(path, form, in: language)
      #expect(html.contains("<h1>\(word.text(in: language))</h1>"), "\(html)")
      #expect(html.contains("name=\"confirmed\""))
    }
    #expect(try pages.link("often") != nil)
    #expect(try changes.tokens().allSatisfy { $0.revokedAt == nil })
    #expect(try changes.people().count == 1)
    let done = try pages.ask("tokens", "action=revoke&confirmed=yes&id=\(token.id)")
    #expect(done.status.code == 303)
    #expect(try changes.tokens().contains { $0.id == token.id && $0.revokedAt != nil })
    let deleted = try pages.lead("links/a.example/often", "action=delete&confirmed=yes")
    #expect(try pages.link("often") == nil)
    #expect(try pages.text(deleted, in: language).contains(Word.linkDeleted.text(in: language)))
  }

  @Test(arguments: Language.allCases)
  func `a name that is too long is refused, not cut, and the form keeps what was typed`(
    _ language: Language
  ) throws {
    let name = String(repeating: "n", count: 300)
    let html = try pages.text(
      "tokens", "action=create&scope=links:read&name=\(name)&expires=7d", in: language,
      status: .unprocessableContent)
    let fault = AccountFault.notName(name, .tooLong)
    #expect(html.contains(language.sentence(Sentence(fault)).replacing("'", with: "&#39;")))
    #expect(html.contains("value=\"\(name)\""))
    #expect(html.contains("value=\"links:read\" checked"))
    #expect(html.contains("value=\"7d\""))
  }

  @Test(arguments: Language.allCases)
  func `a conflict tells rules in words, and that a field is empty`(_ language: Language) throws {
    let html = try pages.text("links/a.example/often?edit=rule")
    let revision = try #require(html.firstMatch(of: /name="revision" value="([^"]+)"/)?.output.1)
    let save = "action=save&url=https://c.example/&revision=\(revision)&rules=1&rules[0].url="
    let theirs = "https://theirs.example/&rules[0].if.share=30&name="
    _ = try pages.ask("links/a.example/often", save + theirs)
    let own = "https://own.example/&rules[0].if.platform=iPhone&rules[0].if.query=a%3Db&name=Mine"
    let all = try pages.text("links/a.example/often", save + own, in: language, status: .conflict)
    let text = try #require(all.split(separator: "</table>").first)
    let words = [
      Phrase(.shareOfVisits, "30").text(in: language), "→\u{A0}https://theirs.example/", "iPhone",
      "a=b", "→\u{A0}https://own.example/",
      "data-label=\"\(Word.savedMeanwhile.text(in: language))\"",
      "<span class=\"soft\">\(Word.emptyValue.text(in: language))</span>",
    ]
    for word in words { #expect(text.contains(word), "\(word)") }
    #expect(!text.contains("&quot;") && !text.contains("{"))
  }

  @Test(arguments: Language.allCases)
  func `the form says whether there is a password, and takes one away only then`(
    _ language: Language
  ) throws {
    let word = Word.passwordIsSet.text(in: language)
    let plain = try pages.text("links/a.example/often?edit=1", in: language)
    #expect(!plain.contains(word) && !plain.contains("removes-password"))
    let fact = "<dd>\(Word.passwordIsAsked.text(in: language))</dd>"
    #expect(!plain.contains(fact))
    _ = try pages.ask("links/a.example/often", "action=save&url=https://c.example/&password=secret")
    let locked = try pages.text("links/a.example/often?edit=1", in: language)
    #expect(locked.contains(word) && locked.contains("removes-password"))
    #expect(locked.contains(fact))
    // A refused form belongs to the same link.
    #expect(
      try pages.text("links/a.example/often", "action=save&url=x", in: language).contains(word))
  }

  @Test(arguments: Language.allCases)
  func `a text in place of a number is called one by its words`(_ language: Language) throws {
    let form =
      link + "&maxClicks=ten&rules=1&rules[0].url=https://b.example/&rules[0].if.share=half"
    let html = try pages.text("links/new", form, in: language)
    for text in ["ten", "half"] {
      #expect(html.contains(Phrase(.notWholeNumber, text).text(in: language)))
    }
    let fault = Sentence(ValueFault.mismatch(found: .string, expected: .wholeNumber))
    #expect(!html.contains(language.sentence(fault)))
  }

  @Test(arguments: [
    ("rule=add&rules=1&rules[0].url=https://b.example/", "rules[1].url"),
    ("rule=up+1&rules=2&rules[1].url=https://b.example/", "rules[0].url"),
    ("rule=down+0&rules=2&rules[0].url=https://b.example/", "rules[1].url"),
    ("rule=remove+1&rules=2", "rules[0].url"), ("rule=remove+0&rules=1", "rule"),
  ])
  func `a button of rules keeps the focus at its rule`(_ form: String, _ field: String) throws {
    let html = try pages.text("links/new", link + "&" + form)
    let parts = html.split(separator: " autofocus", omittingEmptySubsequences: false)
    #expect(parts.count == 2)
    let element = parts[0].split(separator: "<").last ?? ""
    #expect(element.contains("name=\"\(field)\""), "\(element)")
  }

  @Test(arguments: Language.allCases)
  func `a link just made can be taken back, and so can what was undone`(_ language: Language) throws
  {
    let before = try pages.linkCount
    let page = try pages.followed("links/new", link, in: language)
    #expect(page.contains(Phrase.row("link", "made").text(in: language)))
    let gone = try pages.undo(page)
    #expect(try pages.linkCount == before)
    let deleted = try pages.text(gone, in: language)
    #expect(deleted.contains(Word.changeUndoneShort.text(in: language)))
    let again = try pages.undo(deleted)
    #expect(again.prefix { $0 != "&" } == gone.prefix { $0 != "&" })
    #expect(try pages.linkCount == before + 1)
    _ = try pages.ask(String(gone.prefix { $0 != "?" }), "action=delete&confirmed=yes")
    let archived = try pages.followed("links/a.example/often", "action=archive", in: language)
    let undone = try pages.undo(archived)
    #expect(try pages.link("often")?.archived == false)
    _ = try pages.undo(pages.text(undone, in: language))
    #expect(try pages.link("often")?.archived == true)
  }

  @Test(arguments: Language.allCases)
  func `what was done is said, with a way back where there is one`(_ language: Language) throws {
    let changes = pages.fixture.everything
    let token = try changes.createToken(TokenDraft(name: "Other", scopes: [.readLinks])).token
    let person = try #require(try changes.people().first)
    func done(_ path: String, _ form: String, _ word: Phrase) throws -> String {
      let html = try pages.followed(path, form, in: language)
      #expect(html.contains(Markup(text: word.text(in: language)).html), "\(path) \(form)")
      return html
    }
    _ = try done("tokens", "action=revoke&confirmed=yes&id=\(token.id)", .row("tokens", "revoked"))
    let role = try done("people", "action=role&role=admin&id=\(person.id)", .row("people", "role"))
    #expect(role.contains("name=\"role\" value=\"editor\""))
    let webhook = "webhooks/\(pages.webhook)"
    #expect(
      try done(webhook, "action=disable", .row("webhook", "disable")).contains("value=\"enable\""))
    #expect(
      try done(webhook, "action=enable", .row("webhook", "enable")).contains("value=\"disable\""))
    _ = try done(webhook, "action=test", .row("webhook", "test"))
    _ = try done(webhook, "action=remove&confirmed=yes", .row("webhooks", "removed"))
    _ = try done("people", "action=remove&confirmed=yes&id=\(person.id)", .row("people", "removed"))
    _ = try done("sessions", "action=end-others", .row("sessions", "end-others"))
  }
}
