import Testing
import WebSyntax

/// What a browser sends for what people paste.
struct SentURLTests {
  @Test(arguments: [
    ("https://a.example/x?y=1#z", "https://a.example/x?y=1#z"),
    ("HTTPS://A.Example:8443/B?C#D", "https://a.example:8443/B?C#D"),
    ("https://a%42.example/", "https://ab.example/"),
    ("https://bücher.example/über uns", "https://xn--bcher-kva.example/%C3%BCber%20uns"),
    ("https://BÜCHER.example", "https://xn--bcher-kva.example"),
    ("https://straße.de/", "https://xn--strae-oqa.de/"),
    ("https://例え。jp/朝", "https://xn--r8jz45g.jp/%E6%9C%9D"),
    ("https://b%C3%BCcher.example/", "https://xn--bcher-kva.example/"),
    ("https://⚡.example/⚡", "https://xn--57h.example/%E2%9A%A1"),
    ("https://a.example/\"<>^`|", "https://a.example/%22%3C%3E%5E%60%7C"),
    ("https://a.example/a+b%20c%zz%", "https://a.example/a+b%20c%25zz%25"),
    ("https://a.example/%e2%9a%a1/../b", "https://a.example/%e2%9a%a1/../b"),
    ("https://a.example\\b\\c?d\\e", "https://a.example/b/c?d%5Ce"),
    ("https://a.example/{{name}}{1}", "https://a.example/%7B%7Bname%7D%7D%7B1%7D"),
    ("https://127.1/", "https://127.0.0.1/"), ("https://0x7f000001/", "https://127.0.0.1/"),
    ("https://0X7F.1./", "https://127.0.0.1/"),
    ("https://[2001:DB8::1]:1/", "https://[2001:db8::1]:1/"),
  ])
  func `is what a browser sends`(_ typed: String, _ sent: String) throws {
    #expect(try SentURL(typed).text == sent)
    #expect(try SentURL(sent).text == sent)
  }

  @Test(arguments: [
    "", "a.example", "//a.example/", "https:a.example", "https:///x", " https://a.example/",
    "https://a.example/ ", "https://a.example/\n", "https://a.example/\u{7F}",
  ])
  func `is nothing for what is no URL`(_ typed: String) {
    #expect(throws: SentURL.Fault.notURL) { try SentURL(typed) }
  }

  @Test(arguments: [
    ("https://a..b/", "a..b"), ("https://-/", "-"), ("https://a.-.b/", "a.-.b"),
    ("https://256.1.1.1/", "256.1.1.1"), ("https://1.2.3.4.5/", "1.2.3.4.5"),
    ("https://1.2.65536/", "1.2.65536"), ("https://1..2/", "1..2"),
    ("https://a.08/", "a.08"), ("https://[::g]/", "[::g]"), ("https://a b/", "a b"),
    ("https://a%2Fb/", "a%2Fb"), ("https://a%00b/", "a%00b"),
  ])
  func `names a host that no browser asks for`(_ typed: String, _ host: String) {
    #expect(throws: SentURL.Fault.impossibleHost(host)) { try SentURL(typed) }
  }

  @Test(arguments: ["0", "65536", "99999", "x", "-1", "99999999999999999999"])
  func `names a port that cannot exist`(_ port: String) {
    #expect(throws: SentURL.Fault.impossiblePort(port)) {
      try SentURL("https://a.example:\(port)/")
    }
  }

  @Test func `keeps the values of visits, and says what has changed its meaning`() throws {
    let sent = try SentURL("https://a.example/{path}/日?q={x y}") { $0 == "path" }
    #expect(sent.text == "https://a.example/{path}/%E6%97%A5?q=%7Bx%20y%7D")
    #expect(!sent.escapesPercent && !sent.turnsBackslash)
    #expect(try SentURL("https://a.example/100%").escapesPercent)
    #expect(try SentURL("https://a.example/a\\b").turnsBackslash)
    #expect(try SentURL("https://a.example/%zz", isStored: false).text == "https://a.example/%zz")
  }
}
