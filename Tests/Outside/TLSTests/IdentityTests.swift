import CertificateSamples
import Cryptography
import TLS
import Testing

struct IdentityTests {
  @Test(arguments: CertificateSample.all)
  func `serves with every certificate`(sample: CertificateSample) throws {
    let identity = try #require(
      TLSIdentity(label: "\(sample)", chain: sample.chain, key: sample.key))
    _ = try TLSContext([identity])
    #expect(identity.certificate.names == sample.names)
    #expect(identity.certificate.covers(host: "host-0.example"))
  }

  @Test(arguments: CertificateSample.all)
  func `takes every certificate for that of an authority`(sample: CertificateSample) throws {
    _ = try TLSContext([], clientAuthorities: sample.chain)
  }
}
