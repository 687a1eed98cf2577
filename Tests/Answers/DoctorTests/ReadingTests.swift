import FoundationEssentials
import Outgoing
import Testing
import WebSyntax

@testable import Doctor
@testable import Probing

/// Reading of texts that people and servers write.
struct ReadingTests {
  @Test(arguments: [
    ("a.test:443:192.0.2.1", "a.test", 443, ["192.0.2.1 443"]),
    ("A.test:8443:2001:db8::1", "a.test", 8443, ["2001:db8::1 8443"]),
    ("a.test:443:[::1]:9443,192.0.2.1:80", "a.test", 443, ["::1 9443", "192.0.2.1 80"]),
    ("münchen.test:443:[::1]", "xn--mnchen-3ya.test", 443, ["::1 443"]),
  ])
  func `reads endpoints given by hand`(
    _ text: String, _ host: String, _ port: Int, _ expected: [String]
  ) throws {
    let read = try #require(HostEndpoints(text))
    #expect(read.host == host && read.port == port)
    #expect(read.endpoints.map { "\($0.address) \($0.port)" } == expected)
  }

  @Test(arguments: [
    "", "a.test", "a.test:443", "a.test:443:", "a.test:0:192.0.2.1", "a.test:65536:192.0.2.1",
    "a.test:x:192.0.2.1", "*.test:443:192.0.2.1", "a.test:443:b.test", "a.test:443:[::1]x",
    "a.test:443:192.0.2.1,", "a.test:443:192.0.2.1:0", "a.test:443:[::1]:",
  ])
  func `refuses what names no endpoint`(_ text: String) {
    #expect(HostEndpoints(text) == nil)
  }

  @Test func `reads entitlements without their comments`() throws {
    let text = """
      <plist><dict><key>com.apple.developer.associated-domains</key><array>
        <string>applinks:a&amp;b.test</string><!-- <string>applinks:no.test</string> -->
        <string> applinks:links.test </string><string><![CDATA[applinks:c.test]]></string></array>
      <key>other</key><dict><key>com.apple.developer.associated-domains</key>
        <array><string>applinks:inner.test</string></array></dict>
      <key>get-task-allow</key><true/><key>application-identifier</key><string>X.y</string>
      </dict></plist>
      """
    let entitlements = try #require(Entitlements(Array(text.utf8)))
    #expect(
      entitlements.associatedDomains == [
        "applinks:a&b.test", " applinks:links.test ", "applinks:c.test",
      ])
    #expect(entitlements.applicationIdentifier == "X.y")
  }

  @Test func `reads entitlements in binary, and survives each of their bytes being another`() throws
  {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let domains = (1...20).map { "applinks:l\($0).test" } + ["applinks:日本.test"]
    let bytes = Array(
      try encoder.encode([
        "com.apple.developer.associated-domains": domains, "application-identifier": ["X.y"],
      ]))
    let entitlements = try #require(Entitlements(bytes))
    #expect(entitlements.associatedDomains == domains)
    #expect(entitlements.applicationIdentifier == "X.y")
    for index in bytes.indices {
      #expect(Entitlements(Array(bytes[..<index])) == nil)
      for value: UInt8 in [0x00, 0x0F, 0x7F, 0xAF, 0xFF] {
        var other = bytes
        other[index] = value
        _ = Entitlements(other)
      }
    }
  }

  @Test(arguments: ["", "<", "<!--", "<!-- -", "<string>a", "{}", "<key>a</key><array></array>"])
  func `finds no domains where none are`(_ text: String) {
    #expect(Entitlements(Array(text.utf8)) == nil)
  }

  // MARK: - Name servers

  private static let question = NameQuestion("links.test", identifier: 0x1234)
  /// The answer of a name server: an alias, then a CAA record.
  private static let answer: [UInt8] =
    [0x12, 0x34, 0x81, 0x80, 0, 1, 0, 2, 0, 0, 0, 0]
    + [5] + Array("links".utf8) + [4] + Array("test".utf8) + [0, 1, 1, 0, 1]
    + [0xC0, 12, 0, 5, 0, 1, 0, 0, 0, 60, 0, 2, 0xC0, 18]
    + [0xC0, 18, 1, 1, 0, 1, 0, 0, 0, 60, 0, 24, 0, 5] + Array("issue".utf8)
    + Array("letsencrypt.org; ".utf8)

  @Test func `reads the CAA records of an answer`() throws {
    let question = try #require(Self.question)
    #expect(question.bytes.starts(with: [0x12, 0x34, 1, 0x20, 0, 1, 0, 0, 0, 0, 0, 1, 5]))
    #expect(question.answer(Self.answer) == .records(["letsencrypt.org"], at: "links.test"))
    // Records of other kinds name no authority.
    let other = Self.answer.replacing("issue".utf8, with: "iodef".utf8)
    #expect(question.answer(other) == .records([], at: "links.test"))
  }

  @Test func `reads aliases and how long records are kept`() throws {
    let reply = try #require(Self.question?.reply(Self.answer))
    #expect(reply.aliases == ["test"] && reply.lifetime == 60 && !reply.isAuthentic)
    var signed = Self.answer
    signed[3] |= 0x20
    #expect(Self.question?.reply(signed)?.isAuthentic == true)
  }

  @Test func `an alias that leads to itself ends`() throws {
    var endless = Self.answer
    // The pointer of the alias to its own position.
    let index = try #require(
      endless.indices.first { endless[$0...].starts(with: [0, 2, 0xC0, 18]) })
    endless[index + 3] = UInt8(index + 2)
    #expect(Self.question?.reply(endless)?.aliases == [])
  }

  @Test func `takes no part of an answer for an answer`() throws {
    let question = try #require(Self.question)
    for count in 0..<Self.answer.count {
      #expect(question.answer(Array(Self.answer.prefix(count))) == nil, "\(count)")
    }
    var other = Self.answer
    other[1] = 0x35
    #expect(question.answer(other) == nil)
    var echo = Self.answer
    echo[2] = 1
    #expect(question.answer(echo) == nil)
  }

  @Test func `tells a name without records from a name server in trouble`() throws {
    let question = try #require(Self.question)
    func header(_ flags: UInt8, _ code: UInt8) -> [UInt8] {
      [0x12, 0x34, flags, code, 0, 0, 0, 0, 0, 0, 0, 0]
    }
    #expect(question.answer(header(0x81, 0x80)) == AuthorityRecords.none)
    #expect(question.answer(header(0x81, 0x83)) == AuthorityRecords.none)
    #expect(question.answer(header(0x83, 0x80)) == .unknown("the answer is cut short"))
    #expect(
      question.answer(header(0x81, 0x82)) == .unknown("the name server answers with error 2"))
    #expect(NameQuestion("a..b", identifier: 1) == nil && NameQuestion("", identifier: 1) == nil)
  }
}
