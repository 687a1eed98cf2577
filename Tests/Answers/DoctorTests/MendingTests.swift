import AssociationValidation
import Testing

@testable import Doctor

/// Faults that follow from one another are told once, and each with the mending that helps.
struct MendingTests {
  private static let file = Array(
    #"{"applinks":{"details":[{"appIDs":["9JA89QQLNQ.a.b"],"components":[{"/":"/a/*"}]}]}}"#.utf8)
  private static let other = Array(
    #"{"applinks":{"details":[{"appIDs":["9JA89QQLNQ.a.b"],"components":[{"/":"/b/*"}]}]}}"#.utf8)
  private static let address = "https://links.test/.well-known/apple-app-site-association"
  private static let gateway = "502 means that the web server does not reach Keiro"

  private static func answer(_ body: [UInt8], _ status: Int = 200) -> Observed {
    Observed(
      url: address, status: status, fields: [.init("content-type", "application/json")], body: body)
  }

  /// The results about a host of the configuration that answers with `apple` and `google`.
  private static func results(
    _ apple: Observed, google: Observed? = nil,
    _ change: (inout HostObservation) -> Void = { _ in }
  ) throws -> HostReport {
    var host = try HostObservation.seen(apple: apple, google: google)
    change(&host)
    var expected = HostExpectation()
    expected.apple = .bytes(file)
    expected.documents[.webAuthn] = []
    expected.changePassword = "https://links.test/account"
    return host.report(expected)
  }

  @Test func `a web server that does not reach Keiro is told as that by every check`() throws {
    let bad = Observed(url: Self.address, status: 502)
    let report = try Self.results(bad, google: bad) {
      ($0.documents[.webAuthn], $0.changePassword, $0.unknownLink, $0.resolve) = (
        bad, bad, bad, bad
      )
      $0.shortLinks = [.init("an iPhone", bad)]
    }
    for check in [
      DoctorCheck.aasaStatus, .assetlinksStatus, .webAuthn, .changePassword, .shortLink,
      .unknownLink, .ownPaths,
    ] {
      let help = try #require(report[check]?.help)
      #expect(help.contains(Self.gateway), "\(check): \(help)")
    }
  }

  @Test func `a document that did not come whole is not said to lack its 200`() throws {
    var cut = Self.answer([1])
    cut.failure = .cutShort(received: 1, promised: 9)
    cut.fields.append(.init("content-length", "9"))
    let report = try Self.results(Self.answer(Self.file)) {
      ($0.documents[.webAuthn], $0.resolve) = (cut, cut)
    }
    for (check, isFile) in [(DoctorCheck.webAuthn, true), (.ownPaths, false)] {
      let result = try #require(report[check])
      #expect(result.evidence.hasSuffix("200, then the body ends after 1 of its 9 bytes"))
      let help = try #require(result.help)
      #expect(help.hasPrefix("let Content-Length match"))
      #expect(help.contains("serve the file itself") == isFile, "\(help)")
    }
  }

  @Test(arguments: [405, 501])
  func `a short link is not blamed where HEAD is refused`(_ status: Int) throws {
    let answer = Observed(url: "https://links.test/s/a", status: status)
    let result = try Self.results(Self.answer(Self.file)) {
      $0.shortLinks = [.init("an iPhone", answer)]
    }[.shortLink]
    #expect(result?.verdict == .warn && result?.help == "let HEAD pass wherever GET passes")
  }

  @Test(arguments: [
    // The copy at the root is the generated file, and the file itself is broken, or another one.
    (Array("{,}".utf8), file, DoctorVerdict.skip, DoctorVerdict.skip), (other, file, .skip, .fail),
    (file, other, .warn, .pass),
  ])
  func `the copy at the root is blamed only for its own faults`(
    _ body: [UInt8], _ root: [UInt8], _ copy: DoctorVerdict, _ matches: DoctorVerdict
  ) throws {
    let report = try Self.results(Self.answer(body)) { $0.appleRoot = Self.answer(root) }
    #expect(report[.aasaRoot]?.verdict == copy)
    #expect(report[.aasaMatchesConfig]?.verdict == matches)
  }

  @Test func `a file that is too large does not differ from the configuration as well`() throws {
    let long = Self.file + [UInt8](repeating: 0x20, count: 131_072)
    let google = Array("[]".utf8) + [UInt8](repeating: 0x20, count: 131_072)
    let report = try Self.results(Self.answer(long), google: Self.answer(google))
    #expect(report[.aasaSize]?.verdict == .fail && report[.aasaMatchesConfig]?.verdict == .skip)
    #expect(report[.assetlinksTime]?.help?.hasPrefix("name fewer apps") == true)
  }

  @Test func `a file that changes in turn is told once`() throws {
    let report = try Self.results(Self.answer(Self.other)) {
      $0.apple.agents = [.init("a phone", Self.answer(Self.file))]
      $0.apple.repeats = [Self.answer(Self.file), Self.answer(Self.file)]
      $0.appleRoot = Self.answer(Self.file)
    }
    #expect(report[.aasaAgents]?.verdict == .fail)
    for check in [DoctorCheck.aasaMatchesConfig, .aasaRoot] {
      #expect(report[check]?.evidence == "the file changes in turn: see aasa-agents")
    }
  }

  @Test func `a redirect knows its own host behind a mapped port`() throws {
    for (end, words) in [("", "to the file itself"), ("/", "directory")] {
      var answer = Observed(url: Self.address, status: 301)
      let location = "https://links.test:8443/.well-known/apple-app-site-association" + end
      answer.fields = [.init("location", location)]
      let result = try Self.results(answer)[.aasaRedirect]
      let told = "\(result?.evidence ?? "") \(result?.help ?? "")"
      #expect(told.contains(words))
    }
  }

  @Test func `Keiro's own file at the root is not copied by hand`() throws {
    let report = try Self.results(Self.answer([], 404)) { $0.appleRoot = Self.answer(Self.file) }
    let result = report[.aasaStatus]
    #expect(result?.evidence.hasSuffix("where Apple's documents no longer place it") == true)
    #expect(result?.help?.hasPrefix("pass the path on to Keiro") == true)
  }
}
