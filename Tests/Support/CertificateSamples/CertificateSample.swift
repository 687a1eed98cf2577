import TLSClient

/// A chain of certificates with the key of the first one, and the contents of that one.
package struct CertificateSample: Sendable, CustomStringConvertible {
  package enum Kind: String, CaseIterable, Sendable {
    case rsa2048 = "RSA-2048"
    case rsa3072 = "RSA-3072"
    case rsa4096 = "RSA-4096"
    case p256 = "P-256"
    case p384 = "P-384"
    case p521 = "P-521"
    case ed25519 = "ED25519"

    /// The type of the key as libcrypto names it.
    package var keyKind: String {
      switch self {
      case .rsa2048, .rsa3072, .rsa4096: "RSA"
      case .p256, .p384, .p521: "EC"
      case .ed25519: "ED25519"
      }
    }

    package var keyBits: Int {
      switch self {
      case .rsa2048: 2048
      case .rsa3072: 3072
      case .rsa4096: 4096
      case .p256, .ed25519: 256
      case .p384: 384
      case .p521: 521
      }
    }
  }

  /// The variations that PEM allows around the certificates (RFC 7468, section 2).
  package enum Writing: CaseIterable, Sendable {
    case plain, carriageReturns, comments, trailingText
  }

  package let kind: Kind
  /// The number of certificates in the chain; a single certificate signs itself.
  package let length: Int
  package let writing: Writing
  /// The hosts of the first certificate.
  package let names: [String]
  package let chain: [UInt8]
  package let key: [UInt8]

  package var description: String {
    "\(kind.rawValue), \(length) in the chain, \(names.count) names, \(writing)"
  }

  /// Nil when libcrypto fails.
  private init?(_ kind: Kind, length: Int, names: Int, _ writing: Writing) {
    var chain = [CChar](repeating: 0, count: 1 << 15)
    var key = [CChar](repeating: 0, count: 1 << 13)
    let isMade = keiro_make_chain(
      kind.rawValue, Int32(length), Int32(names), &chain, chain.count, &key, key.count)
    guard isMade else { return nil }
    self.kind = kind
    self.length = length
    self.writing = writing
    self.names = (0..<names).map { "host-\($0).example" }
    self.chain = Array(writing.text(of: Self.text(chain)).utf8)
    self.key = Array(Self.text(key).utf8)
  }

  private static func text(_ bytes: [CChar]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Every kind in chains of one to four, written in every way, and one to a hundred names, so that
  /// hardly two samples have the same length.
  package static let all: [CertificateSample] =
    Kind.allCases.flatMap { kind in
      (1...4).flatMap { length in
        Writing.allCases.compactMap { CertificateSample(kind, length: length, names: length, $0) }
      }
    } + (1...100).compactMap { CertificateSample(.p256, length: 1, names: $0, .plain) }

  /// The number of samples in `all` unless libcrypto fails.
  package static let count = Kind.allCases.count * 4 * Writing.allCases.count + 100
}

extension CertificateSample.Writing {
  fileprivate func text(of pem: String) -> String {
    switch self {
    case .plain: pem
    case .carriageReturns: pem.split(separator: "\n").map { $0 + "\r\n" }.joined()
    case .comments:
      pem.split(separator: "\n").map { line in
        line.hasPrefix("-----BEGIN")
          ? "# The next certificate\nsubject=CN = sample\n\n\(line)\n" : "\(line)\n"
      }.joined()
    case .trailingText: pem + "\nNobody reads this.\n"
    }
  }
}
