import JSONSyntax
import Links
import LinkStorage
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// The calls that Shlink documents: members, statuses, types of problems.
@Suite struct ShlinkTests {
  private static let root = "/rest/v3/short-urls"
  private static let errors = "https://shlink.io/api/error/"

  private static let rows = [
    WireRow(
      "POST", root,
      #"{"longUrl":"https://e.example/3","customSlug":"third","title":"T","tags":["a"],"#
        + #""validSince":"2026-01-01T00:00:00+02:00","validUntil":"2027-01-01T00:00:00Z","maxVisits":5,"#
        + #""forwardQuery":false,"crawlable":true,"validateUrl":true}"#, 200,
      [
        "shortCode": "third", "shortUrl": "https://a.example/s/third",
        "longUrl": "https://e.example/3", "dateCreated": "2026-11-21T01:31:09+00:00",
        "tags": "[a]", "meta.validSince": "2025-12-31T22:00:00+00:00",
        "meta.validUntil": "2027-01-01T00:00:00+00:00", "meta.maxVisits": "5", "domain": "null",
        "title": "T", "crawlable": "false", "forwardQuery": "false", "hasRedirectRules": "false",
        "visitsSummary.total": "0", "visitsSummary.nonBots": "0", "visitsSummary.bots": "0",
      ]),
    WireRow(
      "POST", root, #"{"longUrl":"https://e.example/3","shortCodeLength":5}"#, 200,
      [
        "title": "null", "meta.validSince": "null", "meta.validUntil": "null",
        "meta.maxVisits": "null", "forwardQuery": "true",
      ]),
    WireRow(
      "POST", root, #"{"longUrl":"https://e.example/3","domain":"x.w.example"}"#, 200,
      ["domain": "x.w.example", "shortUrl": "*"]),
    WireRow(
      "POST", root, #"{"longUrl":"https://e.example/3","customSlug":"news"}"#, 400,
      [
        "type": errors + "non-unique-slug", "title": "Invalid custom slug", "status": "400",
        "customSlug": "news", "detail": "*",
      ]),
    WireRow(
      "POST", root, "{}", 400,
      [
        "type": errors + "invalid-data", "title": "Invalid data", "status": "400",
        "invalidElements": "[longUrl]",
      ]),
    WireRow(
      "POST", root, #"{"longUrl":"https://e.example/","domain":"elsewhere.example"}"#, 400,
      ["type": errors + "invalid-data", "invalidElements": "[domain]"]),
    WireRow(
      "POST", root, #"{"longUrl":"#, 400, ["type": errors + "malformed-request-body"]),
    WireRow(
      "GET", root + "/news", 200,
      [
        "shortCode": "news", "longUrl": "https://e.example/1", "visitsSummary.total": "3",
        "visitsSummary.nonBots": "3", "visitsSummary.bots": "0", "tags": "[x,y]", "title": "News",
      ]),
    WireRow("GET", root + "/news?domain=DEFAULT", 200, ["shortCode": "news"]),
    WireRow("GET", root + "/news?domain=www.a.example", 200, ["shortCode": "news"]),
    WireRow("GET", root + "/ne%77s", 200, ["shortCode": "news"]),
    WireRow(
      "GET", root + "/none?domain=a.example", 404,
      [
        "type": errors + "short-url-not-found", "title": "Short URL not found", "status": "404",
        "shortCode": "none", "domain": "a.example", "detail": "*",
      ]),
    WireRow(
      "PATCH", root + "/news",
      #"{"longUrl":"https://e.example/9","title":null,"tags":["z"],"validUntil":null,"maxVisits":7}"#,
      200,
      [
        "longUrl": "https://e.example/9", "title": "null", "tags": "[z]",
        "meta.maxVisits": "7", "visitsSummary.total": "3",
      ]),
    WireRow(
      "PATCH", root + "/news", #"{"longUrl":"nothing"}"#, 400, ["invalidElements": "[longUrl]"]),
    WireRow("PATCH", root + "/none", "{}", 404, ["type": errors + "short-url-not-found"]),
    WireRow("DELETE", root + "/news", 204),
    WireRow("DELETE", root + "/none", 404, ["type": errors + "short-url-not-found"]),
    WireRow(
      "GET", root, 200,
      [
        "shortUrls.data.0.shortCode": "old", "shortUrls.data.1.visitsSummary.total": "3",
        "shortUrls.data.3.shortCode": "*", "shortUrls.pagination.currentPage": "1",
        "shortUrls.pagination.pagesCount": "1", "shortUrls.pagination.itemsPerPage": "10",
        "shortUrls.pagination.itemsInCurrentPage": "4", "shortUrls.pagination.totalItems": "4",
      ]),
    WireRow(
      "GET", root + "?page=2&itemsPerPage=3", 200,
      [
        "shortUrls.pagination.currentPage": "2", "shortUrls.pagination.pagesCount": "2",
        "shortUrls.pagination.itemsInCurrentPage": "1",
      ]),
    WireRow("GET", root + "?page=9", 200, ["shortUrls.data": "[]"]),
    WireRow(
      "GET", root + "?searchTerm=e.example/2", 200,
      ["shortUrls.data.0.shortCode": "old", "shortUrls.pagination.totalItems": "1"]),
    WireRow("GET", root + "?tags[]=y", 200, ["shortUrls.pagination.totalItems": "1"]),
    WireRow(
      "GET", root + "?orderBy=visits-DESC", 200, ["shortUrls.data.0.shortCode": "news"]),
    WireRow("GET", root + "?orderBy=longUrl-ASC", 400, ["invalidElements": "[orderBy]"]),
    WireRow("GET", root + "?tags[]=x&tags[]=y", 400, ["invalidElements": "[tags]"]),
    WireRow("GET", root + "?startDate=2026-01-01", 400, ["invalidElements": "[startDate]"]),
    WireRow(
      "GET", root + "?page=0&itemsPerPage=-1", 200, ["shortUrls.pagination.currentPage": "1"]),
    WireRow("GET", root + "?page=-1", 400, ["invalidElements": "[page]"]),
    WireRow("GET", root + "?itemsPerPage=100000", 400, ["invalidElements": "[itemsPerPage]"]),
    WireRow(
      "GET", root + "/news/visits", 200,
      [
        "visits.data": "[]", "visits.pagination.totalItems": "3",
        "visits.pagination.itemsInCurrentPage": "0",
      ]),
    WireRow(
      "GET", root + "/news/visits?startDate=2027-01-01T00:00:00%2B01:00&excludeBots=true", 200,
      ["visits.pagination.totalItems": "0"]),
    WireRow("GET", root + "/none/visits", 404, ["type": errors + "short-url-not-found"]),
    WireRow("GET", root + "/news/visits?endDate=x", 400, ["invalidElements": "[endDate]"]),
    WireRow("DELETE", root + "/news/visits", 405, ["type": "https://httpstatus.es/405"]),
    WireRow(
      "GET", "/rest/v3/tags", 200,
      ["tags.data": "[x,y]", "tags.pagination.totalItems": "2"]),
    WireRow(
      "GET", "/rest/v3/tags/stats", 200,
      [
        "tags.data.0.tag": "x", "tags.data.0.shortUrlsCount": "2",
        "tags.data.0.visitsSummary.total": "3", "tags.data.1.shortUrlsCount": "1",
      ]),
    WireRow(
      "GET", "/rest/v3/tags?page=2&itemsPerPage=1", 200,
      ["tags.data": "[y]", "tags.pagination.pagesCount": "2"]),
    WireRow("GET", "/rest/v3/tags?searchTerm=y", 200, ["tags.data": "[y]"]),
    WireRow(
      "PUT", "/rest/v3/tags", #"{"oldName":"x","newName":"z"}"#, 403,
      ["type": errors + "forbidden-tag-operation", "title": "Forbidden tag operation"]),
    WireRow("DELETE", "/rest/v3/tags?tags[]=x", 403, ["type": errors + "forbidden-tag-operation"]),
    WireRow(
      "GET", "/rest/health", 200,
      ["status": "pass", "version": "4.0.0", "links.about": "*", "links.project": "*"]),
    WireRow("GET", "/rest/v3/nothing", 404, ["type": errors + "not-found", "title": "Not Found"]),
    WireRow("GET", "/rest/v3/health", 200, ["status": "pass"]),
    WireRow("GET", "/rest/v3/domains", 200, ["domains.data.0.domain": "a.example"]),
    WireRow("GET", "/rest/v3/visits", 200, ["visits.nonOrphanVisits.total": "*"]),
    WireRow("GET", "/rest/v3/mercure-info", 501, ["type": "*"]),
    WireRow("GET", "/rest/v3/short-urls/news/redirect-rules", 501, ["detail": "*"]),
    WireRow("PUT", root, 405, ["type": "https://httpstatus.es/405", "status": "405"]),
  ]

  @Test(arguments: rows)
  func `answers as Shlink documents it`(_ row: WireRow) throws {
    let answer = try WireCaller().ask(row)
    row.check(answer)
    if row.status >= 400 { #expect(answer.contentType == "application/problem+json") }
  }

  @Test func `names every member that is wrong`() throws {
    let answer = try WireCaller().ask(
      "POST", Self.root,
      #"{"longUrl":"ftp://e.example/","maxVisits":-1,"validUntil":"soon","tags":[1],"title":2}"#)
    let names = answer.json.member("invalidElements")?.array?.compactMap(\.string) ?? []
    #expect(Set(names) == ["longUrl", "maxVisits", "validUntil", "tags", "title"])
  }

  @Test func `tags that look the same have one order on every page`() throws {
    let client = try WireCaller()
    let tags = ["\u{E9}", "\u{F6}", "\u{FC}", "e\u{301}", "o\u{308}", "u\u{308}"]
    for tag in tags {
      let body = "{\"longUrl\":\"https://e.example/\",\"tags\":[\"\(tag)\"]}"
      #expect(try client.ask("POST", Self.root, body).status == 200)
    }
    let answer = try client.ask("GET", "/rest/v3/tags").json.member("tags")
    let names = answer?.member("data")?.array?.compactMap(\.string) ?? []
    #expect(
      names.map { Array($0.utf8) }
        == (["x", "y"] + tags).map { Array($0.utf8) }.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test func `finds what is there when it is told to`() throws {
    let client = try WireCaller()
    let body = #"{"longUrl":"https://e.example/5","findIfExists":true}"#
    let codes = try (0..<2).map { _ in try client.ask("POST", Self.root, body)["shortCode"] }
    #expect(codes[0] != nil && codes[0] == codes[1])
    let other = try client.ask("POST", Self.root, #"{"longUrl":"https://e.example/5"}"#)
    #expect(other["shortCode"] != codes[0])
  }

  @Test func `a key that is missing, and one that is none, are told apart`() throws {
    let client = try WireCaller()
    let none = try client.fixture.call("GET", Self.root)
    WireRow(
      "GET", Self.root, 401,
      ["type": Self.errors + "missing-authentication", "expectedHeaders": "[X-Api-Key]"]
    ).check(none)
    let wrong = try client.ask("GET", Self.root, token: "keiro_none")
    WireRow("GET", Self.root, 401, ["type": Self.errors + "invalid-api-key"]).check(wrong)
    // Shlink has no bearer tokens, and browsers send none of its fields by themselves.
    client.fixture.token = client.token
    #expect(try client.fixture.call("GET", Self.root).status == 401)
    #expect(try client.fixture.call("GET", "/rest/health").status == 200)
  }

  @Test func `keeps to the only host of its token`() throws {
    let client = try WireCaller(on: ["x.w.example"])
    let made = try client.ask("POST", Self.root, #"{"longUrl":"https://e.example/1"}"#)
    #expect(made["shortUrl"]?.hasPrefix("https://x.w.example/") == true && made["domain"] == "null")
    #expect(try client.ask("GET", Self.root + "/news?domain=a.example").status == 403)
    #expect(try client.ask("GET", Self.root)["shortUrls.pagination.totalItems"] == "1")
  }
}
