import JSONSyntax
import Links
import LinkStorage
import Testing

@testable import ServiceSupport
@testable import WireCalls

/// The calls that Bitly documents: members, statuses, words of errors.
@Suite struct BitlyTests {
  private static let news = "/v4/bitlinks/a.example/s/news"

  private static let rows = [
    WireRow(
      "POST", "/v4/shorten",
      #"{"long_url":"https://e.example/3","domain":"bit.ly","group_guid":"Ba1bc23dE4F"}"#, 201,
      [
        "created_at": "2026-11-21T01:31:09+0000", "id": "*", "link": "*",
        "long_url": "https://e.example/3", "archived": "false", "custom_bitlinks": "[]",
        "tags": "[]", "deeplinks": "[]", "references": "{}",
      ]),
    WireRow(
      "POST", "/v4/bitlinks",
      #"{"long_url":"https://e.example/3","domain":"a.example","title":"T","tags":["b"],"keyword":"third","deeplinks":[]}"#,
      201,
      [
        "id": "a.example/s/third", "link": "https://a.example/s/third", "title": "T", "tags": "[b]",
      ]),
    WireRow(
      "POST", "/v4/bitlinks", #"{"long_url":"https://e.example/8","keyword":"news"}"#, 400,
      ["message": "KEYWORD_ALREADY_EXISTS", "resource": "bitlinks", "description": "*"]),
    WireRow(
      "POST", "/v4/shorten", #"{"long_url":"nothing"}"#, 400,
      [
        "message": "INVALID_ARG_LONG_URL", "resource": "bitlinks",
        "description": "long_url: 'nothing' is not a destination: expected an http or https URL",
        "errors.0.field": "long_url", "errors.0.error_code": "invalid", "errors.0.message": "*",
      ]),
    WireRow("POST", "/v4/shorten", "{}", 400, ["message": "INVALID_ARG_LONG_URL"]),
    WireRow("POST", "/v4/shorten", "", 422, ["message": "UNPROCESSABLE_ENTITY"]),
    WireRow("POST", "/v4/shorten", "{", 422, ["message": "UNPROCESSABLE_ENTITY"]),
    WireRow(
      "POST", "/v4/shorten", #"{"long_url":"https://e.example/","domain":"elsewhere.example"}"#,
      400,
      ["message": "INVALID_ARG_DOMAIN"]),
    WireRow(
      "POST", "/v4/bitlinks", #"{"long_url":"https://e.example/","tags":["a","a",3]}"#, 400,
      ["message": "INVALID_ARG_TAGS"]),
    WireRow(
      "POST", "/v4/expand", #"{"bitlink_id":"a.example/s/news"}"#, 200,
      [
        "id": "a.example/s/news", "link": "https://a.example/s/news",
        "long_url": "https://e.example/1", "created_at": "2026-11-21T01:31:09+0000",
      ]),
    WireRow(
      "POST", "/v4/expand", #"{"bitlink_id":"a.example/s/none"}"#, 404, ["message": "NOT_FOUND"]),
    WireRow("POST", "/v4/expand", "{}", 400, ["message": "INVALID_ARG_BITLINK_ID"]),
    WireRow(
      "GET", news, 200,
      [
        "id": "a.example/s/news", "title": "News", "tags": "[x,y]", "archived": "false",
        "long_url": "https://e.example/1",
      ]),
    WireRow("GET", "/v4/bitlinks/a.example%2Fs%2Fnews", 200, ["id": "a.example/s/news"]),
    WireRow("GET", "/v4/bitlinks/a.example/s/none", 404, ["message": "NOT_FOUND"]),
    WireRow("GET", "/v4/bitlinks/nothing", 404, ["message": "NOT_FOUND"]),
    WireRow(
      "PATCH", news, #"{"title":"Other","tags":["q"],"long_url":"https://e.example/5"}"#, 200,
      ["title": "Other", "tags": "[q]", "long_url": "https://e.example/5", "archived": "false"]),
    WireRow(
      "PATCH", news, #"{"expiration_at":"2027-01-28T15:30:00+0100"}"#, 200,
      ["expiration_at": "2027-01-28T14:30:00+0000", "title": "News"]),
    WireRow(
      "POST", "/v4/bitlinks",
      #"{"long_url":"https://e.example/3","expiration_at":"2027-01-28T14:30:00+0000"}"#, 201,
      ["expiration_at": "2027-01-28T14:30:00+0000"]),
    WireRow(
      "PATCH", news, #"{"expiration_at":"soon"}"#, 400, ["message": "INVALID_ARG_EXPIRATION_AT"]),
    WireRow("PATCH", news, #"{"tags":[1]}"#, 400, ["message": "INVALID_ARG_TAGS"]),
    WireRow("PATCH", news, #"{"long_url":"x"}"#, 400, ["message": "INVALID_ARG_LONG_URL"]),
    WireRow("PATCH", "/v4/bitlinks/a.example/s/none", "{}", 404, ["message": "NOT_FOUND"]),
    WireRow("DELETE", news, 200, ["links_deleted.0.id": "a.example/s/news"]),
    WireRow(
      "GET", news + "/clicks", 200,
      [
        "link_clicks.0.clicks": "3", "link_clicks.0.date": "2026-11-21T00:00:00+0000",
        "unit": "day", "units": "-1", "unit_reference": "2026-11-21T01:31:09+0000",
      ]),
    WireRow(
      "GET", news + "/clicks?unit=hour&units=2", 200,
      ["link_clicks.0.date": "2026-11-21T01:00:00+0000", "unit": "hour", "units": "2"]),
    WireRow(
      "GET", news + "/clicks?unit=week", 200,
      ["link_clicks.0.date": "2026-11-16T00:00:00+0000"]),
    WireRow(
      "GET", news + "/clicks?unit=month&units=3", 200,
      ["link_clicks.0.date": "2026-11-01T00:00:00+0000"]),
    WireRow(
      "GET", news + "/clicks?unit=day&units=1&unit_reference=2026-11-19T00:00:00%2B0000", 200,
      ["link_clicks": "[]", "unit_reference": "2026-11-19T00:00:00+0000"]),
    WireRow("GET", news + "/clicks?unit=minute", 400, ["message": "INVALID_ARG_UNIT"]),
    WireRow("GET", news + "/clicks?units=-2", 400, ["message": "INVALID_ARG_UNITS"]),
    WireRow(
      "GET", news + "/clicks?unit_reference=now", 400, ["message": "INVALID_ARG_UNIT_REFERENCE"]),
    WireRow(
      "GET", news + "/clicks/summary", 200,
      ["total_clicks": "3", "unit": "day", "units": "-1", "unit_reference": "*"]),
    WireRow(
      "GET", news + "/referrers", 200,
      ["metrics.0.value": "r.example", "metrics.0.clicks": "3", "facet": "referrers"]),
    WireRow(
      "GET", news + "/referring_domains?size=1", 200,
      ["metrics.0.value": "r.example", "facet": "referring_domains"]),
    WireRow("GET", news + "/countries", 200, ["facet": "countries", "metrics": "*"]),
    WireRow("GET", "/v4/bitlinks/a.example/s/none/clicks", 404, ["message": "NOT_FOUND"]),
    WireRow("GET", news + "/qr", 404, ["message": "NOT_FOUND"]),
    WireRow(
      "GET", "/v4/user", 200,
      ["name": "client", "login": "*", "is_active": "true", "default_group_guid": "keiro"]),
    WireRow("GET", "/v4/groups", 200, ["groups.0.guid": "keiro", "groups.0.bsds": "[a.example]"]),
    WireRow("GET", "/v4/groups/keiro", 200, ["guid": "keiro", "is_active": "true"]),
    WireRow("GET", "/v4/groups/other", 404, ["message": "NOT_FOUND"]),
    WireRow("GET", "/v4/campaigns", 404, ["message": "NOT_FOUND"]),
    WireRow("GET", "/v4/shorten", 405, ["message": "BAD_REQUEST"]),
  ]

  @Test(arguments: rows)
  func `answers as Bitly documents it`(_ row: WireRow) throws {
    row.check(try WireCaller().ask(row))
  }

  @Test func `the same URL has the same bitlink`() throws {
    let client = try WireCaller()
    let answers = try (0..<2).map { _ in
      try client.ask("POST", "/v4/shorten", #"{"long_url":"https://e.example/5"}"#)
    }
    #expect(answers.map(\.status) == [201, 200])
    #expect(answers[0]["id"] == answers[1]["id"])
  }

  @Test func `an archived bitlink is a tag, and the link stays live`() throws {
    let client = try WireCaller()
    func tags() throws -> [String]? {
      try client.fixture.store.currentLink(at: LinkKey(host: "a.example", slug: "news"))?.link.tags
    }
    let archived = try client.ask("PATCH", Self.news, #"{"archived":true}"#)
    #expect(archived["archived"] == "true" && archived["tags"] == "[x,y]")
    #expect(try tags() == ["x", "y", "archived"])
    #expect(try client.fixture.visit("/s/news").status == 302)
    // Other tags leave it archived.
    #expect(try client.ask("PATCH", Self.news, #"{"tags":["z"]}"#)["archived"] == "true")
    #expect(try tags() == ["z", "archived"])
    #expect(try client.ask("PATCH", Self.news, #"{"archived":false}"#)["archived"] == "false")
    #expect(try tags() == ["z"])
  }

  @Test func `who has no token, or not enough of one, is forbidden`() throws {
    let client = try WireCaller([.readLinks])
    let refused = [
      try client.fixture.call("GET", Self.news), try client.ask("GET", Self.news, token: "keiro_x"),
      try client.ask("DELETE", Self.news), try client.ask("GET", Self.news + "/clicks"),
    ]
    for answer in refused {
      #expect(answer.status == 403 && answer["message"] == "FORBIDDEN", "\(answer.text)")
    }
  }
}
