import JSONSyntax
import Links
import Testing

private func read(
  _ text: String, into base: ShortLink? = nil
) throws -> (link: ShortLink?, problems: [String]) {
  let collector = JSONProblemCollector(try JSONDocument(parsing: Array(text.utf8)))
  var link = base
  if base == nil {
    link = LinkReader().link(collector.root)
  } else {
    _ = collector.root.object { object in
      if var changed = link {
        LinkReader().read(object, into: &changed)
        link = changed
      }
    }
  }
  return (link, collector.problems.map { "\($0.path): \($0.message)" })
}

/// Every field that a link has.
private let everything = """
  {"host":"a.example","slug":"p/x","url":"https://e.example/p","name":"Spring \\u003c3",\
  "tags":["a","b c"],\
  "apple":{"fallback":"https://e.example/f","ipadFallback":"https://e.example/t",\
  "appStoreID":"42","productPage":"45812c9b-c296-43d3-c6a0-c5a02f74bf6e","bundleID":"com.e.app","ipadBundleID":"com.e.pad","customScheme":"e+x",\
  "minimumVersion":"2.1"},\
  "android":{"fallback":"https://e.example/g","packageName":"com.e.app","minimumVersionCode":7},\
  "desktop":{"fallback":"https://e.example/d"},\
  "social":{"title":"t","description":"two\\nlines","image":"https://e.example/i.png"},\
  "campaign":{"utm_source":"a","utm_medium":"b","utm_campaign":"c","utm_term":"d",\
  "utm_content":"e","gclid":"f","at":"g","ct":"h","mt":"8","pt":"9"},\
  "extra":{"A":"1","b":"2"},\
  "status":307,"query":"visitor","skipPage":true,"notBefore":"2026-01-01T00:00:00Z",\
  "expires":"2027-01-01T00:00:00Z","expiredURL":"https://e.example/over","maxClicks":3,\
  "archived":true,"password":{"hash":"h"},"createdAt":"2025-01-01T00:00:00Z",\
  "updatedAt":"2025-01-02T00:00:00Z"}
  """

@Test func `prints every field as it reads it`() throws {
  let (link, problems) = try read(everything)
  #expect(problems == [])
  #expect(link.map { JSONOutput.object($0.members(password: .hash)).compact } == everything)
}

@Test func `leaves out what a link does not have, and hides its password`() {
  var link = ShortLink(host: "a.example", slug: "x", url: "https://e.example/")
  link.password = PasswordHash("secret")
  #expect(
    JSONOutput.object(link.members(password: .hidden)).compact
      == """
      {"host":"a.example","slug":"x","url":"https://e.example/","tags":[],"status":302,\
      "query":"merge","skipPage":false,"archived":false,"password":true}
      """)
}

@Test func `changes what stands there, resets what is null and keeps the rest`() throws {
  let base = try #require(try read(everything).link)
  let change = """
    {"name": null, "apple": {"fallback": null}, "social": null, "campaign": {"pt": "1"},
     "status": null, "expires": null, "tags": ["z", "z"]}
    """
  let (link, problems) = try read(change, into: base)
  var expected = base
  expected.name = nil
  expected.apple.fallback = nil
  expected.social = ShortLink(host: "a", slug: "a", url: "").social
  expected.campaign.items[9].value = "1"
  expected.status = .found
  expected.expires = nil
  expected.tags = ["z"]
  #expect(problems == [])
  #expect(link == expected)
}

@Test func `names every wrong field at once`() throws {
  let (link, problems) = try read(
    """
    {"host": "*.a", "slug": "a b", "url": "ftp://x/", "name": 1, "tags": ["a,b", ""],
     "apple": {"appStoreID": "id42", "productPage": "45812c9b", "bundleID": "a b", "customScheme": "1a",
       "minimumVersion": "2.", "fallbak": ""},
     "android": {"packageName": "app", "minimumVersionCode": 0},
     "social": {"title": "\\u0000"}, "campaign": {"utm_sauce": "x"}, "status": 300,
     "query": "keep", "skipPage": "yes", "expires": "soon", "maxClicks": 0, "password": "p",
     "createdAt": "now", "extra": {"a": 1}, "archieved": true}
    """)
  #expect(link == nil)
  #expect(problems == LinkReadingCases.everythingWrong)
}

@Test func `reads no link from what is none`() throws {
  #expect(try read("[]").link == nil)
  #expect(
    try read("{}").problems == [
      ": 'host' is missing: expected it here", ": 'slug' is missing: expected it here",
      ": 'url' is missing: expected it here",
    ])
  #expect(
    try read(#"{"host": "A.Example", "slug": "x", "url": "https://e.example/"}"#)
      .link?.host == "a.example")
}

@Test func `takes a comma for one even where a mark follows it`() throws {
  let text = #"{"host":"a.example","slug":"x","url":"https://e.example/","tags":["a,\u0301"]}"#
  #expect(try read(text).problems.count == 1)
}

@Test func `tags are one by their bytes, as for filters`() throws {
  let tags = #"["\u00E9","e\u0301","\u00E9"]"#
  let text = #"{"host":"a.example","slug":"x","url":"https://e.example/","tags":\#(tags)}"#
  #expect(try read(text).link?.tags.count == 2)
}

private enum LinkReadingCases {
  static let everythingWrong = [
    "host: '*.a' is not a host name: expected one such as www.example.com",
    "slug: 'a b' is not a slug: expected letters, digits, emoji and '-', '_', '.', '~', '/'",
    "url: 'ftp://x/' is not a destination: the scheme 'ftp' leads out of the web: expected http or https",
    "name: found a number: expected a string",
    "tags[0]: 'a,b' is not a tag: expected some text without commas",
    "tags[1]: '' is not a tag: expected some text without commas",
    "apple.appStoreID: 'id42' is not an App Store number: expected 1 to 20 digits",
    "apple.productPage: '45812c9b' is not a custom product page: expected its ppid, as in 45812c9b-c296-43d3-c6a0-c5a02f74bf6e",
    "apple.bundleID: 'a b' is not a bundle identifier: expected letters, digits, '-' and '.'",
    "apple.customScheme: '1a' is not a URL scheme of an app: expected a letter and then letters, digits, '+', '-', '.'",
    "apple.minimumVersion: '2.' is not a version: expected numbers and dots, such as 2.1",
    "apple.fallbak: unknown key: did you mean 'fallback'?",
    "android.packageName: 'app' is not a package name: expected one such as com.example.app",
    "android.minimumVersionCode: 0 is out of range: expected a whole number from 1 to 2147483647",
    "social.title: the text contains a control character: expected none",
    "campaign.utm_sauce: unknown key: did you mean 'utm_source'?",
    "status: 300 is not a redirect that keiro sends: expected one of 301, 302, 303, 307, 308",
    "query: 'keep' is not a query mode: expected one of merge, visitor, drop",
    "skipPage: found a string: expected true or false",
    "expires: 'soon' is not a time: expected one such as 2026-11-21T00:00:00Z or 2026-11-21",
    "maxClicks: 0 is out of range: expected a whole number from 1 to 1000000000",
    "password: a password cannot be hashed here: expected {\"hash\": …} as exports have it",
    "createdAt: 'now' is not a time: expected one such as 2026-11-21T00:00:00Z or 2026-11-21",
    "extra.a: found a number: expected a string",
    "archieved: unknown key: did you mean 'archived'?",
  ]
}

@Test(arguments: [
  ("2026-11-21", "2026-11-21T00:00:00Z"), ("2026-11-21T01:31:09+01:00", "2026-11-21T00:31:09Z"),
  ("24h", "2026-11-20T00:00:00Z"), ("7d", "2026-11-14T00:00:00Z"), ("2w", "2026-11-07T00:00:00Z"),
])
func `reads a time as people write it`(_ text: String, _ expected: String) throws {
  let now = try #require(Timestamp("2026-11-21T00:00:00Z"))
  #expect(PointInTime(text)?.before(now).description == expected)
}

@Test(arguments: ["", "d", "0d", "-1d", "+1d", "1.5d", "7 d", "100001d", "2026-13-01", "today"])
func `refuses times that nobody understands`(text: String) {
  #expect(PointInTime(text) == nil)
}

@Test(arguments: [
  ("2026-11-21t01:31:09.999z", "2026-11-21T01:31:09Z"), ("2026-11-21", nil), ("x", nil),
  ("1969-12-31T23:59:59Z", "1969-12-31T23:59:59Z"), ("2026-11-21T24:00:00Z", nil),
  ("2026-11-21T01:31:09", nil), ("2026-11-21T01:31:09+0900", nil),
  ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"), ("9999-12-31T23:59:59-00:01", nil),
  ("9999-12-31T23:59:60Z", nil), ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"),
  ("0000-01-01T00:00:00+00:01", nil), ("2026-02-29T00:00:00Z", nil),
  ("2026-11-21T01:31:09.999+09:00", "2026-11-20T16:31:09Z"),
])
func `reads and prints times, and none that it could not print`(_ text: String, _ printed: String?)
{
  #expect(Timestamp(text)?.description == printed)
}
