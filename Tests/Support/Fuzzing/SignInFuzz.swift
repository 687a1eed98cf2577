import Cryptography
import SignIn

extension FuzzTarget {
  /// Data that browsers, authenticators and providers send during a sign-in.
  static let signIns = FuzzTarget(name: "sign-ins") { bytes in
    var reader = CBORReader(bytes[...])
    let value = reader.next()
    if CBORReader.whole(bytes[...]) != nil {
      expect(value != nil && reader.rest.isEmpty, "the whole is no value")
    }
    let data = AuthenticatorData(bytes)
    if let credential = data?.credential {
      expect(credential.id.count <= 1023, "an identifier is too long")
      _ = COSEKey.publicKey(credential.key)?.verifies(bytes, of: bytes)
    }
    _ = COSEKey.publicKey(bytes)
    _ = try? Ceremony(
      origin: "https://keiro.example.com", relyingParty: "keiro.example.com", challenge: bytes
    ).registration(clientData: bytes, attestation: bytes)
    _ = try? IdentityToken(String(decoding: bytes, as: UTF8.self))
    _ = ProviderKeys(bytes)
    _ = ProviderMetadata(bytes, issuer: "https://login.example.com")
  }
}
