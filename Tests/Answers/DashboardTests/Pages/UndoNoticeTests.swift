import HTTPCore
import LinkStorage
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
    let back = try #require(try pages.undo(html))
    #expect(back.hasPrefix("/dashboard/links/a.example/often?done=undone&change="))
    #expect(try pages.link("often") != nil)
    let stale = try pages.text(deleted)
    #expect(!stale.contains("The link was deleted.") && Pages.change(stale) == nil)
    #expect(!(try pages.text("links?done=deleted&link=a.example/seldom")).contains("was deleted"))
    // What was undone can be done again.
    #expect(Pages.change(try pages.text(String(back.dropFirst("/dashboard/".count)))) != nil)
  }

  @Test func `an action on many links can be undone, and what was undone can be done again`() throws
  {
    let form = "link=a.example/often&link=a.example/seldom&action=tag&tag=bulk"
    let done = try pages.lead("links", form)
    #expect(done.hasPrefix("links?done=tag&changed=2&change="))
    let undone = try #require(try pages.undo(try pages.text(done)))
    #expect(try pages.link("seldom")?.tags == ["spring"])
    // The old address says what was done, but takes nothing back.
    #expect(Pages.change(try pages.text(done)) == nil)
    let again = try pages.text(String(undone.dropFirst("/dashboard/".count)))
    #expect(again.contains(Word.changeUndoneShort.english))
    _ = try pages.undo(again)
    #expect(try pages.link("seldom")?.tags.contains("bulk") == true)
  }

  @Test func `a notice offers no undo of a change that it is not about`() throws {
    let many = try pages.lead("links", "link=a.example/often&link=a.example/seldom&action=archive")
    let change = try #require(many.split(separator: "=").last)
    for address in [
      "links/a.example/often?done=saved&change=\(change)",
      "links?done=deleted&link=a.example/often&change=\(change)", "links?change=\(change)",
      "links?done=archive&changed=x&change=\(change)",
    ] {
      #expect(Pages.change(try pages.text(address)) == nil, "\(address)")
    }
    let far = try pages.text("links?done=archive&changed=999999999&change=\(change)")
    #expect(far.contains(Word.linksArchived(PageContext.bulkLimit).english))
  }

  @Test func `a refused action on many links keeps what was selected`() throws {
    let html = try pages.text("links", "link=a.example/often&action=tag&tag=a, b")
    #expect(html.contains("One tag at a time"))
    #expect(html.contains("value=\"a.example/often\" checked>"))
    #expect(!html.contains("value=\"a.example/seldom\" checked>"))
    #expect(html.contains("name=\"tag\" value=\"a, b\""))
    #expect(try pages.link("often")?.tags == ["spring"])
  }
}
