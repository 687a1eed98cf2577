import CertificateSamples
import Cryptography
import Testing

struct CertificateTests {
  @Test func `there is a certificate of every kind`() {
    #expect(CertificateSample.all.count == CertificateSample.count)
    #expect(Set(CertificateSample.all.map(\.chain.count)).count > 26)
  }

  @Test(arguments: CertificateSample.all)
  func `reads every certificate`(sample: CertificateSample) throws {
    let certificate = try #require(Certificate(pem: sample.chain))
    #expect(certificate.names == sample.names)
    #expect(certificate.subject == "sample 0")
    #expect(certificate.issuer == (sample.length == 1 ? "sample 0" : "sample 1"))
    #expect(certificate.isSelfIssued == (sample.length == 1))
    #expect(certificate.keyKind == sample.kind.keyKind)
    #expect(certificate.keyBits == sample.kind.keyBits)
    #expect(certificate.notAfter - certificate.notBefore == 30 * 86_400 + 3600)
    #expect(certificate.serialNumber == [0x12, 0x67])
    let text = String(decoding: sample.chain, as: UTF8.self)
    #expect(certificate.fingerprint == fingerprint(text))
  }

  @Test func `a text that is cut anywhere has no certificate`() throws {
    let sample = try #require(CertificateSample.all.first { $0.kind == .p256 })
    let end = try #require(sample.chain.lastIndex(of: UInt8(ascii: "E")))
    for count in 0..<end { #expect(Certificate(pem: Array(sample.chain[..<count])) == nil) }
  }

  /// The fingerprint of the first certificate in a text, without libcrypto's PEM reader.
  private func fingerprint(_ text: String) -> [UInt8]? {
    let lines = text.split(whereSeparator: \.isNewline).drop { $0 != "-----BEGIN CERTIFICATE-----" }
    let letters = lines.dropFirst().prefix { !$0.hasPrefix("-----") }.joined()
    return Base64.padded.decode(letters).flatMap(SHA256.digest)
  }
}
