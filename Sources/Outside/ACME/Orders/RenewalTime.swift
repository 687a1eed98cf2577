import Cryptography
import JSONSyntax
import Links

/// The time at which a certificate is renewed.
enum RenewalTime {
  /// The time without a suggestion, in seconds since 1970: when a third of the certificate's life is
  /// left, spread over a twentieth of it.
  ///
  /// - Parameter share: a random number from 0 to 1.
  static func standard(_ certificate: CertificateFacts, share: Double) -> Int {
    let life = max(certificate.notAfter - certificate.notBefore, 0)
    return certificate.notAfter - life / 3 + Int(Double(life / 20) * share)
  }

  /// A time within the window that an authority suggests (RFC 9773, section 4.2), in seconds since
  /// 1970; nil when the answer cannot be read.
  static func suggested(_ root: JSONNode?, share: Double) -> Int? {
    let window = root?.member("suggestedWindow")
    guard let start = window?.member("start")?.string.flatMap({ Timestamp($0) }),
      let end = window?.member("end")?.string.flatMap({ Timestamp($0) }), start < end
    else { return nil }
    let seconds = end.secondsSinceEpoch - start.secondsSinceEpoch
    return start.secondsSinceEpoch + Int(Double(seconds) * share)
  }

  /// The identifier of a certificate for its authority (RFC 9773, section 4.1); nil for one without its
  /// issuer's key identifier.
  static func identifier(_ certificate: Certificate) -> String? {
    certificate.authorityKeyIdentifier.map {
      identifier(issuer: $0, serialNumber: certificate.serialNumber)
    }
  }

  static func identifier(issuer: [UInt8], serialNumber: [UInt8]) -> String {
    Base64.url.encode(issuer) + "." + Base64.url.encode(serialNumber)
  }
}
