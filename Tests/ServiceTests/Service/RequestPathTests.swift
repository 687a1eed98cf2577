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
  #expect(RequestPath.isAcceptable(Array(path.utf8)[...]) == expected)
}
