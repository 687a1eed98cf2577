package import Cryptography
import WebSyntax

/// What a server proves its name with: a chain of certificates and the key of the first one.
package struct TLSIdentity: Equatable, Sendable {
  /// The first certificate of the chain.
  package let certificate: Certificate
  /// PEM.
  package let chain: [UInt8]
  /// PEM.
  package let key: [UInt8]
  /// What logs and metrics call it, such as the name of its file.
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

extension Certificate {
  /// Whether it is valid for the host of a request: a name in lower case, or an address with
  /// brackets where it is one of IPv6.
  package func covers(host: String) -> Bool {
    let bare = host.hasPrefix("[") && host.hasSuffix("]") ? host.dropFirst().dropLast() : host[...]
    guard let address = IPAddress(bare) else { return facts.covers(host) }
    return addresses.contains { bytes in
      guard bytes.count == 4 || bytes.count == 16 else { return false }
      let isSmall = bytes.count == 4
      let high = isSmall ? 0 : bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
      let low = bytes.suffix(isSmall ? 4 : 8).reduce(0) { $0 << 8 | UInt64($1) }
      return address == IPAddress(high: high, low: isSmall ? 0xFFFF_0000_0000 | low : low)
    }
  }
}

/// Why no server can be made of identities.
package enum TLSError: Error, Equatable, Sendable {
  /// libssl is not installed.
  case unavailable
  case noMemory
  /// The chain of an identity, by its position, is not PEM or has no certificate.
  case notCertificate(Int)
  /// The key is not PEM, or it has a passphrase.
  case notKey(Int)
  /// The key belongs to another certificate.
  case otherKey(Int)
  /// The library refuses the certificate or its key: too weak, or of an unknown kind.
  case refused(Int)
  /// The authorities of clients are not PEM, or there is none.
  case notAuthorities

  /// One sentence without capital and full stop.
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

  /// The position of the identity that it is about.
  package var identity: Int? {
    switch self {
    case .notCertificate(let index), .notKey(let index), .otherKey(let index), .refused(let index):
      index
    case .unavailable, .noMemory, .notAuthorities: nil
    }
  }
}
