import FoundationEssentials
import LinkImport
import LinkStorage
import Links
import SQLStorage
import Testing

@testable import SQLiteStore

/// Files written by an earlier release are read under today's rules.
@Suite(.tidies) struct ReleasedRowsTests {
  /// Every row of the file, newest first.
  private static let slugs = [
    "added", "tags", "newer", "controls", "package", "mail", "plain", "everything/x",
  ]

  private let store: SQLiteStore
  private let path: String

  init() throws {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    let sql = try Data(
      contentsOf: URL(filePath: folder.joined(separator: "/") + "/Fixtures/schema4.sql"))
    path = try temporaryFolder() + "/a.db"
    try Database(path: path).execute(String(decoding: sql, as: UTF8.self))
    store = try opened(SQLiteStore(path: path))
  }

  private func link(_ slug: String) throws -> ShortLink {
    try #require(try store.link(at: LinkKey(host: "a.example", slug: slug))).link
  }

  @Test func `lists, reads and exports every link`() throws {
    let listed = try store.links(LinkFilter(), after: nil, limit: 100).links
    #expect(listed.map(\.link.slug) == Self.slugs)
    var walked: [StoredLink] = []
    try store.forEachLink(batch: 3) { stored in
      walked.append(stored)
      return true
    }
    #expect(walked == listed.reversed())
    for stored in listed {
      #expect(try store.link(at: stored.link.key) == stored)
      for format in LinkExport.Format.allCases {
        #expect(LinkExport.row(stored.link, format).contains(stored.link.slug))
      }
    }
    #expect(try store.links(LinkFilter(tag: "tag 39"), after: nil, limit: 9).links.count == 1)
  }

  @Test func `reads every field as the release has written it`() throws {
    let everything = UnpackedLink(try link("everything/x"))
    // Fields that links did not have then.
    let later: Set = ["apple.productPage", "importedClicks", "owner", "path", "rules"]
    for field in LinkField.all where !later.contains(field.path) {
      #expect(!field.type.isAbsent(in: everything), "\(field.path)")
    }
    #expect(everything.fields.link.createdAt == Timestamp("2021-01-01T00:00:00Z"))
    #expect(
      everything.fields.rare.extra == [
        .init(name: "Odd, \"Column\"", value: "x\ny"), .init(name: "b", value: ""),
      ])
    #expect(try link("mail").apple.appStoreID == "12345678901234567890")
    #expect(try link("mail").apple.customScheme == "mailto")
    #expect(try link("package").android.packageName == "com.1e.app-x")
    #expect(try link("package").android.minimumVersionCode == -5)
    #expect(try link("controls").tags == ["x", "", "y,z", "x"])
    #expect(try link("controls").name == "bell\u{7}")
    #expect(try link("tags").tags.count == 40)
  }

  @Test func `passes over what a newer release may have written`() throws {
    let newer = try link("newer")
    #expect(newer.status == .found && newer.query == .merge)
    #expect(newer.tags == ["fresh"] && newer.apple.bundleID == "com.e.app")
  }

  /// Otherwise the other tests would prove nothing.
  @Test func `would refuse some of them today`() throws {
    for slug in ["package", "controls"] {
      var reader = LinkImportReader(.ndjson)
      let rows = reader.feed(Array(LinkExport.row(try link(slug), .ndjson).utf8)[...])
      #expect(rows.map(\.isRejected) == [true], "\(slug)")
    }
  }

  @Test func `decides visits to every link`() throws {
    let iPhone = UserAgent(
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
        + "Gecko) Version/17.0 Mobile/15E148 Safari/604.1")
    let android = UserAgent(
      "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile "
        + "Safari/537.36")
    for slug in Self.slugs {
      let link = try link(slug)
      for agent in [UserAgent(), iPhone, android] {
        let decision = decide(link, visit: Visit(query: nil, agent: agent), now: time(0))
        #expect(!decision.reasons.isEmpty, "\(slug)")
        guard slug == "plain" else { continue }
        #expect(decision.outcome == .redirect(location: "https://e.example/plain", status: .found))
      }
    }
  }

  @Test func `finds alike links and takes changes of every one`() throws {
    for slug in Self.slugs {
      let old = try link(slug)
      var alike = old
      alike.slug = "other"
      #expect(try store.link(like: alike)?.link.slug == slug)
      #expect(try store.apply([old], at: time(0)) == [.unchanged])
      var changed = old
      changed.name = "changed"
      _ = try store.update(changed, revision: nil, at: old.updatedAt ?? time(0))
      changed.isEdited = true
      #expect(try link(slug) == changed)
    }
  }

  @Test func `tells damage by the row that has it, and opens the file all the same`() throws {
    try Database(path: path).execute("UPDATE links SET details = '{\"tags\":' WHERE slug = 'tags'")
    #expect(kind { try link("tags") } == .corrupt)
    var alike = try link("mail")
    alike.slug = "other"
    #expect(try store.link(like: alike)?.link.slug == "mail")
  }
}
