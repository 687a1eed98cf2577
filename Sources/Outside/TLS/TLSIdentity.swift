package import Cryptography
import Synchronization
import WebSyntax

/// The proof of a server's name: a chain of certificates and the key of the first one.
package struct TLSIdentity: Equatable, Sendable {
  package let certificate: Certificate
  package let chain: [UInt8]
  package let key: [UInt8]
  /// The name in logs and metrics, such as that of its file.
  package let label: String

  /// Nil when the chain has no certificate.
  package init?(label: String, chain: [UInt8], key: [UInt8]) {
    guard let certificate = Certificate(pem: chain) else { return nil }
    self.certificate = certificate
    self.chain = chain
    self.key = key
    self.label = label
  }
}

/// The certificates for authorities that validate names with TLS-ALPN-01 (RFC 8737); any thread may
/// change them.
package final class TLSChallenges: Sendable {
  private let answers = Mutex<[String: TLSIdentity]>([:])

  package init() {}

  /// Replaces all answers; names are in lower case.
  package func replace(_ next: [String: TLSIdentity]) {
    answers.withLock { $0 = next }
  }

  /// The answer for a name in lower case; nil for none.
  package func answer(for name: String) -> TLSIdentity? {
    answers.withLock { $0[name] }
  }
}

extension Certificate {
  /// Whether it is valid for the host of a request: a name in lower case, or an IP address, which has
  /// brackets for IPv6.
  package func covers(host: String) -> Bool {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    guard let address = IPAddress(bare) else { return covers(host) }
    return addresses.contains { bytes in
      guard bytes.count == 4 || bytes.count == 16 else { return false }
      let isSmall = bytes.count == 4
      let high = isSmall ? 0 : bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      let low = bytes.suffix(isSmall ? 4 : 8).reduce(0) { $0 << 8 | UInt64($1) }
      return address == IPAddress(high: high, low: isSmall ? 0xFFFF_0000_0000 | low : low)
    }
  }
}

package enum TLSError: Error, Equatable, Sendable {
  case unavailable
  case noMemory
  /// The chain of the identity at an index is not PEM or has no certificate.
  case notCertificate(Int)
  /// The key at an index is not PEM, or has a passphrase.
  case notKey(Int)
  /// The key at an index belongs to another certificate.
  case otherKey(Int)
  /// libssl refuses the certificate or key at an index: too weak, or of an unknown type.
  case refused(Int)
  case notAuthorities

  /// A sentence without capital letter and full stop.
  package var message: String {
    switch self {
    case .unavailable: "libssl is not installed: expected the package libssl3"
    case .noMemory: "there is no memory for it"
    case .notCertificate: "the file holds no certificate: expected PEM, the server's own first"
    case .notKey: "the file holds no private key: expected PEM without a passphrase"
    case .otherKey: "the key does not fit the certificate: expected the key it was made for"
    case .refused:
      "libssl refuses the certificate: expected a key of the curve P-256 or P-384, or RSA of 2048 bits"
    case .notAuthorities: "the file holds no certificate of an authority: expected PEM"
    }
  }

  /// The index of the identity concerned; nil for none.
  package var identity: Int? {
    switch self {
    case .notCertificate(let index), .notKey(let index), .otherKey(let index), .refused(let index):
      index
    case .unavailable, .noMemory, .notAuthorities: nil
    }
  }
}
