import Service
import Testing

@testable import PublicSite

/// Addresses of links, and their form in a page.
private let webAddresses: [(String, String?)] = [
  ("https://a.example/", "https://a.example/"), ("HTTP://a.example", "HTTP://a.example"),
  ("https://a.example/a b?c=\"d\"&e='f'", "https://a.example/a%20b?c=%22d%22&amp;e=&#39;f&#39;"),
  ("https://a.example/あ", "https://a.example/%E3%81%82"),
  ("javascript:alert(1)", nil), ("JavaScript://a.example/%0Aalert(1)", nil),
  ("java\tscript://a", nil), (" https://a.example/", nil), ("https:/a.example", nil),
  ("https:a.example", nil), ("//a.example/", nil), ("/path", nil), ("", nil),
  ("data:text/html,x", nil), ("ftp://a.example/", nil), ("intent://a.example/#Intent;end", nil),
  ("https://a.example/\n", nil), ("https:///path", nil),
  ("https://a.example/" + String(repeating: "x", count: 65_536), nil),
]

@Test(arguments: webAddresses)
func `admits addresses of the web alone`(_ text: String, _ html: String?) {
  #expect(PageAddress(web: text)?.html == html)
}

private let appAddresses: [(String, String?)] = [
  ("shop://google/link/?deep_link_id=x", "shop://google/link/?deep_link_id=x"),
  ("SHOP://x", "SHOP://x"), ("javascript://x/%0Aalert(1)", nil), ("JAVASCRIPT://x", nil),
  ("data://x", nil), ("https://a.example/", nil), ("intent://x", nil), ("tel://x", nil),
  ("shop:x", nil), ("shop://x\"><b>", "shop://x%22%3E%3Cb%3E"),
]

@Test(arguments: appAddresses)
func `admits the schemes of apps alone`(_ text: String, _ html: String?) {
  #expect(PageAddress(app: text)?.html == html)
}

private let lines: [(String?, String?)] = [
  (nil, nil), ("", nil), (" \t\n", nil), ("\0\u{202E}", nil), ("a\r\nb", "a  b"),
  ("  words ", "words"), ("gp\u{202E}exe\0.", "gpexe."), ("12345678", "12345678"),
  ("123456789", "12345678…"), ("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦…"),
  ("a" + String(repeating: "\u{301}", count: 9), "…"), ("שלום", "שלום"),
]

@Test(arguments: lines)
func `cleans and cuts what people read`(_ text: String?, _ line: String?) {
  #expect(VisibleText.line(text, limit: 8) == line)
}

@Test func `sets, replaces and takes away a directive`() {
  let fields = SecurityFields(contentSecurityPolicy: "default-src 'none'; img-src 'self' https:")
  #expect(fields.setting("img-src", to: nil).contentSecurityPolicy == "default-src 'none'")
  #expect(
    fields.setting("img-src", to: "https:").contentSecurityPolicy
      == "default-src 'none'; img-src https:")
  #expect(
    fields.setting("img", to: "x").contentSecurityPolicy
      == "default-src 'none'; img-src 'self' https:; img x")
}
