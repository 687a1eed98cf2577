import Links
import Testing

@Test func `takes no more words from a long link than a link can have`() throws {
  let query = "link=https://e.example/&st=\(String(repeating: "t", count: 1025))&sd=%01d&ct=%7F"
  let (link, warnings) = try DynamicLink(query: query).link(
    host: "a.example", slug: "x", by: .trusted(within: nil))
  #expect(link.social.title == nil)
  #expect(link.social.description == "d")
  #expect(link.campaign.items.isEmpty)
  #expect(warnings.map(\.code) == ["TOO_LONG_PARAM"])
}
