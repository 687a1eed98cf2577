import LinkStorage
import Links
import Testing

struct LinkVersionTests {
  @Test func `what was before a version is told where that has no row of its own`() throws {
    // Of a link that was deleted twice, a copy of its store has the two deletions alone.
    let key = LinkKey(host: "a.example", slug: "a")
    let urls = ["https://e.example/2", "https://e.example/1"]
    let rows = zip([6, 4], urls).map { number, url in
      let link = ShortLink(host: key.host, slug: key.slug, url: url)
      return KeptVersion(
        link: number, number: number, kind: .deleted, revision: 1,
        before: LinkDifference.text(from: nil, backTo: link), key: key, change: nil)
    }
    let versions = try LinkVersion.versions(rows, from: nil, at: key)
    #expect(versions.map(\.number) == [6, 5, 4, 3])
    #expect(versions.map { $0.link?.url } == [nil, urls[0], nil, urls[1]])
  }
}
