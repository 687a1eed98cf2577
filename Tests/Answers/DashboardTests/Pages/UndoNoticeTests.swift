import Changes
import HTTPCore
import JSONSyntax
import Links
import Testing

@testable import Dashboard

/// The Undo of a notice takes back what the notice is about, and nothing else.
@Suite struct UndoNoticeTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  @Test func `a save that changes nothing has no undo`() throws {
    _ = try pages.ask("links", "link=a.example/often&link=a.example/seldom&action=tag&tag=bulk")
    let form =
      "action=save&url=https://b.example/often&name=The often link&tags=spring, bulk&rules=0"
    let same = try pages.lead("links/a.example/often", form)
    #expect(same == "links/a.example/often?done=same")
    let html = try pages.text(same)
    #expect(html.contains("Nothing was changed.") && Pages.change(html) == nil)
    for action in ["restore", "version&version=2"] {
      let again = try pages.lead("links/a.example/often", "action=\(action)")
      #expect(again == "links/a.example/often?done=same")
    }
    #expect(
      try pages.link("seldom")?.tags == ["bulk", "spring"]
        || pages.link("seldom")?.tags == ["spring", "bulk"])
  }

  @Test func `an old notice has no undo`() throws {
    let saved = try pages.lead("links/a.example/often", "action=archive")
    #expect(Pages.change(try pages.text(saved)) != nil)
    _ = try pages.ask("links", "link=a.example/often&link=a.example/seldom&action=tag&tag=bulk")
    #expect(Pages.change(try pages.text(saved)) == nil)
    #expect(Pages.change(try pages.text("links/a.example/often?done=saved")) == nil)
  }

  @Test func `the notice of a deletion ends with the deletion`() throws {
    let deleted = try pages.lead("links/a.example/often", "action=delete&confirmed=yes")
    let html = try pages.text(deleted)
    #expect(html.contains("The link was deleted."))
    let back = try pages.undo(html)
    #expect(back.hasPrefix("links/a.example/often?done=undone&change="))
    #expect(try pages.link("often") != nil)
    let stale = try pages.text(deleted)
    #expect(!stale.contains("The link was deleted.") && Pages.change(stale) == nil)
    #expect(
      !(try pages.text("links?done=link-deleted&link=a.example/seldom")).contains("was deleted"))
    // What was undone can be done again.
    #expect(Pages.change(try pages.text(back)) != nil)
  }

  @Test func `an action on many links can be undone, and what was undone can be done again`() throws
  {
    let form = "link=a.example/often&link=a.example/seldom&action=tag&tag=bulk"
    let done = try pages.lead("links", form)
    #expect(done.hasPrefix("links?done=tag&changed=2&change="))
    let undone = try pages.undo(pages.text(done))
    #expect(try pages.link("seldom")?.tags == ["spring"])
    let old = try pages.text(done)
    #expect(Pages.change(old) == nil && !old.contains(Phrase.row("links", "tag", 2).english))
    let again = try pages.text(undone)
    #expect(again.contains(Word.changeUndoneShort.english))
    _ = try pages.undo(again)
    #expect(try pages.link("seldom")?.tags.contains("bulk") == true)
  }

  @Test func `a notice offers no undo of a change that it is not about`() throws {
    let many = try pages.lead("links", "link=a.example/often&link=a.example/seldom&action=archive")
    let change = try #require(many.split(separator: "=").last)
    let shown = Phrase.row("links", "archive", PageContext.bulkLimit).english
    #expect(
      try pages.text("links?done=archive&changed=999999999&change=\(change)").contains(shown))
    for address in addresses(of: change) + ["links?done=archive&changed=2"]
    where address != "links?done=archive&changed=2&change=\(change)" {
      let html = try pages.text(address)
      #expect(Pages.change(html) == nil, "\(address)")
      for word in [.row("links", "archive", 2), .row("links", "delete", 2), Phrase(.linkDeleted)] {
        #expect(!html.contains(word.english), "\(address)")
      }
    }
  }

  @Test func `a notice about many links offers no undo of a link just made or saved`() throws {
    for form in [
      ("links/new", "host=a.example&slug=made&url=https://b.example/&rules=0"),
      ("links/a.example/often", "action=save&url=https://b.example/&name=N&tags=spring&rules=0"),
    ] {
      let own = try pages.lead(form.0, form.1)
      #expect(Pages.change(try pages.text(own)) != nil, "\(own)")
      let change = try #require(own.split(separator: "=").last)
      for address in addresses(of: change) where !address.contains("done=saved") {
        #expect(Pages.change(try pages.text(address)) == nil, "\(address)")
      }
    }
  }

  @Test(arguments: [
    ("tag", "&tag=bulk"), ("untag", "&tag=spring"), ("archive", ""), ("delete", "&confirmed=yes"),
  ])
  func `every action on many links says what it did, and takes it back once`(
    _ action: String, _ more: String
  ) throws {
    let form = "link=a.example/often&link=a.example/seldom&action=" + action + more
    let html = try pages.followed("links", form)
    #expect(html.contains(Phrase.row("links", action, 2).english))
    let change = try #require(Pages.change(html))
    #expect(try pages.undo(html).hasPrefix("links?done=undone&change="))
    let again = try pages.lead("changes/\(change)", "back=/dashboard/links")
    #expect(again == "links")
    let nothing = Phrase(.nothingToUndo, change).english
    #expect(try pages.text("changes/\(change)", "a=b").contains(nothing))
    #expect(try pages.link("often")?.tags == ["spring"] && pages.link("often")?.archived == false)
  }

  @Test func `a notice offers no undo of what somebody else did`() throws {
    let keys = ["often", "seldom"].map { LinkKey(host: "a.example", slug: $0) }
    let edit = try pages.fixture.editor.change(keys, .archive)
    let others = try #require(edit.change)
    for address in addresses(of: "\(others)") {
      #expect(Pages.change(try pages.text(address)) == nil, "\(address)")
    }
    // Whoever made the change is offered its Undo.
    let own = try pages.lead("links", "link=a.example/often&link=a.example/seldom&action=restore")
    #expect(Pages.change(try pages.text(own)) != nil)
  }

  /// The addresses of all notices that may offer the Undo of a change.
  private func addresses(of change: some StringProtocol) -> [String] {
    BulkAction.allCases.map { "links?done=\($0.rawValue)&changed=2&change=\(change)" } + [
      "links?done=undone&change=\(change)", "links?change=\(change)",
      "links/a.example/often?done=saved&change=\(change)",
      "links?done=link-deleted&link=a.example/often&change=\(change)",
    ]
  }

  @Test func `a refused action on many links keeps what was selected`() throws {
    let html = try pages.text("links", "link=a.example/often&action=tag&tag=a, b")
    #expect(html.contains("id=\"tag-fault\">One tag at a time"))
    #expect(html.contains("value=\"a.example/often\" checked>"))
    #expect(!html.contains("value=\"a.example/seldom\" checked>"))
    #expect(html.contains("name=\"tag\" value=\"a, b\""))
    #expect(try pages.link("often")?.tags == ["spring"])
  }
}

/// A password that was typed once does not vanish without a word.
@Suite struct LostPasswordTests {
  private let pages: Pages

  init() throws { pages = try Pages() }

  private static let link = "host=a.example&slug=locked&url=https://b.example/&rules=0"
  private static let lost = "&password-lost=yes&password="

  @Test(arguments: ["&action=preview", "&rule=add", "&url=x:bad"])
  func `the form remembers that there was one`(step: String) throws {
    let link = step.contains("url=") ? Self.link.replacing("https:", with: "x:") : Self.link
    let html = try pages.text(
      "links/new", link + "&password=secret" + (step.contains("url=") ? "" : step))
    #expect(html.contains("name=\"password-lost\" value=\"yes\""))
    #expect(html.contains("name=\"password-none\""))
    #expect(!html.contains("secret\""))
  }

  @Test func `a new link is not made without it, unless that is wanted`() throws {
    let html = try pages.text("links/new", Self.link + Self.lost, status: .unprocessableContent)
    #expect(html.contains("href=\"#password\">Password: Type the password again"))
    #expect(try pages.link("locked") == nil)
    _ = try pages.ask("links/new", Self.link + Self.lost + "secret")
    #expect(try pages.link("locked")?.password != nil)
    let open = Self.link.replacing("locked", with: "open") + Self.lost + "&password-none=yes"
    _ = try pages.ask("links/new", open)
    #expect(try pages.link("open").map { $0.password == nil } == true)
  }

  @Test func `a preview shows that there is one, also to a script that keeps it`() throws {
    func planned(_ items: String) throws -> Bool {
      let html = try pages.text("links/new", Self.link + "&action=preview" + items)
      return html.contains("<dt>Password</dt><dd>\(Word.passwordIsAsked.english)</dd>")
    }
    #expect(try planned("&password=secret"))
    #expect(try planned("&has-password=yes"))
    #expect(try !planned("&password="))
  }

  @Test(arguments: Language.allCases)
  func `a preview after the end of a session tells of it`(_ language: Language) throws {
    let html = try pages.fixture.ask(
      "/dashboard/links/new", method: "POST",
      fields: "Accept: text/html\r\nAccept-Language: \(language.rawValue)\r\n",
      body: Self.link + "&action=preview"
    ).text
    #expect(html.contains("<body class=\"alone\">"))
    let told = Word.sessionEnded.text(in: language)
    #expect(html.contains("<div class=\"notice warn\" role=\"status\"><p>\(told)</p></div>"))
  }

  @Test func `a link is not saved without it`() throws {
    let save = "action=save&url=https://c.example/&rules=0"
    let refused = try pages.ask("links/a.example/often", save + Self.lost)
    #expect(refused.status == .unprocessableContent)
    #expect(try pages.link("often")?.url == "https://b.example/often")
    _ = try pages.ask("links/a.example/often", save + Self.lost + "&password-none=yes")
    #expect(try pages.link("often")?.url == "https://c.example/")
    _ = try pages.ask("links/a.example/often", save + Self.lost + "secret")
    #expect(try pages.link("often")?.password != nil)
    // Who takes the earlier one away needs no new one.
    _ = try pages.ask("links/a.example/often", save + Self.lost + "&removes-password=yes")
    #expect(try pages.link("often").map { $0.password == nil } == true)
  }
}
