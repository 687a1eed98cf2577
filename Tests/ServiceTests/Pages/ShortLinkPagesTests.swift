import HTTPCore
import Links
import Testing

@testable import PublicSite

private func text(_ response: HTTPResponse) -> String {
  String(decoding: response.body, as: UTF8.self)
}

@Test(arguments: PageSamples.all.map(\.name))
func `gives every page a language, a title, one heading and no script`(name: String) throws {
  let page = try #require(PageSamples.all.first { $0.name == name }).response
  let tags = PageMarkup(page.body).tags
  #expect(tags.first { $0.name == "html" }?["lang"] == (name.hasSuffix("-ja") ? "ja" : "en"))
  #expect(tags.count { $0.name == "title" } == 1 && tags.count { $0.name == "h1" } == 1)
  #expect(!text(page).contains("<title></title>") && !text(page).contains("></h1>"))
  #expect(!text(page).contains("<script"))
  // What everybody sees is small; the debug page, which hardly anybody sees, may be larger.
  #expect(page.body.count < (name.hasPrefix("explanation") ? 8192 : 4096))
}

/// What a landing page knows, and the words and addresses of its buttons in their order.
private let buttons: [(open: String?, scheme: String?, store: String?, web: String, [String])] = [
  (
    "https://o.example/", "shop://x", "https://apps.apple.com/app/id1", "https://a.example/",
    [
      "Open in the app https://o.example/",
      "Get it on the App Store https://apps.apple.com/app/id1",
      "Continue in the browser https://a.example/",
    ]
  ),
  (
    nil, "shop://x?a=b&c", nil, "https://a.example/",
    ["Open in the app shop://x?a=b&amp;c", "Continue in the browser https://a.example/"]
  ),
  (
    nil, nil, "https://apps.apple.com/app/id1", "https://a.example/",
    [
      "Continue in the browser https://a.example/",
      "Get it on the App Store https://apps.apple.com/app/id1",
    ]
  ),
  ("https://a.example/", nil, nil, "https://a.example/", ["Open https://a.example/"]),
  (
    nil, "javascript://x", nil, "https://a.example/", ["Continue in the browser https://a.example/"]
  ),
]

@Test(arguments: buttons.indices)
func `puts the way into the app first, and no way twice`(number: Int) {
  let (open, scheme, store, web, expected) = buttons[number]
  var landing = LandingPage(destination: "https://a.example/", continueURL: web)
  (landing.openURL, landing.schemeURL, landing.storeURL) = (open, scheme, store)
  var link = PageSamples.link
  link.apple.customScheme = scheme.map { String($0.prefix { $0 != ":" }) }
  let page = PageSamples.english.landing(landing, link: link, shortURL: PageSamples.shortURL)
  let found = text(page).split(separator: "\n").filter { $0.hasPrefix("<a class=\"button") }.map {
    let parts = $0.split(separator: "\"")
    return "\(parts[4].dropFirst().dropLast(4)) \(parts[3])"
  }
  #expect(found == expected)
}

@Test func `allows pictures only where one is`() {
  func policy(image: String?) -> String? {
    var link = PageSamples.link
    link.social.image = image
    let landing = PageSamples.landing(link)
    let page = PageSamples.english.landing(landing, link: link, shortURL: PageSamples.shortURL)
    #expect(text(page).contains("<img") == (image?.hasPrefix("https:") ?? false))
    return page.fields["Content-Security-Policy"]
  }
  #expect(policy(image: "https://a.example/x.png")?.contains("; img-src https:") == true)
  #expect(policy(image: "http://a.example/x.png")?.contains("img-src") == false)
  #expect(policy(image: nil)?.contains("img-src") == false)
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
  let strings = ExplanationStrings.strings(for: "en")
  for visitor in Decision.Visitor.allCases {
    let name = strings.name(of: visitor)
    #expect(page.split(separator: name, omittingEmptySubsequences: false).count == 2, "\(name)")
  }
  #expect(page.contains("<code>password</code></dt><dd dir=\"auto\">true</dd>"))
  #expect(!page.contains("nobody-may-see") && !page.contains("import"))
}

@Test func `has words for every visitor in every language`() {
  for language in ["en", "ja-JP"] {
    let strings = ExplanationStrings.strings(for: language)
    #expect(strings.visitors.count == Decision.Visitor.allCases.count)
  }
  #expect(PageStrings.strings(for: "fr").open == "Open")
}

@Test func `never mixes languages in a list of reasons`() {
  let known: [Decision.Reason] = [.platform(.iPhone), .inAppBrowser(.unnamed), .showsPage]
  let japanese = ReasonText(language: "ja")
  #expect(japanese.sentences(known).isEnglish == false)
  let mixed = japanese.sentences(known + [.destinationNotAllowed("expected https")])
  #expect(mixed.isEnglish && mixed.texts.first == "the visitor uses iPhone")
  #expect(ReasonText(language: "en").sentences(known).texts == known.map(\.sentence))
}
