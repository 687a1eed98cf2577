import JSONSyntax
import Links
import Testing
import WebSyntax

private let now = Timestamp(secondsSinceEpoch: 1_795_224_669)

private func link(_ url: String, _ change: (inout ShortLink) -> Void = { _ in }) -> ShortLink {
  var link = ShortLink(host: "a.example", slug: "x", url: url)
  change(&link)
  return link
}

/// Where a browser without apps and an app that the link has opened go.
private func location(_ link: ShortLink, _ query: String?) -> String? {
  var visit = Visit(query: query)
  visit.wantsExplanation = false
  guard case .redirect(let location, _) = decide(link, visit: visit, now: now).outcome,
    case .redirect(location, _) = resolve(link, visit: visit, now: now)
  else { return nil }
  return location
}

private let merges: [(String, ShortLink.QueryMode, String?, String)] = [
  ("https://e.example/p", .merge, nil, "https://e.example/p"),
  ("https://e.example/p", .merge, "", "https://e.example/p"),
  ("https://e.example/p", .merge, "a=1&b", "https://e.example/p?a=1&b"),
  ("https://e.example/p?a=0", .merge, "a=1&b=2", "https://e.example/p?a=0&b=2"),
  ("https://e.example/p?a=0", .merge, "%61=1", "https://e.example/p?a=0"),
  ("https://e.example/p?a=0", .visitor, "a=1&b=2", "https://e.example/p?a=1&b=2"),
  ("https://e.example/?a=1&a=2&b=3#f", .visitor, "a=9&c=4", "https://e.example/?b=3&a=9&c=4#f"),
  ("https://e.example/p?a=0", .drop, "a=1&b=2", "https://e.example/p?a=0"),
  ("https://e.example/p?a=0#f", .merge, "b=%2F%zz", "https://e.example/p?a=0&b=%2F%zz#f"),
  ("https://e.example/p#f?g", .merge, "b=2", "https://e.example/p?b=2#f?g"),
  // Names are compared as they are meant.
  ("https://e.example/p?%61=1&b", .merge, "a=2&%62=3&c", "https://e.example/p?%61=1&b&c"),
  ("https://e.example/p?a=1&b", .visitor, "%61=2&&", "https://e.example/p?b&%61=2"),
  // The question about the link is left out, and the link's own item stays.
  ("https://e.example/p", .merge, "d=1", "https://e.example/p"),
  ("https://e.example/p?d=1#f", .merge, "a=1&d=1&d=2&%64=1", "https://e.example/p?d=1&a=1#f"),
  ("https://e.example/p?d=1", .visitor, "d=1", "https://e.example/p?d=1"),
]

@Test(arguments: merges)
func `merges the query of a visit`(
  _ url: String, _ mode: ShortLink.QueryMode, _ query: String?, _ expected: String
) {
  #expect(location(link(url) { $0.query = mode }, query) == expected)
}

@Test(arguments: [
  ("p?utm_source=own", "utm_campaign=v", "utm_source=own&utm_campaign=v&utm_medium=e%20mail%26"),
  ("p?utm_source=own", "utm%5Fmedium=v&utm_campaign", "utm_source=own&utm%5Fmedium=v&utm_campaign"),
  ("p?", "utm_source=v&utm_campaign=v", "utm_source=v&utm_campaign=v&utm_medium=e%20mail%26"),
  ("p?", "", "utm_source=x&utm_medium=e%20mail%26&utm_campaign=c"),
  ("p?d=1#f", "a=1&d=1", "d=1&a=1&utm_source=x&utm_medium=e%20mail%26&utm_campaign=c#f"),
])
func `adds the campaign unless the destination or the visitor has it`(
  _ path: String, _ query: String, _ merged: String
) {
  var campaign = link("https://e.example/" + path) {
    $0.campaign.items = [
      ("utm_source", "x"), ("utm_medium", "e mail&"), ("utm_campaign", "c"),
    ]
  }
  for mode in [ShortLink.QueryMode.merge, .visitor] {
    campaign.query = mode
    #expect(location(campaign, query) == "https://e.example/p?" + merged)
  }
}

@Test func `leads nowhere that the site does not allow`() throws {
  let hosts = [try #require(HostPattern("*.asajikan.jp"))]
  func outcome(_ url: String) -> Decision.Outcome {
    decide(
      link(url), visit: Visit(query: nil), now: now,
      site: LinkSite(destinationHosts: hosts)
    ).outcome
  }
  #expect(outcome("https://www.asajikan.jp/") != .gone)
  #expect(outcome("https://evil.example/") == .gone)
  #expect(outcome("https://www.asajikan.jp@evil.example/") == .gone)
}

private let destinations: [(String, String?)] = [
  ("https://e.example/a%20b?c=d#e", nil),
  ("ftp://e.example/", "the scheme 'ftp' leads out of the web: expected http or https"),
  ("javascript:alert(1)", "expected an http or https URL"),
  ("https://u:p@e.example/", "a name before '@' hides the true host: expected none"),
  (
    "https://e.example/a b",
    "it contains characters that no URL may contain: expected them percent-encoded"
  ),
  (
    "https://e.example/\u{e9}",
    "it contains characters that no URL may contain: expected them percent-encoded"
  ),
  ("https://e.example/\n", "expected an http or https URL"),
  ("/relative", "expected an http or https URL"),
  ("https://e.example/" + String(repeating: "a", count: 65_536), "expected at most 8192 bytes"),
]

@Test(arguments: destinations)
func `says what is wrong with a destination`(_ url: String, _ expected: String?) {
  #expect(LinkDestination.fault(of: url, within: nil)?.english == expected)
}

@Test(arguments: [
  " https://e.example/", "\u{3000}https://e.example/", "https://e.example/\tx",
  "https://e.example/\nx",
])
func `says that white space was pasted along`(_ typed: String) {
  #expect(throws: DestinationFault.blanks) {
    try LinkDestination.sent(typed, isTemplate: true)
  }
}
