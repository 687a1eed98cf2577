import Links
import Testing

@Suite struct QueryMergeTests {
  private func location(_ url: String, _ query: String, _ mode: ShortLink.QueryMode) -> String? {
    var link = ShortLink(host: "a.example", slug: "x", url: url)
    link.query = mode
    link.campaign.items = [("utm_source", "m")]
    guard
      case .destination(let location) = resolve(
        link, visit: Visit(query: query), now: Timestamp(secondsSinceEpoch: 0))
    else { return nil }
    return location
  }

  @Test func `leaves the question about the link out, and the link's own item in`() {
    #expect(location("https://e.example/p", "d=1", .merge) == "https://e.example/p?utm_source=m")
    #expect(
      location("https://e.example/p?d=1#f", "a=1&d=1&d=2&%64=1", .merge)
        == "https://e.example/p?d=1&a=1&utm_source=m#f")
    #expect(
      location("https://e.example/p?d=1", "d=1", .visitor)
        == "https://e.example/p?d=1&utm_source=m")
  }

  @Test func `compares names as they are meant`() {
    #expect(
      location("https://e.example/p?%61=1&b", "a=2&%62=3&utm%5Fsource=x&c", .merge)
        == "https://e.example/p?%61=1&b&utm%5Fsource=x&c")
    #expect(
      location("https://e.example/p?a=1&b", "%61=2&&", .visitor)
        == "https://e.example/p?b&%61=2&utm_source=m")
    #expect(location("https://e.example/?", "", .merge) == "https://e.example/?utm_source=m")
  }
}
