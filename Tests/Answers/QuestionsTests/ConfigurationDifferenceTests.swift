import AppAssociation
import JSONSyntax
import SiteModel
import Testing

@testable import Questions
@testable import ServiceSupport

struct ConfigurationDifferenceTests {
  @Test func `files that were not compared in full are no equal ones`() {
    let host = ConfigurationDifference.Host(
      host: "a.example", changes: [], remarks: ["the files are too large"])
    let difference = ConfigurationDifference(hosts: [host])
    #expect(!difference.isPositive)
    #expect(
      difference.document.compact
        == #"{"hosts":[{"host":"a.example","changes":[],"notes":["the files are too large"]}]}"#)
    let same = ConfigurationDifference(hosts: [])
    #expect(same.isPositive && same.document.compact == #"{"hosts":[]}"#)
  }

  /// Where one rule constrains the whole query and another its items, a difference may have no example.
  @Test func `hands on what the comparison of a host's files left open`() throws {
    func snapshot(percentEncoded: Bool?) throws -> ServiceSnapshot {
      var fixture = try ExplanationFixture()
      fixture.service.sites[0].shortLinks = nil
      fixture.service.sites[0].routes = [
        RouteDefinition(
          component: Component(
            path: "/x", query: .string("*?*=?**"), exclude: true, percentEncoded: percentEncoded),
          apps: []),
        RouteDefinition(
          component: Component(
            query: .items([.init(name: "K", pattern: "")]), exclude: true, percentEncoded: false),
          apps: []),
        RouteDefinition(
          component: Component(path: "/*", query: .items([.init(name: "k", pattern: "")])),
          apps: [1]),
      ]
      return try fixture.snapshot()
    }
    let difference = ConfigurationDifference(
      from: try snapshot(percentEncoded: nil), to: try snapshot(percentEncoded: false))
    let host = try #require(difference.hosts.first)
    #expect(host.changes.isEmpty && !difference.isPositive)
    #expect(
      host.remarks == [
        "for some changes no URL was found whose verdict differs, the first of them of "
          + "'AAAAAAAAAA.b.maps'"
      ])
  }
}
