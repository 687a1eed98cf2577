import Testing

@testable import SiteModel

@Test(arguments: [
  ("", true), ("/", true), ("/article/42", true), ("/a.b", true), ("/a..", true), ("/.a", true),
  ("/...", true), ("/.well-known/x", true), ("//", true), ("/.", false), ("/..", false),
  ("/./a", false), ("/a/../b", false), ("/a/.", false), (".", true), ("/a//..", false),
  ("/%2e", false), ("/%2E%2e/a", false), ("/.%2e", false), ("/%2e%2e%2e", true), ("/a%2e", true),
  ("/a%2F..%2Fb", false), ("/%2F", true), ("/%", false), ("/%4", false), ("/%zz", false),
  ("/%00", false), ("/%1F", false), ("/%7f", false), ("/%20", true), ("/%E3%81%82", true),
  ("/%E3%81", false), ("/%ff", false), ("/%ED%A0%80", false), ("/%C0%AF", false), ("/%25", true),
  ("/%252e%252e", true), ("/long/enough/for/words/%2e%2e/x", false),
  ("/long/enough/for/words/../x", false), ("/long/enough/for/words/x.", true),
])
func `takes no path that climbs or cannot be read`(_ path: String, _ expected: Bool) {
  #expect((RequestPath.normalized(Array(path.utf8)[...]) != nil) == expected)
}

@Test(arguments: [
  ("/s/spring", "/s/spring"), ("/%73/spring", "/s/spring"),
  ("/.well-known/%61pple-app-site-association", "/.well-known/apple-app-site-association"),
  ("/%7Ea%2D%2e%5Fb%30", "/~a-._b0"), ("/%2F%3f%25%41", "/%2F%3f%25A"), ("/%2561", "/%2561"),
  ("/%E3%81%82", "/%E3%81%82"), ("/%2b%61+", "/%2ba+"),
])
func `takes escapes of unreserved characters for the characters`(
  _ path: String, _ expected: String
) throws {
  let normalized = try #require(RequestPath.normalized(Array(path.utf8)[...]))
  #expect(String(decoding: normalized, as: UTF8.self) == expected)
}

@Test(arguments: [
  ("url=/a&as=html", SiteBanner.html, "url=/a"), ("as=html&url=/a?b&c", .html, "url=/a?b&c"),
  ("as=tag&url=/a", .tag, "url=/a"), ("url=/a?b=1&as=tag", .tag, "url=/a?b=1"),
  ("url=/a", nil, "url=/a"), ("url=/a?as=list&b", nil, "url=/a?as=list&b"),
  ("url=/a&as=list", nil, "url=/a&as=list"), ("url=/a?b&as=html&c", nil, "url=/a?b&as=html&c"),
  ("as=html", .html, ""), ("", nil, ""), ("&as=html", .html, ""),
  ("as=tag&url=/a?b&as=html", .tag, "url=/a?b&as=html"),
])
func `reads how a banner is asked for at either end of a query, and nothing of the page's own`(
  _ query: String, _ form: SiteBanner?, _ rest: String
) {
  var bytes = Array(query.utf8)[...]
  #expect(SiteBanner.take(from: &bytes) == form)
  #expect(String(decoding: bytes, as: UTF8.self) == rest)
}
