import Cryptography
import JSONSyntax

/// The requirements for an authenticator's answer: one challenge at one relying party.
package struct Ceremony: Sendable {
  let origin: String
  let relyingParty: String
  /// Random bytes for one use.
  let challenge: [UInt8]

  package init(origin: String, relyingParty: String, challenge: [UInt8]) {
    self.origin = origin
    self.relyingParty = relyingParty
    self.challenge = challenge
  }

  /// Why an answer is refused, for logs and tests; people are only told that it was.
  package enum Refusal: String, Error, Equatable, Sendable {
    case malformed
    case wrongKind = "wrong-kind"
    case wrongChallenge = "wrong-challenge"
    case wrongOrigin = "wrong-origin"
    case embedded
    case wrongRelyingParty = "wrong-relying-party"
    case userAbsent = "user-absent"
    case userUnverified = "user-unverified"
    case unknownKey = "unknown-key"
    /// The key is not valid, for example not a point of its curve.
    case invalidKey = "invalid-key"
    case wrongSignature = "wrong-signature"
    /// The counter did not increase: there may be a copy of the key.
    case copied
  }

  package struct Registration: Equatable, Sendable {
    package let credential: [UInt8]
    /// The key as a COSE_Key.
    package let key: [UInt8]
    /// The signature counter; 0 for an authenticator that does not count.
    package let counter: Int
  }

  /// Verifies the creation of a credential (Web Authentication, section 7.1). Attestation statements
  /// are ignored, since the maker of the authenticator does not matter.
  package func registration(
    clientData: [UInt8], attestation: [UInt8]
  ) throws(Refusal) -> Registration {
    try check(clientData, kind: "webauthn.create")
    guard let statement = CBORReader.whole(attestation[...]),
      let bytes = statement["authData"]?.byteString, let data = AuthenticatorData(bytes),
      let credential = data.credential
    else { throw .malformed }
    try check(data)
    guard let key = COSEKey.publicKey(credential.key) else { throw .unknownKey }
    guard key.isValid else { throw .invalidKey }
    return Registration(credential: credential.id, key: credential.key, counter: data.counter)
  }

  /// Verifies a signature by a credential (section 7.2).
  ///
  /// - Parameters:
  ///   - key: the key as a COSE_Key.
  ///   - counter: the signature counter as last reported.
  /// - Returns: the signature counter as reported now.
  package func assertion(
    clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8], key: [UInt8],
    counter: Int
  ) throws(Refusal) -> Int {
    try check(clientData, kind: "webauthn.get")
    guard let data = AuthenticatorData(authenticatorData), data.credential == nil else {
      throw .malformed
    }
    try check(data)
    guard let publicKey = COSEKey.publicKey(key) else { throw .unknownKey }
    guard let digest = SHA256.digest(clientData),
      publicKey.verifies(signature, of: authenticatorData + digest)
    else { throw .wrongSignature }
    // An authenticator either counts from one on, or never.
    guard data.counter > counter || data.counter == 0 && counter == 0 else { throw .copied }
    return data.counter
  }

  /// Checks what the browser says it asked of the authenticator (section 5.8.1).
  private func check(_ clientData: [UInt8], kind: String) throws(Refusal) {
    guard let document = try? JSONDocument(parsing: clientData, depthLimit: 8),
      document.root.object != nil
    else { throw .malformed }
    let root = document.root
    guard root.member("type")?.string == kind else { throw .wrongKind }
    let answered = root.member("challenge")?.string.flatMap { Base64.url.decode($0) }
    guard let answered, answered == challenge else { throw .wrongChallenge }
    guard root.member("origin")?.string == origin else { throw .wrongOrigin }
    guard root.member("crossOrigin")?.bool != true else { throw .embedded }
  }

  private func check(_ data: AuthenticatorData) throws(Refusal) {
    guard data.relyingPartyDigest == SHA256.digest(Array(relyingParty.utf8)) else {
      throw .wrongRelyingParty
    }
    guard data.isUserPresent else { throw .userAbsent }
    guard data.isUserVerified else { throw .userUnverified }
  }
}
