import AppAssociation
import HTTPCore
import RandomCases
import Service
import Testing
import WebSyntax

@testable import PublicSite

/// Pages are written as bytes; these tests build the same texts from strings.
struct PageRenderingTests {
  /// Characters of a path other than ordinary letters, both raw and escaped.
  static let parts: [[UInt8]] =
    [
      "%", "%4", "%zz", "%%41", "%E3%81%82", "%e3%81%82", "%E3%81", "%ff", "%00", "%0d%0a", "%09",
      "%20", "%7F", "%25", "%2541", "&", "%26", "&amp;", "<", "%3Cb%3E", "\"", "%22", "'", "%27",
      ",", "%2C", " ", "a", "b2", "-", "/", "{x}", "\\", "^", "`", "|", "é", "%C3%A9", "あ",
      "%C2%85",
      "%C2%A0", "%E2%80%AE", "\u{202E}", "%E2%80%A8", "%E2%81%A6", "%EF%BB%BF", "%EF%BF%BF",
      "%EF%B7%90", "%ED%A0%80", "%ED%B0%80", "%F0%9F%98%80", "😀", "%F4%90%80%80", "%C0%AF",
      "%CC%81",
      "\u{301}", "%E2%80%8D",
    ].map { Array($0.utf8) }
    + (UInt8.min...UInt8.max).map { [$0] }

  static let long: [[UInt8]] = [399, 400, 401, 1000].flatMap { count in
    ["x", "%41", "%E3%81%82", "あ", "%C2%AD", "&", "e\u{301}"].map { part in
      Array(String(repeating: part, count: count).utf8)
    }
  }

  /// More slots than a page has, and each twice, since a text that occurs several times is only
  /// written once.
  private static var slots: [PageTemplate.Slot] {
    let slots: [PageTemplate.Slot] = [
      .captureText(0), .captureInURL(0), .host, .hostInQuery, .target,
      .bannerTarget, .captureText(1), .captureInURL(7), .targetInQuery,
    ]
    return slots + slots
  }

  /// The slots of a page in a row, with bars between them.
  private static func rendered(_ path: [UInt8], query: [UInt8]?, host: [UInt8]) -> [String] {
    var template = PageTemplate(captures: ["id"])
    template.append("|")
    for slot in slots {
      template.append(slot)
      template.append("\u{1F}|\u{1F}")
    }
    var captures = CaptureRanges(count: 1)
    captures[0] = 1..<path.count
    let before = Array("GET ".utf8)
    let bytes = before + path + (query ?? [])
    let end = before.count + path.count
    let page = template.render(
      PageRequestParts(
        bytes: bytes, path: before.count..<end, query: query.map { end..<end + $0.count },
        captures: captures, host: host[...], visitor: .apple, isOnOtherHost: false))
    let text = String(decoding: page.dropFirst(), as: UTF8.self)
    let parts = text.split(separator: "\u{1F}|\u{1F}", omittingEmptySubsequences: false)
    return parts.dropLast().map { String($0) }
  }

  private static func expected(_ path: [UInt8], query: [UInt8]?, host: [UInt8]) -> [String] {
    let capture = path[1...]
    let target = path + (query.map { [UInt8(ascii: "?")] + $0 } ?? [])
    let visible = VisibleText.line(
      PercentCoding.decodeLossy(capture), limit: VisibleText.descriptionLimit)
    let slots = [
      HTMLText.escape(visible ?? ""), HTMLText.escape(PercentCoding.encodeUnsafe(capture)),
      HTMLText.escape(String(decoding: host, as: UTF8.self)),
      PercentCoding.encode(host) { !PercentCoding.isUnreserved($0) },
      HTMLText.escape(PercentCoding.encodeUnsafe(target[...])), argument(target), "", "",
      PercentCoding.encode(target) { !PercentCoding.isUnreserved($0) },
    ]
    return slots + slots
  }

  /// The argument as `SmartAppBanner` makes it, also for bytes that are not valid text.
  private static func argument(_ target: [UInt8]) -> String {
    guard let text = String(validating: target, as: UTF8.self) else {
      let parts = target.map { byte in
        byte < 0x80
          ? SmartAppBanner.encodeArgument(String(UnicodeScalar(byte)))
          : PercentCoding.encodeUnsafe([byte])
      }
      return HTMLText.escape(parts.joined())
    }
    return HTMLText.escape(SmartAppBanner.encodeArgument(text))
  }

  private static func differences(_ values: [[UInt8]]) -> [String] {
    let host = Array("a.example".utf8)
    return values.flatMap { value -> [String] in
      let path = [UInt8(ascii: "/")] + value
      let results = zip(
        rendered(path, query: value, host: host), expected(path, query: value, host: host))
      return results.filter { $0 != $1 }.map { "\($0) instead of \($1)" }
    }
  }

  @Test func `escapes every odd byte as strings do`() {
    let letter = [UInt8(ascii: "a")]
    let alone = Self.parts.filter { $0 != [0x1F] }
    #expect(Self.differences(alone + Self.long) == [])
    #expect(Self.differences(alone.map { letter + $0 + letter }) == [])
  }

  @Test func `escapes random paths as strings do`() {
    var dice = Dice(seed: 42)
    let parts = Self.parts.filter { $0 != [0x1F] }
    let paths = (0..<4000).map { _ in (0..<dice.roll(0...7)).flatMap { _ in dice.pick(parts) } }
    #expect(Self.differences(paths) == [])
  }

  @Test(arguments: [
    ("%3Cb%3E&'", "&lt;b&gt;&amp;&#39;", "%3Cb%3E&amp;&#39;"),
    ("%zz\"", "%zz&quot;", "%zz%22"), ("%ff", "%ff", "%ff"), ("%E3%81%82,", "あ,", "%E3%81%82,"),
    ("%20x%20", "x", "%20x%20"), ("%E2%80%AEx", "x", "%E2%80%AEx"),
    ("%ED%A0%80", "%ED%A0%80", "%ED%A0%80"), ("a%0Ab", "a b", "a%0Ab"), ("", "", ""),
  ])
  func `shows a capture and links to it`(_ capture: String, _ text: String, _ address: String) {
    let path = Array("/\(capture)".utf8)
    let slots = Self.rendered(path, query: nil, host: [])
    #expect(slots[0] == text)
    #expect(slots[1] == address)
    #expect(slots[4] == "/" + address)
  }

  @Test func `shows an empty path as the top of the site`() {
    var template = PageTemplate()
    template.append("<")
    template.append(.target)
    template.append(.bannerTarget)
    let context = PageRequestParts(
      bytes: [], path: 0..<0, query: 0..<0, captures: CaptureRanges(count: 0), host: [],
      visitor: .apple, isOnOtherHost: false)
    #expect(String(decoding: template.render(context), as: UTF8.self) == "</?/?")
  }

  @Test func `shows a section to those it is for, and nothing of it to others`() {
    var template = PageTemplate()
    template.append("a")
    template.append(for: .apple) { page in
      page.append("[")
      page.append(.host)
      page.append("]")
    }
    template.append(for: [.android, .desktop], onOtherHost: false) { $0.append(.target) }
    template.append(for: .apple) { _ in }
    template.append(.host)
    template.append("z")
    func text(_ visitor: PageVisitor, _ isOnOtherHost: Bool) -> String {
      let context = PageRequestParts(
        bytes: [UInt8(ascii: "/")], path: 0..<1, query: nil, captures: CaptureRanges(count: 0),
        host: [UInt8(ascii: "h")], visitor: visitor, isOnOtherHost: isOnOtherHost)
      return String(decoding: template.render(context), as: UTF8.self)
    }
    #expect(text(.apple, false) == "a[h]hz")
    #expect(text(.apple, true) == "a[h]hz")
    #expect(text(.android, false) == "a/hz")
    #expect(text(.desktop, true) == "ahz")
    #expect(text(.unclear, false) == "ahz")
    #expect(text([], false) == "ahz")
  }
}

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
