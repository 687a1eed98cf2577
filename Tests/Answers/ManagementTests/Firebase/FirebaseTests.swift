import LinkStorage
import JSONSyntax
import Testing
@testable import ServiceSupport

/// Calls written for Firebase Dynamic Links that servers and apps still make.
@Suite struct FirebaseTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  private func shorten(_ long: String, _ suffix: String = "", query: String = "") throws -> Answer {
    try service.call(
      "POST", "/v1/shortLinks" + query, "{\"longDynamicLink\": \"\(long)\"\(suffix)}")
  }

  private let long = "https://a.example/?link=https://a.example/item/4&apn=a.b&isi=42&ibi=b.c"

  @Test func `gives the same link for the same input, by either form`() throws {
    let first = try shorten(long)
    let short = try #require(first["shortLink"])
    #expect(first.status == 200 && first["previewLink"] == short + "?d=1")
    #expect(short.hasPrefix("https://a.example/s/") && short.utf8.count == 20 + 17)
    #expect(try shorten(long)["shortLink"] == short)
    let info = """
      {"dynamicLinkInfo": {"domainUriPrefix": "https://a.example", \
      "link": "https://a.example/item/4", "androidInfo": {"androidPackageName": "a.b"}, \
      "iosInfo": {"iosAppStoreId": "42", "iosBundleId": "b.c"}}}
      """
    #expect(try service.call("POST", "/v1/shortLinks", info)["shortLink"] == short)
    let other = try shorten(long, ", \"suffix\": {\"option\": \"SHORT\"}")
    #expect(other["shortLink"]?.utf8.count == 20 + 4)
    let path = short.dropFirst("https://a.example".utf8.count)
    let visit = try service.visit(String(path), agent: Agents.androidFirefox)
    #expect(visit.text.contains("href=\"https://play.google.com/store/apps/details?id=a.b&amp;"))
  }

  @Test func `makes the suffix that is asked for, or says that it is taken`() throws {
    func custom(_ name: String, _ link: String? = nil) throws -> Answer {
      try shorten(
        link ?? long, ", \"suffix\": {\"option\": \"CUSTOM\", \"customSuffix\": \"\(name)\"}")
    }
    #expect(try custom("one")["shortLink"] == "https://a.example/s/one")
    #expect(try custom("two")["shortLink"] == "https://a.example/s/two")
    #expect(try custom("one").status == 200)
    let taken = try custom("one", "https://a.example/?link=https://a.example/other")
    #expect(taken.status == 409 && taken["error.status"] == "ALREADY_EXISTS")
    #expect(try custom("fixed").status == 409)
    #expect(try custom("a b")["error.status"] == "INVALID_ARGUMENT")
    #expect(
      try custom("x", "https://a.example/promo/?link=https://a.example/")["shortLink"]
        == "https://a.example/s/promo/x")
  }

  @Test func `warns of a suffix that takes the QR code of another link away`() throws {
    func warning(_ name: String) throws -> String? {
      try shorten(
        long, ", \"suffix\": {\"option\": \"CUSTOM\", \"customSuffix\": \"\(name)\"}")[
          "warning.0.warningMessage"]
    }
    #expect(try warning("one") == nil)
    #expect(
      try warning("one.qr")
        == "'/s/one.qr' is the address of the QR code of the link 'one', which nobody gets any more"
    )
  }

  @Test(arguments: [
    "https://a.example/?link=https://evil.example/", "https://a.example/", "nonsense",
    "https://a.example/?link=https://a.example/&ifl=https://evil.example/",
    "https://no.example/?link=https://a.example/", "https://a.example/?link=javascript:x",
  ]) func `refuses links in Google's words`(_ long: String) throws {
    let answer = try shorten(long)
    #expect(answer.status == 400 && answer["error.code"] == "400", "\(answer.text)")
    #expect(answer["error.status"] == "INVALID_ARGUMENT")
  }

  @Test func `warns of what it leaves out`() throws {
    let answer = try shorten(
      "https://a.example/?link=https://a.example/%23f&amv=x&ofl=ftp://x&ius=javascript&zz=1")
    #expect(answer.status == 200)
    let codes = (answer.json.member("warning")?.array ?? []).compactMap {
      $0.text(at: "warningCode")
    }
    let expected = [
      "LINK_WITH_FRAGMENTS", "NOT_INTEGER_ANDROID_PACKAGE_MIN_VERSION",
      "BAD_URI_SCHEME_DESKTOP_FALLBACK_LINK", "UNNECESSARY_IOS_URL_SCHEME", "UNRECOGNIZED_PARAM",
    ]
    #expect(Set(codes).isSuperset(of: expected), "\(codes)")
  }

  @Test func `takes its token as a key, beside what Google's callers send`() throws {
    let token = try #require(service.token)
    service.token = nil
    #expect(try shorten(long).status == 401)
    #expect(try shorten(long)["error.status"] == "UNAUTHENTICATED")
    #expect(try shorten(long, query: "?key=\(token)&alt=json&prettyPrint=false").status == 200)
    #expect(try shorten(long, query: "?key=nonsense").status == 401)
    service.token = try service.makeToken([.readLinks])
    #expect(try shorten(long)["error.status"] == "PERMISSION_DENIED")
  }

  @Test func `counts clicks by platform`() throws {
    for agent in [Agents.windows, Agents.iPhone, Agents.iPad, Agents.android, Agents.google] {
      _ = try service.visit("/s/fixed", agent: agent)
    }
    service.flushClicks()
    for name in [
      "https%3A%2F%2Fa.example%2Fs%2Ffixed", "https://a.example/s/fixed", "x.page.link%2Ffixed",
    ] {
      let answer = try service.call("GET", "/v1/\(name)/linkStats?durationDays=7&sdkVersion=1")
      let rows = (answer.json.member("linkEventStats")?.array ?? []).map {
        "\($0.text(at: "platform") ?? "") \($0.text(at: "count") ?? "") \($0.text(at: "event") ?? "")"
      }
      #expect(rows == ["ANDROID 1 CLICK", "DESKTOP 1 CLICK", "IOS 2 CLICK"], "\(answer.text)")
    }
    for days in ["0", "x", "-1", "9999999999999999999"] {
      let target = "/v1/a.example%2Fs%2Ffixed/linkStats?durationDays=\(days)"
      #expect(try service.call("GET", target)["error.code"] == "400")
    }
    #expect(try service.call("GET", "/v1/a.example%2Fs%2Fno/linkStats").status == 404)
  }

  @Test func `tells an app where its link leads`() throws {
    try service.add(
      #""slug": "x", "url": "https://a.example/item/1", "maxClicks": 1, "campaign": {"utm_source": "m"}"#
    )
    func reopen(_ link: String) throws -> Answer {
      try service.call("POST", "/v1/reopenAttribution", "{\"requestedLink\": \"\(link)\"}")
    }
    let answer = try reopen("https://a.example/s/x")
    #expect(answer["deepLink"] == "https://a.example/item/1?utm_source=m")
    #expect(answer["utmSource"] == "m" && answer["resolvedLink"] == "https://a.example/s/x")
    #expect(try reopen("https://old.page.link/x").status == 200)
    #expect(
      try reopen("https://a.example/?link=https://a.example/item/4&imv=2.1")["iosMinAppVersion"]
        == "2.1")
    #expect(try reopen("https://a.example/?link=https://evil.example/").status == 404)
    _ = try service.visit("/s/x", agent: Agents.windows)
    #expect(try reopen("https://a.example/s/x").status == 404)
    #expect(try reopen("nonsense")["error.status"] == "INVALID_ARGUMENT")
  }
}
