import AppAssociation
import Cryptography
import FoundationEssentials
import Testing
import WebSyntax

@testable import Doctor

/// The entries of an app's entitlements against the file, in both directions.
struct EntitlementTests {
  private static let app = "94VJUJ8B7P.jp.asajikan.www"

  private static func file(_ services: String) -> [UInt8] {
    Array("{\(services)}".utf8)
  }

  private static let links =
    #""applinks":{"details":[{"appIDs":["\#(app)"],"components":[{"/":"/*"}]}]}"#
  private static let credentials = #","webcredentials":{"apps":["\#(app)"]}"#

  private static func result(
    _ domains: [String], file text: String = links, identifier: String? = app,
    apexes: [String: Observed] = [:], host name: String = "www.links.test"
  ) throws -> CheckResult {
    let json = [Observed.Field("content-type", "application/json")]
    var host = try HostObservation.seen(
      name,
      apple: Observed(url: "https://\(name)/a", status: 200, fields: json, body: file(text)))
    host.apexes = apexes
    var expected = HostExpectation()
    expected.entitlements = Entitlements(
      associatedDomains: domains, applicationIdentifier: identifier)
    return try #require(host.report(expected)[.entitlements])
  }

  @Test(arguments: [
    ["applinks:www.links.test"],
    ["applinks:www.links.test?mode=developer", "applinks:www.links.test"],
    ["applinks:www.links.test", "webcredentials:shop.test"],
    ["applinks:bücher.test", "applinks:www.links.test"],
  ])
  func `passes entries that work`(_ domains: [String]) throws {
    #expect(try Self.result(domains).verdict == .pass)
  }

  static let misses: [[String]] = {
    let bytes = try? Data(contentsOf: URL(filePath: DoctorLab.fixtures + "/misses.txt"))
    return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n")
      .map { $0.split(separator: " | ").map(String.init) }.filter { $0.count == 3 }
  }()

  @Test(arguments: misses)
  func `shows a near miss with its correction`(_ miss: [String]) throws {
    let (text, fault, correction) = (miss[0], miss[1], miss[2])
    let result = try Self.result([text])
    #expect(result.verdict == .fail)
    #expect(result.evidence == "the app names '\(text)', which has \(fault)")
    #expect(result.help == "write \(correction) under Signing & Capabilities, Associated Domains")
    // Beside the right entry it does no harm.
    #expect(
      try Self.result([text, "applinks:www.links.test", correction]).verdict == .pass
        || correction.contains("*") || correction.contains("?"))
  }

  @Test(arguments: [
    "applinks:shop.test", "applinks:api.links.test", "webcredentials:*.shop.test", "x:y",
  ])
  func `takes another host for no near miss`(_ text: String) throws {
    let result = try Self.result([text])
    #expect(result.evidence == "the app does not name applinks:www.links.test")
  }

  @Test(arguments: [
    (["applinks:www.links.test", "appclips:*.links.test"], "has a wildcard, which App Clips"),
    (["applinks:www.links.test", "appclips:*.www.links.test"], "has a wildcard, which App Clips"),
    (["appclips:*.www.links.test"], "has a wildcard, which App Clips"),
    (["applinks:www.links.test?mode=develop"], "has the mode 'develop', which does not exist"),
    (["applinks:www.links.test?mod=developer"], "has '?mod=developer' behind the host"),
    (["applinks:www.links.test?developer"], "has '?developer' behind the host"),
    (["applinks:www.links.test?"], "has '?' behind the host"),
  ])
  func `refuses wildcards and modes that do not exist`(_ domains: [String], _ fact: String) throws {
    let result = try Self.result(domains)
    #expect(result.verdict == .fail && result.evidence.contains(fact), "\(result)")
  }

  @Test func `there are many ways to miss`() { #expect(Self.misses.count > 25) }

  @Test func `looks at all services, both ways`() throws {
    let missing = try Self.result(["applinks:www.links.test", "webcredentials:www.links.test"])
    #expect(missing.verdict == .fail)
    #expect(missing.evidence.contains("the file names no app under webcredentials"))
    let clips = try Self.result(["applinks:www.links.test", "appclips:www.links.test"])
    #expect(clips.verdict == .fail && clips.evidence.contains("no app under appclips"))
    let unnamed = try Self.result(["applinks:www.links.test"], file: Self.links + Self.credentials)
    #expect(unnamed.verdict == .warn)
    #expect(unnamed.evidence.contains("the app does not name webcredentials:www.links.test"))
    let alone = try Self.result(
      ["webcredentials:www.links.test"], file: String(Self.credentials.dropFirst()))
    #expect(alone.verdict == .pass)
    let both = try Self.result(
      ["applinks:www.links.test", "webcredentials:www.links.test"],
      file: Self.links + Self.credentials)
    #expect(both.verdict == .pass)
  }

  @Test func `looks for the file of a wildcard at the apex`() throws {
    let domains = ["applinks:*.links.test"]
    let absent = Observed(url: "https://links.test/a", status: 404)
    let failing = try Self.result(domains, apexes: ["links.test": absent])
    #expect(failing.verdict == .fail)
    #expect(failing.evidence.contains("systems fetch from links.test, where the answer is 404"))
    #expect(
      try Self.result(domains + ["applinks:www.links.test"], apexes: ["links.test": absent]).verdict
        == .pass)
    let there = Observed(url: "https://links.test/a", status: 200, body: Self.file(Self.links))
    #expect(try Self.result(domains, apexes: ["links.test": there]).verdict == .pass)
    let deep = try Self.result(domains, apexes: ["links.test": there], host: "g-1.a.links.test")
    #expect(deep.verdict == .pass)
    // Of two wildcards the longer one counts.
    let two = try Self.result(
      ["applinks:*.links.test", "applinks:*.a.links.test"],
      apexes: ["links.test": there, "a.links.test": absent], host: "g-1.a.links.test")
    #expect(two.verdict == .fail && two.evidence.contains("from a.links.test"))
    let unasked = try Self.result(domains)
    #expect(unasked.verdict == .warn && unasked.evidence.contains("was not asked"))
  }

  @Test func `sees spaces that a property list has around an entry`() throws {
    let text =
      "<plist><dict><key>com.apple.developer.associated-domains</key><array>"
      + "<string>applinks:www.links.test </string></array></dict></plist>"
    let entitlements = try #require(Entitlements(Array(text.utf8)))
    #expect(entitlements.associatedDomains == ["applinks:www.links.test "])
  }

  @Test func `notes what is reported about internationalised names`() throws {
    for (name, verdict) in [("xn--bcher-kva.test", DoctorVerdict.warn), ("links.test", .skip)] {
      let host = try HostObservation.seen(name, apple: Observed(url: "", status: 404))
      #expect(host.report()[.international]?.verdict == verdict)
    }
  }
}
