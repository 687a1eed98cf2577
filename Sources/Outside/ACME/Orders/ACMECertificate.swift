package import Cryptography
import JSONSyntax
import Links

package struct ACMECertificate: Equatable, Sendable {
  package let host: String
  /// The key and the certificate chain, both as PEM.
  package let pem: [UInt8]
  package let certificate: Certificate

  /// Nil for a text that is not whole, for a certificate of another host, and for a key of another
  /// certificate.
  package init?(host: String, pem: [UInt8]) {
    guard Self.isWhole(pem), let certificate = Certificate(pem: pem),
      certificate.covers(host), Certificate.isKey(pem, of: pem)
    else { return nil }
    self.host = host
    self.pem = pem
    self.certificate = certificate
  }

  func isOlder(than other: ACMECertificate) -> Bool {
    certificate.notBefore < other.certificate.notBefore
  }

  /// Whether everything that begins in a PEM text also ends there.
  private static func isWhole(_ pem: [UInt8]) -> Bool {
    let lines = pem.split(separator: UInt8(ascii: "\n"))
    return lines.count { $0.starts(with: "-----BEGIN ".utf8) }
      == lines.count { $0.starts(with: "-----END ".utf8) }
  }
}

/// Storage for keys and certificates, under names such as `account.key` and `www.example.com.pem`.
package protocol ACMEStorage: Sendable {
  /// Whether other nodes use it, too.
  var isShared: Bool { get }

  /// The contents under some names; names without contents are absent. May wait for other machines.
  func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]]

  /// Replaces the contents under a name as a whole, and the copy on this machine.
  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError)

  /// The copies on this machine, as far as they can be read. Never waits for other machines.
  func copies(_ names: [String]) -> [String: [UInt8]]

  /// Replaces the copy on this machine as a whole. A storage on this machine needs none.
  func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError)

  /// Takes or renews the exclusive right to order for some seconds, and ends it with 0; false while
  /// another node has it.
  func lease(seconds: Int) throws(ACMEError) -> Bool
}

enum RenewalTime {
  /// The time without a suggestion, in seconds since 1970: when a third of the certificate's life is
  /// left, spread over a twentieth of it.
  ///
  /// - Parameter share: a random number from 0 to 1.
  static func standard(_ certificate: Certificate, share: Double) -> Int {
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
