import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Testing

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
    #expect(done.contains(Word.personWasChanged.english))
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

  @Test func `a host that no site serves is refused with the nearest, unless it was there`() throws
  {
    let pages = try Pages()
    let refused = try pages.ask("people", "action=add&name=N&role=viewer&hosts=a.exampel")
    #expect(refused.status.code == 422)
    #expect(String(decoding: refused.body, as: UTF8.self).contains("did you mean &#39;a.example"))
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
