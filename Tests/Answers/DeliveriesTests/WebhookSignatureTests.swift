import Deliveries
import Testing

@Suite struct WebhookSignatureTests {
  private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
  private static let id = "msg_p5jXN8AQM9LWM0D4loKWxJek"
  private static let body = Array(#"{"test": 2432232314}"#.utf8)

  /// The vector of the libraries that receivers use.
  @Test func `signs as the published libraries verify`() {
    let field = WebhookSignature.field(
      [Self.secret], id: Self.id, seconds: 1_614_265_330, body: Self.body)
    #expect(field == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `signs with every secret while they rotate`() throws {
    let other = try #require(WebhookSignature.makeSecret())
    let field = WebhookSignature.field(
      [other, Self.secret], id: Self.id, seconds: 1_614_265_330, body: Self.body)
    let parts = field.split(separator: " ")
    #expect(parts.count == 2 && parts[0] != parts[1])
    #expect(parts[1] == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `makes secrets of 32 random bytes`() throws {
    let secrets = (0..<3).compactMap { _ in WebhookSignature.makeSecret() }
    #expect(Set(secrets).count == 3)
    #expect(secrets.allSatisfy { WebhookSignature.key(of: $0)?.count == 32 })
  }

  @Test(arguments: [
    "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", "whsec_", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLa",
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaS!", "whsk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  ])
  func `takes nothing else for a secret`(_ text: String) {
    #expect(WebhookSignature.key(of: text) == nil)
  }
}
