import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import SiteModel
import Testing

@testable import ServiceSupport

/// The API refuses links that lead in circles, and warns about odd ones.
@Suite struct CircularLinkTests {
  let service: ServiceFixture

  init() throws { service = try ServiceFixture() }

  @Test func `is refused when it is made`() throws {
    let own = try service.call(
      "POST", "/v1/links", #"{"host":"a.example","slug":"x","url":"https://a.example/s/x"}"#)
    #expect(own.status == 422 && own.faults == ["url"], "\(own.text)")
    try service.add(#""slug": "x", "url": "https://a.example/s/y""#)
    let back = #"{"host":"www.a.example","slug":"y","url":"https://a.example/s/x"}"#
    #expect(try service.call("POST", "/v1/links", back).status == 422)
    let batch = try service.call("POST", "/v1/links:batch", back)
    #expect(batch.lines.first?.text(at: "status") == "422")
    let file = "host,slug,url\na.example,y,https://a.example/s/x\n"
    for query in ["format=csv&dryRun=true", "format=csv"] {
      let report = try service.call("POST", "/v1/import?" + query, file)
      #expect(report["rejected"] == "1" && report["created"] == "0", "\(report.text)")
    }
  }

  @Test func `is refused when it is changed, unless it was one before`() throws {
    try service.add(#""slug": "x", "url": "https://a.example/s/y""#)
    try service.add(#""slug": "y", "url": "https://e.example/""#)
    for (body, field) in [
      (#"{"url":"https://a.example/s/x"}"#, "url"),
      (#"{"desktop":{"fallback":"https://a.example/s/x"}}"#, "desktop.fallback"),
    ] {
      let circle = try service.call("PATCH", "/v1/links/a.example/y", body)
      #expect(circle.status == 422 && circle.faults == [field], "\(circle.text)")
    }
    let narrow = try ServiceFixture(store: service.store) { definition in
      definition.sites[0].destinationHosts = []
    }
    let both = try narrow.call(
      "PATCH", "/v1/links/a.example/y", #"{"url":"https://a.example/s/x"}"#)
    #expect(both.status == 422 && both.faults == ["url"], "\(both.text)")
    let old = ShortLink(host: "a.example", slug: "z", url: "https://a.example/s/z")
    try waitForAnswer {
      service.store.create(
        old, CreationTerms(), by: .service, now: Timestamp(secondsSinceEpoch: 0), completion: $0)
    }
    let renamed = try service.call("PATCH", "/v1/links/a.example/z", #"{"name":"N"}"#)
    #expect(renamed.status == 200, "\(renamed.text)")
  }

  @Test func `is refused by the call of Firebase`() throws {
    let body = """
      {"dynamicLinkInfo":{"domainUriPrefix":"https://a.example","link":"https://a.example/s/me"},
       "suffix":{"option":"CUSTOM","customSuffix":"me"}}
      """
    let answer = try service.call("POST", "/v1/shortLinks?key=\(service.token ?? "")", body)
    #expect(answer.status == 400, "\(answer.text)")
    #expect(answer.text.contains("leads back to the link itself"))
  }

  @Test func `a link that is over when it is made is made with a warning`() throws {
    let answer = try service.add(
      #""slug": "x", "url": "https://e.example/", "expires": "2026-01-01""#)
    #expect(answer["expires"] == "2026-01-01T00:00:00Z")
    let warning = answer.json.member("warnings")?.array?.first
    #expect(warning?.text(at: "field") == "expires")
    #expect(
      warning?.text(at: "message") == "the link is over: it ended at 2026-01-01T00:00:00Z")
    let read = try service.call("GET", "/v1/links/a.example/x")
    #expect(read.json.member("warnings") == nil)
    let back = try service.call("PATCH", "/v1/links/a.example/x", answer.text)
    #expect(back.status == 200, "\(back.text)")
    let never = try service.call(
      "PATCH", "/v1/links/a.example/x", #"{"notBefore":"2031-01-01","expires":"2030-01-01"}"#)
    #expect(
      never.json.member("warnings")?.array?.first?.text(at: "message")
        == "the link ends at 2030-01-01T00:00:00Z and begins only at 2031-01-01T00:00:00Z: it is "
        + "never found")
  }

  @Test func `names the field that is missing`() throws {
    let answer = try service.call("POST", "/v1/links", "{}")
    #expect(answer.status == 422 && answer.faults == ["host", "url"], "\(answer.text)")
  }

  @Test func `keeps links that were edited, unless told otherwise`() throws {
    let file = "host,slug,url\na.example,x,https://a.example/1\n"
    #expect(try service.call("POST", "/v1/import?format=csv", file)["created"] == "1")
    _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"name":"N"}"#)
    let dry = try service.call("POST", "/v1/import?format=csv&dryRun=true", file)
    #expect(dry["dryRun"] == "true" && dry["kept"] == "1", "\(dry.text)")
    let kept = try service.call("POST", "/v1/import?format=csv", file)
    #expect(kept["dryRun"] == nil && kept["kept"] == "1" && kept["updated"] == "0")
    #expect(kept.json.member("keptLinks")?.array?.first?.text(at: "link") == "x")
    let forced = try service.call("POST", "/v1/import?format=csv&overwrite=true", file)
    #expect(forced["kept"] == "0" && forced["updated"] == "1")
    let odd = try service.call("POST", "/v1/import?format=csv&overwrite=perhaps", file)
    #expect(odd.status == 400 && odd.faults == ["overwrite"])
  }
}

/// The hosts of a site share one set of links, regardless of the host that a caller names.
@Suite struct SharedSlugTests {
  let service: ServiceFixture

  init() throws {
    service = try ServiceFixture()
    try service.add(#""slug": "x", "url": "https://a.example/item/1""#)
  }

  @Test(arguments: [
    "url=https://www.a.example/s/x", "url=a.example/s/x", "url=https%3A%2F%2Fwww.A.example%2Fs%2Fx",
    "host=www.a.example&slug=x", "host=a.example&slug=x", "url=http://a.example:8080/s/x?y%23z",
  ]) func `finds a link under every host of its site`(_ query: String) throws {
    let answer = try service.call("GET", "/v1/links:find?\(query)")
    #expect(answer.status == 200 && answer.json.text(at: "host") == "a.example")
    #expect(answer.json.text(at: "shortURL") == "https://a.example/s/x")
  }

  @Test func `a letter with a combining mark names the link of the composed letter everywhere`()
    throws
  {
    try service.add(#""slug": "é", "url": "https://a.example/item/2""#)
    let slug = "e%CC%81"
    #expect(try service.visit("/s/\(slug)").location == "https://a.example/item/2")
    for path in ["a.example/\(slug)", "a.example/\(slug)/versions"] {
      #expect(try service.call("GET", "/v1/links/" + path).status == 200)
    }
    let found = try service.call("GET", "/v1/links:find?url=https://a.example/s/\(slug)")
    #expect(found["slug"] == "\u{E9}")
    let explained = try service.call(
      "POST", "/v1/explain", #"{"url": "https://a.example/s/\#(slug)"}"#)
    #expect(explained["link.slug"] == "\u{E9}")
    let changed = try service.call("PATCH", "/v1/links/a.example/\(slug)", #"{"name": "n"}"#)
    #expect(changed.status == 200 && changed["slug"] == "\u{E9}")
    #expect(try service.call("DELETE", "/v1/links/a.example/\(slug)").status == 204)
  }

  @Test func `statistics are of the link that visitors find under a name`() throws {
    try service.add(#""slug": "é", "url": "https://a.example/item/2""#)
    for path in ["/s/x", "/s/%C3%A9"] { _ = try service.visit(path) }
    service.flushClicks()
    for slug in ["x", "e%CC%81"] {
      for host in ["a.example", "www.a.example"] {
        let answer = try service.call("GET", "/v1/stats?by=outcome&host=\(host)&slug=\(slug)")
        #expect(answer.json.member("rows")?.array?.count == 1, "\(host) \(slug) \(answer.text)")
      }
    }
  }

  @Test func `says that there is no link where visitors find none`() throws {
    let answer = try service.call("GET", "/v1/links:find?url=https://www.a.example/s/none")
    #expect(answer.problem == "link-not-found")
    #expect(
      answer.json.text(at: "detail")
        == "there is no link at https://www.a.example/s/none: expected the short URL of one that exists"
    )
    // A host with links of its own means none of another site's; one without may mean any.
    for (host, hint) in [
      ("x.w.example", "expected the short URL of one that exists"),
      ("p.example", "did you mean https://a.example/s/x?"),
    ] {
      let answer = try service.call("GET", "/v1/links:find?url=https://\(host)/x")
      #expect(answer["detail"] == "there is no link at https://\(host)/x: \(hint)")
    }
    let nameless = try service.call("GET", "/v1/links:find?url=nothing")
    #expect(nameless.status == 422 && nameless["detail"] == "a field is wrong: url")
    #expect(try service.call("GET", "/v1/links:find?host=a.example").status == 400)
    #expect(try service.call("GET", "/v1/links:find?url=a/b&slug=x").status == 400)
  }

  @Test(arguments: [
    (#""apple": "x""#, "apple", #"found a string: expected an object such as {"fallback": …}"#),
    (
      #""campaign": 1"#, "campaign",
      #"found a number: expected an object such as {"utm_source": …}"#
    ),
    (#""utm_source": "x""#, "utm_source", "unknown key: did you mean 'campaign.utm_source'?"),
    (#""campain": {}"#, "campain", "unknown key: did you mean 'campaign'?"),
  ]) func `shows the form of what stands at the wrong place`(
    _ member: String, _ field: String, _ detail: String
  ) throws {
    let answer = try service.call(
      "POST", "/v1/links", #"{"host": "a.example", "url": "https://a.example/", \#(member)}"#)
    #expect(answer.status == 422)
    #expect(answer.json.text(at: "errors.0.field") == field)
    #expect(answer.json.text(at: "errors.0.detail") == detail)
  }
}
