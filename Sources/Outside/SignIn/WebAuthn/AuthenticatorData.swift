package import Cryptography

/// An authenticator's statement about itself and, when it creates one, about a credential (Web
/// Authentication, Level 3, section 6.1).
package struct AuthenticatorData: Equatable, Sendable {
  /// SHA-256 of the relying party's identifier.
  package let relyingPartyDigest: [UInt8]
  /// Whether a person operated the authenticator.
  package let isUserPresent: Bool
  /// Whether the authenticator verified who that was.
  package let isUserVerified: Bool
  /// The signature counter; 0 for an authenticator that does not count.
  package let counter: Int
  /// The new credential; nil in an assertion.
  package let credential: Credential?

  package struct Credential: Equatable, Sendable {
    package let id: [UInt8]
    /// The COSE_Key as written.
    package let key: [UInt8]
  }

  /// The limit of section 4, "credential ID".
  private static let idLimit = 1023

  /// Nil unless the bytes are exactly such a statement.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= 37 else { return nil }
    relyingPartyDigest = Array(bytes[..<32])
    let flags = bytes[32]
    isUserPresent = flags & 0x01 != 0
    isUserVerified = flags & 0x04 != 0
    counter = bytes[33..<37].reduce(0) { $0 << 8 | Int($1) }
    var rest = bytes[37...]
    if flags & 0x40 != 0 {
      guard rest.count >= 18 else { return nil }
      rest = rest.dropFirst(16)
      let length = rest.prefix(2).reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(2)
      guard (1...Self.idLimit).contains(length), rest.count > length else { return nil }
      let id = Array(rest.prefix(length))
      rest = rest.dropFirst(length)
      var reader = CBORReader(rest)
      guard reader.next() != nil else { return nil }
      credential = Credential(id: id, key: Array(rest[..<reader.rest.startIndex]))
      rest = reader.rest
    } else {
      credential = nil
    }
    if flags & 0x80 != 0 {
      var reader = CBORReader(rest)
      guard case .map = reader.next() else { return nil }
      rest = reader.rest
    }
    guard rest.isEmpty else { return nil }
  }
}

/// The format of authenticators' public keys (RFC 9052, section 7; RFC 9053).
package enum COSEKey {
  /// The accepted algorithms, in order of preference: ES256, EdDSA, RS256.
  package static let algorithms = [-7, -8, -257]

  /// Reads a key; nil for one of another kind, or an invalid one.
  package static func publicKey(_ bytes: [UInt8]) -> PublicKey? {
    guard let key = CBORReader.whole(bytes[...]), let kind = key[label: 1]?.integer,
      let algorithm = key[label: 3]?.integer
    else { return nil }
    switch (kind, algorithm) {
    case (2, -7):
      guard key[label: -1]?.integer == 1, let x = key[label: -2]?.byteString,
        let y = key[label: -3]?.byteString, x.count == 32, y.count == 32
      else { return nil }
      return .es256(x: x, y: y)
    case (1, -8):
      guard key[label: -1]?.integer == 6, let x = key[label: -2]?.byteString, x.count == 32 else {
        return nil
      }
      return .ed25519(x)
    case (3, -257):
      guard let modulus = key[label: -1]?.byteString, let exponent = key[label: -2]?.byteString
      else { return nil }
      return .rs256(modulus: modulus, exponent: exponent)
    default: return nil
    }
  }
}
