import WebSyntax

/// The SHA-256 digest of the certificate that an Android app is signed with.
///
/// Source: Google, "Verify Android App Links": 32 bytes, upper-case hexadecimal, colons between.
package struct CertificateFingerprint: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Parses hexadecimal digits of either case, with the colons that keytool prints or without.
  package init(_ text: String) throws(Fault) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let areBytes = parts.allSatisfy { $0.utf8.count == 2 }
    guard parts.count == 1 || areBytes else { throw .notHexadecimal }
    let digits = parts.flatMap(\.utf8).compactMap { Hexadecimal.value(of: $0) }
    guard digits.count == parts.reduce(0, { $0 + $1.utf8.count }), digits.count.isMultiple(of: 2),
      !digits.isEmpty
    else { throw .notHexadecimal }
    guard digits.count == 64 else { throw .wrongLength(digits.count / 2) }
    bytes = stride(from: 0, to: 64, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// The reason why a text is not a fingerprint.
  package enum Fault: Error, Equatable {
    case notHexadecimal
    /// The actual length, in bytes.
    case wrongLength(Int)

    /// The reason, worded as the end of a sentence.
    package var message: String {
      switch self {
      case .notHexadecimal: "expected 32 hexadecimal bytes separated by colons"
      case .wrongLength(20): "20 bytes are a SHA-1 digest, expected 32"
      case .wrongLength(let count): "it has \(count) bytes, expected 32"
      }
    }
  }
}

extension CertificateFingerprint: CustomStringConvertible {
  /// The fingerprint as association files write it: upper case, with colons.
  package var description: String {
    let digits = bytes.flatMap { [Hexadecimal.upperDigit($0 >> 4), Hexadecimal.upperDigit($0)] }
    return stride(from: 0, to: digits.count, by: 2)
      .map { String(decoding: digits[$0..<($0 + 2)], as: UTF8.self) }.joined(separator: ":")
  }
}
