import AppAssociation
import JSONSyntax
import SiteModel
import Testing

@testable import Questions
@testable import ServiceSupport

struct ConfigurationDifferenceTests {
  @Test func `files that were not compared in full are no equal ones`() {
    let host = ConfigurationDifference.Host(
      host: "a.example", changes: [], grants: [], remarks: ["the files are too large"])
    let difference = ConfigurationDifference(hosts: [host])
    #expect(!difference.isPositive)
    #expect(
      difference.document.compact
        == #"{"hosts":[{"host":"a.example","changes":[],"notes":["the files are too large"]}]}"#)
    let same = ConfigurationDifference(hosts: [])
    #expect(same.isPositive && same.document.compact == #"{"hosts":[]}"#)
  }

  @Test func `tells what changes on old systems alone, and who gains what`() throws {
    func snapshot(_ change: (inout ServiceDefinition) -> Void) throws -> ServiceSnapshot {
      var fixture = try ExplanationFixture()
      fixture.service.sites[0].routes = [
        RouteDefinition(component: Component(path: "/Admin", exclude: true), apps: []),
        RouteDefinition(component: Component(path: "/a"), apps: [0]),
      ]
      change(&fixture.service)
      return try fixture.snapshot()
    }
    let old = try snapshot { _ in }
    func hosts(_ change: (inout ServiceDefinition) -> Void) throws -> [ConfigurationDifference.Host]
    {
      ConfigurationDifference(from: old, to: try snapshot(change)).hosts
        .filter { $0.host == "food.example" }
    }
    #expect(try hosts { _ in }.isEmpty)
    // `paths` know no such exclude, so that everything stays in the browser.
    let folding = try hosts { $0.sites[0].routes[0].component.caseSensitive = false }
    let change = try #require(folding.first?.changes.first { $0.url.hasSuffix("/a") })
    #expect(!change.starts && change.app == "AAAAAAAAAA.b.food")
    #expect(change.versions.hasSuffix(" on, before iOS 13.0"))
    let certificate = try hosts {
      $0.apps[0].android?.sha256CertFingerprints[0].replace(
        "AB:AB", with: "CD:CD", maxReplacements: 1)
    }
    #expect(certificate.first?.grants.count == 2 && certificate.first?.changes.isEmpty == true)
    let passwords = try hosts { $0.sites[0].webcredentials = [0] }
    #expect(
      passwords.first?.grants == [
        "webcredentials gains AAAAAAAAAA.b.food",
        "b.food gains delegate_permission/common.get_login_creds",
      ])
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
