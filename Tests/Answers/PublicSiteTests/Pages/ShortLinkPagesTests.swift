import DirectRequests
import HTTPCore
import Links
import Testing

@testable import PublicSite

private func text(_ response: HTTPResponse) -> String {
  String(decoding: response.body, as: UTF8.self)
}

@Test(arguments: PageSamples.all.map(\.name))
func `gives every page a language, a title, one heading, a script only to copy`(name: String) throws
{
  let page = try #require(PageSamples.all.first { $0.name == name }).response
  let tags = PageMarkup(page.body).tags
  #expect(tags.first { $0.name == "html" }?["lang"] == (name.hasSuffix("-ja") ? "ja" : "en"))
  #expect(tags.count { $0.name == "title" } == 1 && tags.count { $0.name == "h1" } == 1)
  #expect(!text(page).contains("<title></title>") && !text(page).contains("></h1>"))
  let copies = name == "route-apple-taken-along"
  #expect(tags.count { $0.name == "script" } == (copies ? 1 : 0))
  // Pages for all visitors are small; the debug page, which is rarely seen, may be larger.
  let limit = name.hasPrefix("explanation") ? 12_288 : copies ? 7168 : 6656
  #expect(page.body.count < limit)
}

/// The data of a landing page, and the texts and addresses of its buttons in order.
private let buttons: [(open: String?, scheme: String?, store: String?, web: String, [String])] = [
  (
    "https://o.example/", nil, "https://apps.apple.com/app/id1", "https://a.example/",
    [
      "Open in Shop https://o.example/",
      "Get it on the App Store https://apps.apple.com/app/id1",
      "Continue in the browser https://a.example/",
    ]
  ),
  (
    nil, "shop://x?a=b&c", nil, "https://a.example/",
    ["Open in Shop shop://x?a=b&amp;c", "Continue in the browser https://a.example/"]
  ),
  (
    nil, nil, "https://apps.apple.com/app/id1", "https://a.example/",
    [
      "Continue in the browser https://a.example/",
      "Get it on the App Store https://apps.apple.com/app/id1",
    ]
  ),
  ("https://a.example/", nil, nil, "https://a.example/", ["Open in Shop https://a.example/"]),
  (
    nil, nil, "https://apps.apple.com/app/id1?ppid=7", "https://apps.apple.com/app/id1?ppid=7",
    ["Get it on the App Store https://apps.apple.com/app/id1?ppid=7"]
  ),
  (
    nil, "javascript://x", nil, "https://a.example/", ["Continue in the browser https://a.example/"]
  ),
]

@Test(arguments: buttons.indices)
func `puts the way into the app first, and no way twice`(number: Int) {
  let (open, scheme, store, web, expected) = buttons[number]
  var landing = LandingPage(destination: "https://a.example/", continueURL: web)
  (landing.openURL, landing.schemeURL, landing.storeURL) = (open, scheme, store)
  landing.appName = "Shop"
  let page = PageSamples.english.landing(
    landing, link: PageSamples.link, shortURL: PageSamples.shortURL)
  let found = text(page).split(separator: "\n").filter { line in
    ["button", "badge", "plain"].contains { line.hasPrefix("<a class=\"\($0)") }
  }.map { line in
    let words = line.split(separator: ">").last { $0.contains("</") && !$0.hasPrefix("<") } ?? ""
    return "\(words.prefix { $0 != "<" }) \(line.split(separator: "\"")[3])"
  }
  #expect(found == expected)
  #expect(
    text(page).split(separator: "class=\"button", omittingEmptySubsequences: false).count <= 2)
}

@Test func `what helps after the installation unfolds from one line`() throws {
  var landing = LandingPage(destination: "https://a.example/", continueURL: "https://a.example/")
  landing.storeURL = "https://apps.apple.com/app/id1"
  landing.carriedURL = "https://a.example/s/x"
  func page() -> String {
    text(
      PageSamples.english.landing(
        landing, link: PageSamples.link, shortURL: PageSamples.shortURL))
  }
  // Only the script makes use of it.
  #expect(page().contains("<details hidden>\n<summary>Just getting the app?</summary>\n<a class"))
  landing.offersCode = true
  let both = page()
  let start = try #require(both.firstRange(of: "<details>"))
  let end = try #require(both.firstRange(of: "</details>"))
  let folded = both[start.upperBound..<end.lowerBound]
  #expect(folded.contains("id=\"take\"") && folded.contains("name=\"claim\""))
  let outside = both.replacing(folded, with: "")
  #expect(!outside.contains("<form") && !outside.contains("<script"))
  landing.carriedURL = nil
  landing.offersCode = false
  #expect(!page().contains("<details"))
}

@Test func `allows pictures only where one is`() {
  func policy(image: String?) -> String? {
    var link = PageSamples.link
    link.social.image = image
    let landing = PageSamples.landing(link)
    let page = PageSamples.english.landing(landing, link: link, shortURL: PageSamples.shortURL)
    #expect(text(page).contains("class=\"picture\"") == (image?.hasPrefix("https:") ?? false))
    return page.fields["Content-Security-Policy"]
  }
  #expect(policy(image: "https://a.example/x.png")?.contains("; img-src 'self' https:") == true)
  #expect(policy(image: "http://a.example/x.png")?.contains("https:") == false)
  #expect(policy(image: nil)?.contains("https:") == false)
}

@Test func `asks for the password without keeping anything`() {
  let pages = PageSamples.english
  let answers: [(PasswordFormState, Int, String?)] = [
    (.asked, 200, nil), (.wrong, 403, nil), (.tooManyTries(retryAfter: 42), 429, "42"),
    (.tooManyTries(retryAfter: -1), 429, "1"),
  ]
  for (state, status, retryAfter) in answers {
    let page = pages.passwordForm(state, action: "/s/x")
    #expect(page.status.code == status)
    #expect(page.fields["Retry-After"] == retryAfter)
    #expect(page.fields["Cache-Control"] == "no-store")
  }
}

@Test(arguments: ["//evil.example/", "/\\evil.example", "https://evil.example/", "", "x"])
func `sends the password nowhere but to the page itself`(_ action: String) {
  let page = PageSamples.english.passwordForm(.asked, action: action)
  let form = PageMarkup(page.body).tags.first { $0.name == "form" }
  #expect(form?.attributes.map(\.name) == ["method"])
}

@Test func `shows each kind of visitor once on the debug page, and no secret`() {
  var link = PageSamples.link
  link.extra = [.init(name: "note", value: "from an import")]
  let page = text(PageSamples.english.explanation(PageSamples.debug(link, .android)))
  // Reasons, which stand in small letters, may name visitors once more.
  let heads = page.replacing(/<small[^>]*>.*?<\/small>/, with: "")
  let words = PageWords("en")
  for visitor in Decision.Visitor.allCases {
    let name = words.name(of: visitor)
    #expect(heads.split(separator: name, omittingEmptySubsequences: false).count == 2, "\(name)")
  }
  #expect(page.contains("<code>password</code></dt><dd dir=\"auto\">true</dd>"))
  #expect(!page.contains("nobody-may-see") && !page.contains("import"))
}

@Test func `has every word in every language, and English ones for others`() {
  #expect(PageWord.texts.count == PageWord.allCases.count)
  let buttons = ["en", "ja-JP", "fr"].map { PageWords($0).openIn(nil) }
  #expect(buttons == ["Open in the app", "アプリで開く", "Open in the app"])
}

@Test func `says nothing in English on the Japanese debug page`() throws {
  let page = try #require(PageSamples.all.first { $0.name == "explanation-ja" }).response
  var rest = text(page)[...]
  var words: [Substring] = []
  rest = rest[try #require(rest.firstRange(of: "<main")).lowerBound...]
  while let open = rest.firstRange(of: "<code"), let close = rest.firstRange(of: "</code>") {
    words += rest[..<open.lowerBound].split(whereSeparator: { "<>\n ".contains($0) })
    rest = rest[close.upperBound...]
  }
  let english = ["the", "link", "page", "app", "step", "is", "serves", "opens", "keeps"]
  #expect(words.filter { english.contains($0.lowercased()) } == [])
  #expect(text(page).contains("アプリ「浅い時間」が開き、article が表示されます"))
}
