import Links
import Testing
import WebSyntax

@testable import SiteModel

/// The links of a configuration, packed.
struct ConfiguredLinksTests {
  /// Links of all sizes: with times, with more than a record holds, and long ones.
  private static let links = (0..<3000).map { number in
    var link = ShortLink(
      host: "a.example", slug: "l\(number)",
      url: "https://e.example/" + String(repeating: "x", count: number % 70))
    if number % 5 == 1 { link.createdAt = Timestamp(secondsSinceEpoch: number) }
    if number % 7 == 2 { link.status = .permanent }
    if number % 11 == 3 { link.name = "Link \(number)" }
    if number % 13 == 4 { link.campaign["utm_source"] = "print" }
    if number % 17 == 5 { link.password = PasswordHash("x") }
    return link
  }

  private static func location(_ slug: String, in links: CompiledShortLinks) -> String? {
    var found: String?
    let slug = Array(slug.utf8)
    let hash = ByteWords.hash(slug.span)
    _ = links.sendReady(slug.span, slugHash: hash, for: UserAgent()) { _, _, location, _ in
      found = location.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
    return found
  }

  private static func compiled(_ links: ConfiguredLinks, isFound: Bool) -> CompiledShortLinks {
    CompiledShortLinks(
      prefix: "/", links: links, isIndexed: true, site: { _ in LinkSite() },
      isFound: { _ in isFound })
  }

  @Test func `come out as they went in, also when their answers are prepared`() {
    let links = ConfiguredLinks(Self.links)
    #expect(Array(links) == Self.links && links.count == Self.links.count)
    let packed = Self.compiled(links, isFound: true)
    #expect(packed.all == Self.links)
    for link in Self.links {
      let found = packed.find(slug: link.slug)
      #expect(found?.link == link && found?.isConfigured == true)
      let ready = ReadyRedirect(link, site: LinkSite())?.location
      #expect(Self.location(link.slug, in: packed) == ready)
    }
    #expect(Self.location("l3", in: packed) == "https://e.example/xxx")
    #expect(Self.location("l4", in: packed) == "https://e.example/xxxx?utm_source=print")
    #expect(Self.location("l5", in: packed) == nil && Self.location("l3000", in: packed) == nil)
  }

  @Test func `of one definition are prepared for each snapshot apart`() {
    let links = ConfiguredLinks(Self.links)
    let found = Self.compiled(links, isFound: true)
    let hidden = Self.compiled(links, isFound: false)
    #expect(Self.location("l0", in: found) == "https://e.example/")
    #expect(Self.location("l0", in: hidden) == nil)
    #expect(found.all == hidden.all)
  }

  @Test func `are written neither while they are shared nor once they are read`() async {
    await #expect(processExitsWith: .failure) {
      var memory = LinkMemory()
      let other = memory
      withExtendedLifetime(other) { LinkMemory.append([0], count: 0, to: &memory) }
    }
    await #expect(processExitsWith: .failure) {
      var memory = LinkMemory()
      LinkMemory.seal(&memory)
      LinkMemory.append([0], count: 0, to: &memory)
    }
    await #expect(processExitsWith: .success) {
      var memory = LinkMemory()
      LinkMemory.append([0], count: 0, to: &memory)
    }
  }

  @Test func `change in one copy alone`() {
    let first = ConfiguredLinks(Array(Self.links.prefix(10)))
    var second = first
    second.append(Self.links[10])
    #expect(Array(first) == Array(Self.links.prefix(10)))
    #expect(Array(second) == Array(Self.links.prefix(11)))
    #expect(second.contains(slug: "l10") && !first.contains(slug: "l10"))
  }

  @Test func `leave out a slug that is taken or too long`() {
    let other = ShortLink(host: "a.example", slug: "l0", url: "https://f.example/")
    var links = ConfiguredLinks([Self.links[0], other])
    #expect(Array(links) == [Self.links[0]])
    let slugs = ["l0", String(repeating: "x", count: 256), ""]
    var taken: [Bool] = []
    for slug in slugs {
      taken.append(
        links.append(ShortLink(host: "a.example", slug: slug, url: "https://f.example/")))
    }
    #expect(taken == [false, false, true])
    #expect(links.map(\.slug) == ["l0", ""])
  }
}
