import DirectRequests
import HTTPCore
import LinkStorage
import SiteModel
import Testing
import WebSyntax

@testable import Dashboard

/// Tokens for apps on the page of tokens.
@Suite struct AppTokenPageTests {
  private func fixture(destinations: [String]?) throws -> PagesFixture {
    var site = try SiteDefinition(hosts: [#require(HostPattern("a.example"))])
    site.destinationHosts = destinations?.compactMap { HostPattern($0) }
    return try PagesFixture(site: site)
  }

  private func post(_ fixture: PagesFixture, _ form: String) throws -> (status: Int, text: String) {
    let answer = try fixture.ask(
      "/dashboard/tokens", method: "POST", fields: fixture.cookie(),
      body: "action=create&scope=links:create&hosts=a.example&" + form)
    return (answer.status.code, String(decoding: answer.wholeBody, as: UTF8.self))
  }

  @Test func `makes a token for apps, and lists what it may make`() throws {
    let fixture = try fixture(destinations: ["e.example"])
    let (status, text) = try post(fixture, "name=app&perHour=5&lifetime=90d")
    #expect(status == 200 && text.contains("5 links an hour for each address, they live 90d"))
    let making = try fixture.store.tokens().compactMap(\.making)
    #expect(making == [LinkMaking(perHour: 5, lifetime: 90 * 86_400)])
  }

  @Test func `keeps what was typed beside what is wrong with it`() throws {
    let fixture = try fixture(destinations: nil)
    for (form, words) in [
      ("perHour=0", "is out of range"), ("lifetime=soon", "soon"),
      ("perHour=5", "destinationHosts"),
    ] {
      let (status, text) = try post(fixture, form)
      #expect(status == 422 && text.contains(words), "\(form)")
      #expect(text.contains("value=\"\(form.drop { $0 != "=" }.dropFirst())\""), "\(form)")
    }
    #expect(try fixture.store.tokens().allSatisfy { $0.making == nil })
  }
}
