import WebSyntax
import JSONSyntax
import LinkImport
import LinkStorage
import Links
import SQLiteStore
import SiteModel
import Synchronization
import Testing

@testable import Changes

/// Changes of links, decided over a store and the sites of two hosts.
@Suite struct LinkEditorTests {
  private let store: any LinkStore
  private let sites: ServiceSnapshot

  init() throws {
    store = try SQLiteStore(in: MemoryDatabase())
    sites = try snapshot([["a.example"], ["b.example"]])
  }

  private func editor(
    _ scopes: [TokenScope] = [.writeLinks], on hosts: [String] = [],
    note: @escaping LinkEditor.Note = { _ in }
  ) -> LinkEditor {
    LinkEditor(by: caller(scopes, on: hosts), in: store, of: sites, at: now, note: note)
  }

  private func draft(_ text: String) throws -> LinkDraft {
    LinkDraft(try JSONDocument(parsing: Array(text.utf8)).root, passwords: plain)
  }

  private func patch(_ text: String, _ key: LinkKey) throws -> LinkPatch {
    LinkPatch(try JSONDocument(parsing: Array(text.utf8)).root, of: key, passwords: plain)
  }

  private let key = LinkKey(host: "a.example", slug: "x")
  private let wanted = #"{"host": "a.example", "slug": "x", "url": "https://e.example/"}"#

  @Test(arguments: [(["localhost", "a.example"], "a.example"), (["localhost"], "localhost")])
  func `a sample on this machine's own name does not count beside a site`(
    hosts: [String], host: String
  ) throws {
    let sites = try snapshot(hosts.map { [$0] })
    let editor = LinkEditor(by: .everything(as: .service), in: store, of: sites, at: now)
    let draft = try draft(#"{"slug": "y", "url": "https://e.example/"}"#)
    #expect(try editor.create(draft).stored.link.host == host)
  }

  @Test func `takes the only host that a caller reaches for one that is left out`() throws {
    let draft = try draft(#"{"slug": "y", "url": "https://e.example/"}"#)
    #expect(try editor(on: ["b.example"]).create(draft).stored.link.host == "b.example")
    #expect(refusal(try editor().create(draft))?.code == "invalid-fields")
  }

  @Test func `a repeated request has its link, whatever the configuration has since`() throws {
    let key = IdempotencyKey(text: "k", digest: [1])
    let draft = try draft(wanted)
    let made = try editor().create(draft, key)
    let later = try snapshot([["a.example"]]) { site in
      site.shortLinks = ShortLinksDefinition(
        prefix: "/", app: nil,
        links: [ShortLink(host: "a.example", slug: "x", url: "https://e.example/")])
    }
    let editor = LinkEditor(by: caller([.writeLinks]), in: store, of: later, at: now)
    #expect(try editor.create(draft, key).stored == made.stored)
    #expect(refusal(try editor.create(draft))?.code == "slug-taken")
  }

  @Test func `notes each link that was written, and no other`() throws {
    let notes = Mutex<[String]>([])
    let editor = editor { key in notes.withLock { $0.append(key.slug) } }
    _ = try editor.create(try draft(wanted))
    _ = try editor.edit(key, try patch("{}", key))
    _ = try editor.edit(key, try patch(#"{"archived": true}"#, key))
    try editor.delete(key)
    #expect(notes.withLock { $0 } == ["x", "x", "x"])
  }

  @Test func `tags and archives many links, and says which it could not`() throws {
    _ = try editor().create(try draft(wanted))
    let keys = [key, LinkKey(host: "a.example", slug: "none")]
    let tagged = try editor().change(keys, .tag("t")).results
    #expect(try tagged[0].get().stored.link.tags == ["t"])
    #expect(refusal(try tagged[1].get())?.code == "link-not-found")
    #expect(try tagged[0].get().isChanged)
    let again = try editor().change(key, .tag("t"))
    #expect(again.stored.revision == 2 && !again.isChanged)
    #expect(try editor().change(key, .untag("t")).stored.link.tags == [])
    #expect(try editor().change(key, .archive).stored.link.archived)
    #expect(try editor().change(key, .archive).isChanged == false)
    let comma = try editor().change([key], .tag("a,b")).results[0]
    #expect(refusal(try comma.get())?.code == "invalid-fields")
  }

  @Test(arguments: [
    ("1-2", LinkRevision(id: 1, revision: 2)), ("1", nil), ("1-2-3", nil), ("01-2", nil),
    ("", nil), ("1-x", nil), ("99999999999999999999-1", nil),
  ]) func `reads what names a revision`(_ text: String, _ revision: LinkRevision?) {
    #expect(LinkRevision(text) == revision)
  }

  @Test func `makes slugs up in a folder, longer as they become scarce`() throws {
    var random = RandomSlug()
    (random.folder, random.length, random.grows) = ("promo/", 4, true)
    #expect(try #require(random.make(attempt: 0)).utf8.count == 10)
    #expect(try #require(random.make(attempt: 6)).utf8.count == 12)
    random.folder = "a b/"
    let draft = LinkDraft(
      ShortLink(host: "", slug: "", url: "https://e.example/"), host: "a.example",
      slug: .random(random))
    #expect(refusal(try editor().create(draft))?.code == "invalid-fields")
  }

  @Test func `many links are changed as one, also those that somebody has changed since`() throws {
    let keys = (0..<3).map { LinkKey(host: "a.example", slug: "m\($0)") }
    for key in keys {
      let text = #"{"host": "a.example", "slug": "\#(key.slug)", "url": "https://e.example/"}"#
      _ = try editor().create(draft(text))
    }
    let known = try Dictionary(uniqueKeysWithValues: keys.map { ($0, try stored($0)) })
    _ = try editor().edit(keys[1], patch(#"{"tags": ["own"]}"#, keys[1]))
    try editor().delete(keys[2])
    let edit = try editor().change(keys, .tag("new"), known: known)
    #expect(try stored(keys[0]).link.tags == ["new"])
    #expect(try stored(keys[1]).link.tags == ["own", "new"])
    #expect(refusal(try edit.results[2].get())?.code == "link-not-found")
    let change = try #require(edit.change)
    #expect(try store.links(of: change, after: 0, limit: 9).count == 2)
    let same = try editor().change(keys, .tag("new"))
    #expect(same.results.compactMap { try? $0.get().isChanged } == [false, false])
    let foreign = try editor(on: ["b.example"]).change(keys, .archive, known: known)
    for result in foreign.results {
      #expect(refusal(try result.get())?.code == "host-not-reached")
    }
  }

  private func stored(_ key: LinkKey) throws -> StoredLink {
    try #require(try store.currentLink(at: key))
  }
}
