package import Cryptography

/// A certificate with its key.
package struct ACMECertificate: Equatable, Sendable {
  /// The host that the certificate was ordered for.
  package let host: String
  /// The key and the certificate chain, both as PEM.
  package let pem: [UInt8]
  /// The parsed certificate, with its expiry.
  package let certificate: Certificate

  /// Nil for a text that is not whole, for a certificate of another host, and for a key of another
  /// certificate.
  package init?(host: String, pem: [UInt8]) {
    guard Self.isWhole(pem), let certificate = Certificate(pem: pem),
      certificate.facts.covers(host), Certificate.isKey(pem, of: pem)
    else { return nil }
    self.host = host
    self.pem = pem
    self.certificate = certificate
  }

  /// Whether it was issued before another one.
  func isOlder(than other: ACMECertificate) -> Bool {
    certificate.facts.notBefore < other.certificate.facts.notBefore
  }

  /// Whether everything that begins in a PEM text also ends there.
  private static func isWhole(_ pem: [UInt8]) -> Bool {
    let lines = pem.split(separator: UInt8(ascii: "\n"))
    return lines.count { $0.starts(with: "-----BEGIN ".utf8) }
      == lines.count { $0.starts(with: "-----END ".utf8) }
  }
}
