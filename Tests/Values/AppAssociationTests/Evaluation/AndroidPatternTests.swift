import Platforms
import Testing
import WebSyntax

@testable import AppAssociation

/// Patterns with texts that they match and texts that they do not, according to Android's tests of
/// `DalComponentParser`.
private let published: [(pattern: String, matching: [String], failing: [String])] = [
  ("foobar", ["foobar"], ["foo.bar", #"foo\.bar"#]),
  ("foo.bar", ["foo.bar"], ["foobar", #"foo\.bar"#, "foodbar"]),
  ("foo*", ["foo", "foobar", "foo.bar", #"foo\.bar"#], ["fo", "barfoo"]),
  ("foo.*", ["foo.", "foo.bar", "foo..."], ["foo", "fo.", "foobar"]),
  ("*bar", ["foobar", "foo.bar", "bar", ".bar"], ["foo", "barfoo", "barfoobar", "abcbar"]),
  ("*.bar", [".bar", "foo.bar"], ["bar", "foobar", ".bar.bar", "foo.b.bar"]),
  ("foo*bar", ["foobar", "foo.bar", "foofoobar"], ["foobarbar", "f.bar"]),
  (#"foo\*bar"#, [#"foo\bar"#, #"foo\.bar"#, #"foo\foobar"#], ["foobarbar", "f.bar"]),
  ("foo.*bar", ["foo.bar", "foo.foobar"], ["foobar", "foo.barbar"]),
  ("foo*.bar", ["foo.bar", "foobar.bar"], ["foobar", "foo.bar.bar"]),
  ("*foo*bar", [".foo.bar", "xfoozbar", "foobar", "foo.bar"], ["barfoo", "foobbar", "ffoobar"]),
  ("foo?bar", ["foo.bar", "foobbar"], ["foobar"]),
  ("foo.?bar", ["foo..bar", "foo.bbar"], ["foobar", "foo.bar"]),
  ("foo?.bar", ["foo..bar", "fooo.bar"], ["foobar", "foo.bar"]),
  ("?bar", [".bar", "fbar"], ["bar", "foobar"]),
  ("foo?", ["foo.", "foob"], ["foo", "foobar"]),
  ("fo?b*r", ["foobar", "fo.br", "fobbbbr"], ["foobrr", "fobar"]),
  ("foo*?bar", ["foo.bar", "foofoo.bar", "foobar.bar"], ["foobar", "foobarbar"]),
  ("^fo+b*r", ["^fo+bar", "^fo+br", "^fo+bbbbr"], ["foobar", "fobr"]),
  ("?*bar", ["bbar", ".bar", "foo.bar"], ["bar"]),
  ("foo?*bar", ["foo.bar", "foodbar", "foofoobar", "foobarbar"], ["foobar", "foo.bar.bar"]),
  (
    "foo?*bar*", ["foo.bar", "foodbar", "foo..bar", "foobarbar", "foo.bar.bar.foo"],
    ["foobar", "foo.ba.bar"]
  ),
  ("foo?*bar.", ["foo.bar.", "foo..bar."], ["foobar.", #"foo.bar\."#]),
  ("foo?*bar.*", ["foo.bar.", "foo..bar.", "foodbar.bar"], ["foobar.", "foo.bar"]),
  ("bar?*", ["barfoo", "bar."], ["bar", "foobar"]),
  ("foo[a-z]", ["foo[a-z]"], ["fooa"]),
  ("foo[a-z]+", ["foo[a-z]+"], ["foo[a-z]", "foozz"]),
  ("foo[a-z]*", ["foo[a-z]", "foo[a-z]bar"], ["foo", "fooz"]),
  ("[a-z]*bar", ["[a-z].bar", "[a-z]bar"], ["abar"]),
  ("foo[a-z]?bar", ["foo[a-z].bar", "foo[a-z]bbar"], ["fooz.bar"]),
  ("foo[a-z]?*", ["foo[a-z]bar"], ["foodbar"]),
  ("^fo+[a-z]?*", ["^fo+[a-z]bar"], ["foobar", "foabar"]),
  ("fo{2}", ["fo{2}"], ["foo"]),
  ("fo{2}+", ["fo{2}+"], ["foo"]),
  ("fo{2}*", ["fo{2}", "fo{2}bar"], ["foobar"]),
  ("fo{2}*bar", ["fo{2}.bar"], ["foo.bar"]),
  ("fo{2}?*", ["fo{2}.", "fo{2}bar"], ["foobar"]),
]

@Test(arguments: published.map(\.pattern))
func `decides as the tests of Android's parser say`(_ pattern: String) throws {
  let row = try #require(published.first { $0.pattern == pattern })
  let compiled = AndroidPattern(pattern)
  for text in row.matching { #expect(compiled.matches(Array(text.utf16)), "\(text)") }
  for text in row.failing { #expect(!compiled.matches(Array(text.utf16)), "\(text)") }
}

/// Consequences of the same source that no published test covers.
private let derived: [(rule: String, url: String, matches: Bool)] = [
  (#"{"/":"/a b"}"#, "/a%20b", true),
  (#"{"/":"/a%20b"}"#, "/a%20b", false),
  (#"{"/":"/a%20b"}"#, "/a%2520b", true),
  (#"{"/":"/café/?*"}"#, "/caf%C3%A9/x", true),
  (#"{"/":"/café/?*"}"#, "/caf%c3%a9/x", true),
  (#"{"/":"/café/?*"}"#, "/café/x", true),
  (#"{"/":"/caf%C3%A9/?*"}"#, "/caf%C3%A9/x", false),
  (#"{"/":"/日本/?"}"#, "/%E6%97%A5%E6%9C%AC/%E8%AA%9E", true),
  (#"{"/":"/?"}"#, "/%F0%9F%98%80", false),
  (#"{"/":"/??"}"#, "/%F0%9F%98%80", true),
  (#"{"/":"/a/b"}"#, "/a%2Fb", true),
  (#"{"/":"/x/**"}"#, "/x/y", false),
  (#"{"/":"/x/**"}"#, "/x/y.*", true),
  (#"{"/":"/x/*?"}"#, "/x/y", false),
  (#"{"/":"/x/*?"}"#, "/x/y.", true),
  (#"{"/":"/v1.0/?*"}"#, "/v1x0/y", true),
  (#"{"/":"/v1.0/*"}"#, "/v1x0/y", false),
  (#"{"/":"/"}"#, "", false),
  (#"{"/":"*"}"#, "", true),
  (##"{"#":"*"}"##, "/x", false),
  (##"{"#":"*"}"##, "/x#", true),
  (##"{"#":"top"}"##, "/x#t%6Fp", true),
  (#"{"?":{"a":"*"}}"#, "/x", false),
  (#"{"?":{"a":"*"}}"#, "/x?a", false),
  (#"{"?":{"a":"*"}}"#, "/x?a=", true),
  (#"{"?":{"a":"1"}}"#, "/x?a=2&a=1", true),
  (#"{"?":{"a":"1"}}"#, "/x?b=2;a=1", true),
  (#"{"?":{"a":"1"}}"#, "/x?b=2;a=1&c", false),
  (#"{"?":{"a":"1"}}"#, "/x?a=1&", false),
  (#"{"?":{"a":"1"}}"#, "/x?a=1&&b", true),
  (#"{"?":{"a":"1"}}"#, "/x?b%26a=1", true),
  (#"{"?":{"名":"あ*"}}"#, "/x?%E5%90%8D=%E3%81%82%E3%81%84", true),
  (#"{"?":{"a":"b c"}}"#, "/x?a=b+c", false),
  (#"{"comments":"nothing to compare"}"#, "/x", false),
]

@Test(arguments: derived.indices)
func `compares decoded parts of a URL`(_ number: Int) throws {
  let (rule, url, matches) = derived[number]
  let text = #"""
    [{"relation":["delegate_permission/common.handle_all_urls"],
      "relation_extensions":{"delegate_permission/common.handle_all_urls":
        {"dynamic_app_link_components":[\#(rule)]}},
      "target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["AA"]}}]
    """#
  let links = try AssetLinks(of: text)
  let whole = try #require(WebURL("https://example.com" + url))
  let found = AndroidEvaluator(links, system: SystemVersion(15))
    .explanation(for: whole, package: "a.b")
  #expect((found.verdict.decision == .match) == matches, "\(rule) on \(url)")
  // Before Android 15, only the manifest decides.
  for version in [6, 12, 14] {
    let older = AndroidEvaluator(links, system: SystemVersion(version))
      .explanation(for: whole, package: "a.b")
    #expect(older.verdict.decision == .match && older.deciding == nil)
  }
}

@Test func `decodes what is not UTF-8 or no escape as Android does`() {
  let texts: [(String, String)] = [
    ("%E3%81%82", "あ"), ("%e3%81%82x", "あx"), ("%FF", "\u{FFFD}"), ("a%", "a\u{FFFD}"),
    ("a%4", "a\u{FFFD}"), ("%zz", "\u{FFFD}\u{0}z"), ("%4zb", "\u{FFFD}\u{4}b"), ("a+b", "a+b"),
    ("%25%34%31", "%41"),
  ]
  for (text, decoded) in texts {
    #expect(AndroidURL.decoded(text) == Array(decoded.utf16), "\(text)")
  }
}

@Test func `says how far a pattern and a text agree`() {
  let differences: [(String, String, String)] = [
    (
      "/café", "/cafe",
      "matches up to '/caf', where the URL continues with 'e' and the pattern with 'é'"
    ),
    (
      "/a/*", "/b", "matches up to '/', where the URL continues with 'b' and the pattern with 'a/*'"
    ),
    ("/a", "/a/b", "matches up to '/a', where the pattern ends and the URL continues with '/b'"),
    ("/a/?*", "/a/", "matches up to '/a/', where the URL ends and the pattern continues with '?*'"),
    (
      "/a/*/x", "/a/b/c",
      "matches up to '/a/b/', where the URL continues with 'c' and the pattern with 'x'"
    ),
    ("b*c", "a", "no match at all: where the URL continues with 'a' and the pattern with 'b*c'"),
    // Their first halves agree.
    ("/😀", "/😁", "matches up to '/', where the URL continues with '😁' and the pattern with '😀'"),
  ]
  for (pattern, text, difference) in differences {
    #expect(AndroidPattern(pattern).difference(from: Array(text.utf16)) == difference)
  }
}
