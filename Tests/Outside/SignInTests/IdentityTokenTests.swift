import Cryptography
import JSONSyntax
import Testing

@testable import SignIn

@Suite struct IdentityTokenTests {
  private let known: ProviderKeys

  init() throws { known = try Self.keys(SignInVectors.all) }

  private static func keys(_ vectors: [SignInVectors.Vector]) throws -> ProviderKeys {
    let list = vectors.map(\.jwk).joined(separator: ",")
    return try #require(ProviderKeys(Array(#"{"keys":[\#(list)]}"#.utf8)))
  }

  private func expected(
    issuer: String = "https://login.example.com", client: String = "keiro", nonce: String = "n-1",
    now: Int = 1_700_000_010
  ) -> IdentityToken.Expectation {
    IdentityToken.Expectation(issuer: issuer, clientID: client, nonce: nonce, now: now)
  }

  @Test(arguments: SignInVectors.all)
  func `takes a token by each kind of key`(vector: SignInVectors.Vector) throws {
    let token = try IdentityToken(vector.jwt)
    #expect(token.keyID == vector.name)
    let claims = try token.claims(expected(), keys: known)
    #expect(claims.member("sub")?.string == "4711")
    #expect(RoleClaim.values("groups", in: claims) == ["staff", "keiro-editors"])
    #expect(RoleClaim.name(in: claims) == "Anna")
  }

  @Test(arguments: SignInVectors.all)
  func `says why a token is refused`(vector: SignInVectors.Vector) throws {
    let token = try IdentityToken(vector.jwt)
    let cases: [(IdentityToken.Expectation, IdentityToken.Refusal)] = [
      (expected(issuer: "https://evil.example"), .issuer), (expected(client: "other"), .audience),
      (expected(nonce: "n-2"), .nonce), (expected(now: 1_700_000_361), .expired),
      (expected(now: 1_699_999_900), .early),
    ]
    for (expectation, refusal) in cases {
      #expect(throws: refusal) { try token.claims(expectation, keys: known) }
    }
    let others = try Self.keys(SignInVectors.all.filter { $0.name != vector.name })
    #expect(throws: IdentityToken.Refusal.unknownKey) {
      try token.claims(expected(), keys: others)
    }
  }

  @Test(arguments: SignInVectors.all)
  func `refuses a token that was changed`(vector: SignInVectors.Vector) throws {
    let parts = vector.jwt.split(separator: ".").map(String.init)
    let claims = Base64.url.encode(Array(#"{"sub":"1"}"#.utf8))
    #expect(throws: IdentityToken.Refusal.signature) {
      try IdentityToken("\(parts[0]).\(claims).\(parts[2])").claims(expected(), keys: known)
    }
  }

  @Test(arguments: ["none", "HS256", "RS512", ""])
  func `refuses other ways to sign`(algorithm: String) throws {
    let parts = SignInVectors.rs256.jwt.split(separator: ".").map(String.init)
    let head = Base64.url.encode(Array(#"{"alg":"\#(algorithm)","kid":"rs256"}"#.utf8))
    let token = try IdentityToken("\(head).\(parts[1]).\(parts[2])")
    #expect(throws: IdentityToken.Refusal.algorithm) { try token.claims(expected(), keys: known) }
  }

  @Test(arguments: ["", "a.b", "a.b.c", "....", "e30.e30.", "e30.W10.AA"])
  func `refuses what is no token`(text: String) {
    #expect(throws: IdentityToken.Refusal.malformed) { try IdentityToken(text) }
  }

  @Test func `knows an issuer by its own document alone`() {
    let text = """
      {"issuer":"https://login.example.com","authorization_endpoint":"https://login.example.com/a",
      "token_endpoint":"https://login.example.com/t","jwks_uri":"https://login.example.com/k"}
      """
    #expect(ProviderMetadata(Array(text.utf8), issuer: "https://login.example.com") != nil)
    #expect(ProviderMetadata(Array(text.utf8), issuer: "https://evil.example") == nil)
    #expect(ProviderMetadata(Array("{}".utf8), issuer: "https://login.example.com") == nil)
  }

  @Test func `asks with a proof that only it can give`() throws {
    let text =
      #"{"issuer":"i","authorization_endpoint":"a","token_endpoint":"t","jwks_uri":"k","#
      + #""scopes_supported":["openid","email","groups"]}"#
    let provider = try #require(ProviderMetadata(Array(text.utf8), issuer: "i"))
    // The example of RFC 7636, appendix B.
    let request = SignInRequest(
      clientID: "keiro", redirectAddress: "https://k.example/back", state: "s", nonce: "n",
      verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    let scopes = ["groups": "%20email%20groups&", "email": "%20email&", "roles": "%20email&"]
    for (claim, scope) in scopes {
      #expect(request.address(at: provider, for: claim)?.contains(scope) == true)
    }
    let address = try #require(request.address(at: provider, for: "groups"))
    #expect(address.contains("code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"))
    #expect(!address.contains("dBjftJeZ4CVP"))
    let form = request.redemption(of: "c&d", secret: "x:", isBasic: false)
    #expect(form.body.contains("code=c%26d") && form.body.hasSuffix("&client_secret=x%3A"))
    #expect(form.authorization == nil)
    let bare = request.redemption(of: "c&d", secret: "x:", isBasic: true)
    #expect(bare.body.contains("code=c%26d") && !bare.body.contains("client_"))
    // keiro:x%3A
    #expect(bare.authorization == "Basic a2Vpcm86eCUzQQ==")
  }
}
