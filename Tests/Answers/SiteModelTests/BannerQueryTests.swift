import Testing

@testable import SiteModel

@Test(arguments: [
  ("url=/a&as=html", SiteBanner.html, "url=/a"), ("as=html&url=/a?b&c", .html, "url=/a?b&c"),
  ("as=tag&url=/a", .tag, "url=/a"), ("url=/a?b=1&as=tag", .tag, "url=/a?b=1"),
  ("url=/a", nil, "url=/a"), ("url=/a?as=list&b", nil, "url=/a?as=list&b"),
  ("url=/a&as=list", nil, "url=/a&as=list"), ("url=/a?b&as=html&c", nil, "url=/a?b&as=html&c"),
  ("as=html", nil, "as=html"), ("", nil, ""), ("&as=html", .html, ""),
])
func `reads how a banner is asked for at either end of a query, and nothing of the page's own`(
  _ query: String, _ form: SiteBanner?, _ rest: String
) {
  var bytes = Array(query.utf8)[...]
  #expect(SiteBanner.take(from: &bytes) == form)
  #expect(String(decoding: bytes, as: UTF8.self) == rest)
}
