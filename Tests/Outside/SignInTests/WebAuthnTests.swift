import Cryptography
import Testing

@testable import SignIn

@Suite struct CBORTests {
  static let good: [(bytes: [UInt8], value: CBOR)] = [
    ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)),
    ([0x19, 0x01, 0x00], .integer(256)), ([0x20], .integer(-1)), ([0x26], .integer(-7)),
    ([0x39, 0x01, 0x00], .integer(-257)), ([0x42, 1, 2], .bytes([1, 2])),
    ([0x62, 0xC3, 0xA9], .text(Array("é".utf8))),
    ([0x82, 0x01, 0xF5], .array([.integer(1), .bool(true)])),
    ([0xA1, 0x01, 0xF6], .map([.init(key: .integer(1), value: .null)])), ([0xF4], .bool(false)),
  ]

  @Test(arguments: good)
  func `reads what authenticators write`(bytes: [UInt8], value: CBOR) {
    #expect(CBORReader.whole(bytes[...]) == value)
  }

  @Test(arguments: good)
  func `takes no part of a value for the whole`(bytes: [UInt8], value: CBOR) {
    for count in 0..<bytes.count { #expect(CBORReader.whole(bytes[..<count]) == nil) }
    #expect(CBORReader.whole((bytes + [0])[...]) == nil)
  }

  @Test(
    arguments: [
      // Longer than necessary, unterminated, with a tag, with a fraction, with a repeated key.
      [0x18, 0x17], [0x19, 0x00, 0xFF], [0x5F, 0x41, 0x01, 0xFF], [0xC1, 0x00], [0xF9, 0x3C, 0x00],
      [0xA2, 0x01, 0x01, 0x01, 0x02], [0x62, 0xC3, 0x28], [0x1C], [0xF7],
      // Lengths without the bytes that they announce.
      [0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x9A, 0xFF, 0xFF, 0xFF, 0xFF],
      [0xBB, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
    ] as [[UInt8]])
  func `refuses what they do not write`(bytes: [UInt8]) {
    #expect(CBORReader.whole(bytes[...]) == nil)
  }

  @Test func `goes no deeper than a bound`() {
    let nested = [UInt8](repeating: 0x81, count: 100_000) + [0x00]
    #expect(CBORReader.whole(nested[...]) == nil)
  }

  @Test func `survives every byte that is changed, and every cut`() throws {
    for vector in SignInVectors.all {
      let bytes = try #require(Base64.url.decode(vector.attestation))
      for index in bytes.indices {
        _ = CBORReader.whole(bytes[..<index])
        for value in [0, 0x5B, 0x9F, 0xBF, 0xFF, bytes[index] ^ 0x20] as [UInt8] {
          var changed = bytes
          changed[index] = value
          _ = CBORReader.whole(changed[...])
        }
      }
    }
  }
}

@Suite struct CeremonyTests {
  private let challenge = [UInt8](0..<32)

  private var ceremony: Ceremony {
    Ceremony(
      origin: "https://keiro.example.com", relyingParty: "keiro.example.com", challenge: challenge)
  }

  private func clientData(
    _ kind: String, origin: String = "https://keiro.example.com", challenge: String? = nil,
    more: String = #","crossOrigin":false"#
  ) -> [UInt8] {
    let challenge = challenge ?? Base64.url.encode(self.challenge)
    return Array(
      #"{"type":"\#(kind)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
  }

  private func bytes(_ text: String) -> [UInt8] { Base64.url.decode(text) ?? [] }

  @Test(arguments: SignInVectors.all)
  func `takes a credential with each kind of key`(vector: SignInVectors.Vector) throws {
    let made = try ceremony.registration(
      clientData: clientData("webauthn.create"), attestation: bytes(vector.attestation))
    #expect(made.credential == bytes(vector.credential))
    #expect(made.key == bytes(vector.key))
    #expect(made.counter == 1)
  }

  /// Two points that are not on their curve, and an even exponent: each differs in one bit of the
  /// last byte.
  @Test(arguments: [
    (SignInVectors.es256, 1 as UInt8), (SignInVectors.eddsa, 2 as UInt8),
    (SignInVectors.rs256, 1 as UInt8),
  ])
  func `refuses a key that nobody can have made`(vector: SignInVectors.Vector, bit: UInt8) throws {
    var attestation = bytes(vector.attestation)
    attestation[attestation.count - 1] ^= bit
    #expect(throws: Ceremony.Refusal.invalidKey) {
      try ceremony.registration(
        clientData: clientData("webauthn.create"), attestation: attestation)
    }
  }

  @Test(arguments: SignInVectors.all)
  func `takes a signature by each kind of key, once`(vector: SignInVectors.Vector) throws {
    func use(_ counter: Int) throws(Ceremony.Refusal) -> Int {
      try ceremony.assertion(
        clientData: clientData("webauthn.get"),
        authenticatorData: bytes(vector.authenticatorData), signature: bytes(vector.signature),
        key: bytes(vector.key), counter: counter)
    }
    #expect(try use(1) == 7)
    #expect(throws: Ceremony.Refusal.copied) { try use(7) }
  }

  @Test(arguments: SignInVectors.all)
  func `refuses a signature of anything else`(vector: SignInVectors.Vector) {
    for index in [0, 10, 40] {
      var signature = bytes(vector.signature)
      signature[index] ^= 1
      #expect(throws: Ceremony.Refusal.wrongSignature) {
        try ceremony.assertion(
          clientData: clientData("webauthn.get"),
          authenticatorData: bytes(vector.authenticatorData), signature: signature,
          key: bytes(vector.key), counter: 0)
      }
    }
  }

  @Test func `refuses what a browser asked in another way`() {
    let vector = SignInVectors.es256
    let cases: [(data: [UInt8], refusal: Ceremony.Refusal)] = [
      (clientData("webauthn.get"), .wrongKind),
      (clientData("webauthn.create", origin: "https://evil.example"), .wrongOrigin),
      (clientData("webauthn.create", origin: "http://keiro.example.com"), .wrongOrigin),
      (clientData("webauthn.create", challenge: "AAAA"), .wrongChallenge),
      (clientData("webauthn.create", more: #","crossOrigin":true"#), .embedded),
      (Array("[]".utf8), .malformed), ([], .malformed),
    ]
    for (data, refusal) in cases {
      #expect(throws: refusal) {
        try ceremony.registration(clientData: data, attestation: bytes(vector.attestation))
      }
    }
    let other = Ceremony(
      origin: "https://keiro.example.com", relyingParty: "example.com", challenge: challenge)
    #expect(throws: Ceremony.Refusal.wrongRelyingParty) {
      try other.registration(
        clientData: clientData("webauthn.create"), attestation: bytes(vector.attestation))
    }
  }

  @Test(arguments: [(UInt8(0x01), Ceremony.Refusal.userAbsent), (0x04, .userUnverified)])
  func `refuses a user who was not there, or was not verified`(
    flag: UInt8, refusal: Ceremony.Refusal
  ) {
    var data = bytes(SignInVectors.es256.authenticatorData)
    data[32] &= ~flag
    #expect(throws: refusal) {
      try ceremony.assertion(
        clientData: clientData("webauthn.get"), authenticatorData: data, signature: [],
        key: bytes(SignInVectors.es256.key), counter: 0)
    }
  }

  @Test func `refuses authenticator data that is cut or longer`() {
    let data = bytes(SignInVectors.es256.authenticatorData)
    for count in 0..<data.count { #expect(AuthenticatorData(Array(data[..<count])) == nil) }
    #expect(AuthenticatorData(data + [0]) == nil)
    #expect(AuthenticatorData(data) != nil)
  }
}
