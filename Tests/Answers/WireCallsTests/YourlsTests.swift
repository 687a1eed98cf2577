import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// The calls that YOURLS documents: actions, fields, codes.
@Suite struct YourlsTests {
  private static let start = "/yourls-api.php?signature=TOKEN&format=json"

  private static func row(
    _ rest: String, _ status: Int, _ fields: KeyValuePairs<String, String>
  ) -> WireRow { WireRow("GET", start + rest, status, fields) }

  private static let rows = [
    row(
      "&action=shorturl&url=https://e.example/3&keyword=third&title=A+third", 200,
      [
        "status": "success", "statusCode": "200", "shorturl": "https://a.example/s/third",
        "title": "A third", "message": "https://e.example/3 added to database",
        "url.keyword": "third", "url.url": "https://e.example/3", "url.title": "A third",
        "url.date": "2026-11-21 01:31:09", "url.ip": "",
      ]),
    row(
      "&action=shorturl&url=https://e.example/3", 200,
      ["status": "success", "title": "https://e.example/3", "shorturl": "*"]),
    row("&action=shorturl&url=e.example/8?a=b:c", 200, ["url.url": "http://e.example/8?a=b:c"]),
    row("&action=shorturl&url=1.e.example:80/8", 200, ["url.url": "http://1.e.example:80/8"]),
    row(
      "&action=shorturl&url=https://e.example/9&keyword=news", 200,
      ["status": "fail", "code": "error:keyword", "message": "*"]),
    row(
      "&action=shorturl", 400,
      [
        "status": "fail", "code": "error:nourl", "message": "Missing or malformed URL",
        "errorCode": "400",
      ]),
    row("&action=shorturl&url=javascript:0", 400, ["status": "fail", "code": "error:nourl"]),
    row("&action=shorturl&url=https://stranger.example/", 400, ["code": "error:nourl"]),
    row(
      "&action=shorturl&url=https://e.example/9&keyword=%2F%2F", 400,
      ["status": "fail", "code": "error:keyword"]),
    row(
      "&action=expand&shorturl=news", 200,
      [
        "keyword": "news", "shorturl": "https://a.example/s/news", "title": "News",
        "longurl": "https://e.example/1", "message": "success", "statusCode": "200",
      ]),
    row("&action=expand&shorturl=https://a.example/s/news", 200, ["keyword": "news"]),
    row("&action=expand&shorturl=www.a.example/s/news", 200, ["keyword": "news"]),
    row(
      "&action=expand&shorturl=none", 404,
      ["message": "Error: short URL not found", "errorCode": "404"]),
    row("&action=expand&shorturl=a/b/c", 404, ["message": "Error: short URL not found"]),
    row("&action=expand", 404, ["message": "Error: short URL not found"]),
    row(
      "&action=url-stats&shorturl=news", 200,
      [
        "message": "success", "statusCode": "200", "link.shorturl": "https://a.example/s/news",
        "link.url": "https://e.example/1", "link.title": "News", "link.ip": "",
        "link.timestamp": "2026-11-21 01:31:09", "link.clicks": "3",
      ]),
    row(
      "&action=url-stats&shorturl=none", 404,
      ["message": "Error: short URL not found", "statusCode": "404"]),
    row(
      "&action=stats&filter=top&limit=1", 200,
      [
        "links.link_1.clicks": "3", "links.link_1.shorturl": "https://a.example/s/news",
        "stats.total_links": "4", "stats.total_clicks": "3", "message": "success",
      ]),
    row("&action=stats&filter=bottom&limit=2", 200, ["links.link_2.clicks": "*"]),
    row("&action=stats&filter=rand&limit=2", 200, ["links.link_2.url": "*"]),
    row(
      "&action=stats&filter=last&limit=1&start=1", 200,
      ["links.link_1.shorturl": "https://a.example/s/news"]),
    row("&action=stats", 200, ["links": "{}", "stats.total_links": "4"]),
    row("&action=stats&limit=x", 400, ["message": "*", "errorCode": "400"]),
    row(
      "&action=db-stats", 200,
      ["db-stats.total_links": "4", "db-stats.total_clicks": "3", "message": "success"]),
    row("&action=version", 200, ["version": "1.9.2"]),
    row("&action=version&db=1", 200, ["version": "1.9.2", "db_version": "507"]),
    row(
      "&action=nothing", 400,
      ["message": "Unknown or missing \"action\" parameter", "errorCode": "400"]),
    row("", 400, ["message": "Unknown or missing \"action\" parameter"]),
  ]

  @Test(arguments: rows)
  func `answers as YOURLS documents it`(_ row: WireRow) throws {
    row.check(try WireCaller().ask(row))
  }

  @Test(arguments: rows)
  func `a form is read as a query is`(_ row: WireRow) throws {
    let query = String(row.target.drop { $0 != "?" }.dropFirst())
    let parts = HTTPQuery(Array(query.utf8)[...]).map { item in
      "--x\r\nContent-Disposition: form-data; name=\"\(item.texts.name)\"\r\n\r\n"
        + "\(item.texts.value)\r\n"
    }
    let multipart = "Content-Type: multipart/form-data; boundary=x\r\n"
    for (form, fields) in [(query, ""), (parts.joined() + "--x--\r\n", multipart)] {
      let answer = try WireCaller().ask("POST", "/yourls-api.php", form, fields: fields)
      WireRow("POST", row.target, row.status, row.fields).check(answer)
    }
  }

  @Test func `a form of parts is taken whole or not at all`() throws {
    func part(_ name: String, _ value: String) -> String {
      "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    let client = try WireCaller()
    let call =
      part("signature", "TOKEN") + part("action", "shorturl") + part("url", "https://e.example/7")
    let many = (0..<29).map { part("p\($0)", "") }.joined()
    for (form, status) in [
      (call + String(part("keyword", "cut").dropLast(5)), 400),
      (call + many + part("keyword", "late") + "--x--", 400), (call + many + "--x--", 200),
    ] {
      let answer = try client.ask(
        "POST", "/yourls-api.php", form,
        fields: "Content-Type: multipart/form-data; boundary=x\r\n")
      #expect(answer.status == status, "\(answer.text)")
    }
  }

  @Test func `names and values that would be compared for long are refused`() throws {
    let marks = String(repeating: "\u{301}\u{323}", count: 51)
    for form in ["s\(marks)=1", "signature=s\(marks)"] {
      let answer = try WireCaller().ask("POST", "/yourls-api.php", form)
      #expect(answer.status == 400 && answer.text.contains("more than 100 combining marks"))
    }
  }

  @Test func `sums are those of all links, with the clicks that they brought along`() throws {
    for hosts in [[], ["a.example"]] {
      let client = try WireCaller(on: hosts)
      client.fixture.token = try client.fixture.makeToken([.writeLinks], on: [], name: "editor")
      _ = try client.fixture.call("PATCH", "/v1/links/a.example/old", #"{"importedClicks": 100}"#)
      _ = try client.fixture.call("PATCH", "/v1/links/a.example/news", #"{"importedClicks": 50}"#)
      client.fixture.token = nil
      func answer(_ target: String) throws -> Answer { try client.ask("GET", target) }
      #expect(try answer(Self.start + "&action=db-stats")["db-stats.total_clicks"] == "153")
      #expect(try answer(Self.start + "&action=stats")["stats.total_clicks"] == "153")
      let one = try answer(Self.start + "&action=url-stats&shorturl=news")
      #expect(one["link.clicks"] == "53")
      let bitly = "/v4/bitlinks/a.example/s/news/clicks/summary"
      #expect(try answer(bitly)["total_clicks"] == "53")
      #expect(try answer(bitly + "?unit=day&units=1")["total_clicks"] == "3")
      let visits = try answer("/rest/v3/short-urls/news/visits")
      #expect(visits["visits.pagination.totalItems"] == "53")
      let tags = try answer("/rest/v3/tags/stats")
      #expect(tags["tags.data.0.visitsSummary.total"] == "153")
      #expect(tags["tags.data.1.visitsSummary.total"] == "53")
    }
  }

  @Test func `the same URL is refused with its short URL`() throws {
    let client = try WireCaller()
    let target = Self.start + "&action=shorturl&url=https://e.example/7"
    let first = try client.ask("GET", target)
    let second = try client.ask("GET", target)
    #expect(second.status == 200 && second["status"] == "fail" && second["code"] == "error:url")
    #expect(second["shorturl"] == first["shorturl"] && second["url.clicks"] == "0")
    #expect(
      second["message"]?.hasSuffix("(short URL: a.example/s/\(first["url.keyword"] ?? ""))") == true
    )
  }

  @Test func `a keyword that is taken is told in an answer without the code of an error`() throws {
    let target = Self.start + "&action=shorturl&url=https://e.example/9&keyword=news"
    let answer = try WireCaller().ask("GET", target)
    #expect(answer["statusCode"] == "200" && answer["errorCode"] == nil)
  }

  @Test func `every format says the same`() throws {
    let client = try WireCaller()
    func answer(_ rest: String) throws -> Answer {
      try client.ask("GET", "/yourls-api.php?signature=TOKEN&action=expand" + rest)
    }
    let xml = try answer("&shorturl=news")
    #expect(xml.contentType == "application/xml")
    #expect(
      xml.text == """
        <?xml version="1.0" encoding="UTF-8"?>
        <result><keyword>news</keyword><shorturl>https://a.example/s/news</shorturl>\
        <longurl>https://e.example/1</longurl><title>News</title><message>success</message>\
        <statusCode>200</statusCode></result>

        """)
    let simple = try answer("&shorturl=news&format=simple")
    #expect(simple.text == "https://e.example/1")
    #expect(simple.contentType == "text/plain; charset=utf-8")
    #expect(try answer("&shorturl=none&format=simple").text == "not found")
    let jsonp = try answer("&shorturl=news&format=jsonp&callback=a.b")
    #expect(jsonp.contentType == "application/javascript")
    #expect(jsonp.text.hasPrefix(#"/**/a.b({"keyword":"news","#) && jsonp.text.hasSuffix("})"))
    for callback in ["", "&callback=", "&callback=a(1)", "&callback=1a", "&callback=%3Cb"] {
      let answer = try answer("&shorturl=news&format=jsonp" + callback)
      #expect(answer.status == 400 && answer.contentType == "application/xml", "\(callback)")
    }
  }

  @Test func `nothing in a title leaves its element`() throws {
    let client = try WireCaller()
    let target = "/yourls-api.php?signature=TOKEN&action=shorturl&url=https://e.example/4&title="
    let taken = try client.ask("GET", target + "%3C/title%3E%3Cx%3E%26")
    #expect(taken.status == 200)
    #expect(taken.text.contains("<title>&lt;/title&gt;&lt;x&gt;&amp;</title>"), "\(taken.text)")
    // XML has no way to write control characters, so links have none in their names.
    let refused = try client.ask("GET", target + "%3Cx%3E%01")
    #expect(refused.status == 400)
    #expect(!refused.text.contains("<x>") && !refused.text.contains("\u{1}"))
    // XML lacks U+FFFE as well, and a name may have it.
    let odd = try client.ask("GET", target + "%3Cx%3E%EF%BF%BE")
    #expect(odd.status == 200)
    #expect(!odd.text.contains("<x>") && !odd.text.contains("\u{FFFE}"), "\(odd.text)")
  }

  @Test(
    arguments: [
      ("", "Please log in"), ("signature=keiro_none", "Please log in"),
      // Only the digest of an API token is known, from which no timestamped signature can be made.
      ("timestamp=1795224669&signature=0123456789abcdef0123456789abcdef", "Please log in"),
      ("username=a&password=TOKEN", "Invalid username or password"),
    ])
  func `who does not sign with a token is asked to log in`(
    _ parameters: String, _ message: String
  ) throws {
    let client = try WireCaller()
    for action in ["version", "nothing"] {
      let query = "?format=json&action=\(action)&\(parameters)"
      let answer = try client.ask("GET", "/yourls-api.php" + query)
      WireRow("GET", query, 403, ["message": message, "errorCode": "403"]).check(answer)
    }
  }
}
