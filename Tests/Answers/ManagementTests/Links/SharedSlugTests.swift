import HTTPCore
import JSONSyntax
import Testing

@testable import ServiceSupport

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

  @Test func `says that there is no link where visitors find none`() throws {
    let answer = try service.call("GET", "/v1/links:find?url=https://www.a.example/s/none")
    #expect(answer.problem == "link-not-found")
    #expect(
      answer.json.text(at: "detail")
        == "there is no link at https://www.a.example/s/none: expected the short URL of one that exists"
    )
    #expect(try service.call("GET", "/v1/links:find?url=nothing").status == 422)
    #expect(try service.call("GET", "/v1/links:find?host=a.example").status == 400)
    #expect(try service.call("GET", "/v1/links:find?url=a/b&slug=x").status == 400)
  }

  @Test func `a slug that another host of the site serves is taken`() throws {
    let before = try service.visit("/s/x", host: "www.a.example").location
    let answer = try service.call(
      "POST", "/v1/links",
      #"{"host": "www.a.example", "slug": "x", "url": "https://a.example/item/2"}"#)
    #expect(answer.problem == "slug-taken")
    #expect(
      answer.json.text(at: "detail")
        == "there is a link 'x' on 'a.example' already: expected another slug")
    #expect(try service.visit("/s/x", host: "www.a.example").location == before)
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
