import Links
import Testing

@Test func `reads as many parameters as a long link can have, and no more`() {
  let few = String(repeating: "a=b&", count: 99)
  #expect(DynamicLink(query: few + "link=https://e.example/&c").destination != nil)
  let many = DynamicLink(query: few + "a=b&link=https://e.example/")
  #expect(many.destination == nil && many.parameters.count == 100)
}

@Test func `takes no more words from a long link than a link can have`() throws {
  let query = "link=https://e.example/&st=\(String(repeating: "t", count: 1025))&sd=%01d&ct=%7F"
  let (link, warnings) = try DynamicLink(query: query).link(
    host: "a.example", slug: "x", by: .trusted(within: nil))
  #expect(link.social.title == nil)
  #expect(link.social.description == "d")
  #expect(link.campaign.items.isEmpty)
  #expect(warnings.map(\.code) == ["TOO_LONG_PARAM"])
}
