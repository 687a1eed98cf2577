import Cryptography
import Outgoing
import SiteModel
import Testing

@testable import Deliveries

@Suite struct PushSenderTests {
  private let sender = PushSender(OutgoingRules(), OutgoingContext(agent: "keiro/test") { _ in })

  private func settings(_ keyID: String) throws -> PushSettings {
    let key = try #require(SigningKey()?.pem)
    var settings = PushSettings()
    (settings.teamID, settings.keyID) = ("ABCDE12345", keyID)
    settings.key = String(decoding: key, as: UTF8.self)
    return settings
  }

  @Test func `a reload that changes nothing keeps connections with what they know`() throws {
    let (one, other) = (try settings("AAAAAAAAAA"), try settings("BBBBBBBBBB"))
    let channel = try sender.channel(one, .production)
    let gone = try sender.channel(other, .production)
    sender.adopt(OutgoingRules(), [one, other])
    #expect(try sender.channel(one, .production) === channel)
    #expect(try sender.channel(one, .sandbox) !== channel)
    sender.adopt(OutgoingRules(), [one])
    #expect(try sender.channel(one, .production) === channel)
    #expect(try sender.channel(other, .production) !== gone)
    sender.close()
  }

  @Test func `other rules take effect with other connections`() throws {
    let one = try settings("AAAAAAAAAA")
    let channel = try sender.channel(one, .production)
    var rules = OutgoingRules()
    rules.allowNetworks = .everywhere
    sender.adopt(rules, [one])
    let next = try sender.channel(one, .production)
    #expect(next !== channel)
    sender.adopt(rules, [one])
    #expect(try sender.channel(one, .production) === next)
    sender.close()
  }

  @Test func `a channel that goes at a reload is closed at the end`() async throws {
    let one = try settings("AAAAAAAAAA")
    let channel = try sender.channel(one, .production)
    sender.adopt(OutgoingRules(), [])
    sender.close()
    let request = PushRequest(devices: ["ab"], payload: "{}")
    let results = await withCheckedContinuation { continuation in
      channel.send(request, topic: "t", ids: ["id"]) { continuation.resume(returning: $0) }
    }
    #expect(results.map(\.reason) == ["NoAnswer"])
  }
}
