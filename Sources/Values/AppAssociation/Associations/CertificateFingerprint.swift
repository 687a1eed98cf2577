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
    guard let bytes = Hexadecimal.bytes(parts.flatMap(\.utf8)), !bytes.isEmpty else {
      throw .notHexadecimal
    }
    guard bytes.count == 32 else { throw .wrongLength(bytes.count) }
    self.bytes = bytes
  }

  /// What shows that the fingerprint is a sample rather than that of a certificate; nil for others.
  package var sample: String? {
    if Self.published.contains(description) { return "it stands in Google's documentation" }
    if description == Self.ofNothing { return "it is the digest of an empty file" }
    let repeats = (1...16).contains { period in
      bytes.indices.allSatisfy { bytes[$0] == bytes[$0 % period] }
    }
    if repeats || Set(bytes).count <= 4 { return "its bytes repeat" }
    let steps = zip(bytes.dropFirst(), bytes).map { $0 &- $1 }
    let counts = Set(steps).contains { step in steps.count { $0 == step } >= 26 }
    if counts { return "its bytes count up or down" }
    // A1:B2:C3:D4 and the like, which people type: one digit counts, whatever the other does.
    let digits = zip(bytes.dropFirst(), bytes).map { ($0 & 15) &- ($1 & 15) }
    let longest = digits.split { $0 != 1 }.map(\.count).max() ?? 0
    return longest >= 7 ? "its digits count up" : nil
  }

  private static let ofNothing =
    "E3:B0:C4:42:98:FC:1C:14:9A:FB:F4:C8:99:6F:B9:24"
    + ":27:AE:41:E4:64:9B:93:4C:A4:95:99:1B:78:52:B8:55"

  /// The fingerprints of Google's guides to App Links and to Digital Asset Links.
  private static let published: Set<String> = [
    "14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64"
      + ":16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5",
    "10:39:38:EE:45:37:E5:9E:8E:E7:92:F6:54:50:4F:B8"
      + ":34:6F:C6:B3:46:D0:BB:C4:41:5F:C3:39:FC:FC:8E:C1",
  ]

  /// The fingerprint that a text means which is not written as one: without colons, with a label or
  /// spaces, or in Base64; nil for any other text.
  package init?(meantBy text: String) {
    let digits = text.uppercased().filter(\.isHexDigit)
    let label = text.uppercased().filter { $0.isLetter && !$0.isHexDigit }
    if ["", "SH", "SHS"].contains(label), digits.count == 64 || digits.hasPrefix("A256") {
      let own = digits.count == 68 ? digits.dropFirst(4) : digits[...]
      if let fingerprint = try? Self(String(own)) {
        self = fingerprint
        return
      }
    }
    guard let bytes = Self.base64(text), bytes.count == 32 else { return nil }
    self.bytes = bytes
  }

  /// The bytes of a Base64 text, as Android's tools and Facebook's guide print digests; nil for any
  /// other text. By hand, since apps with this library have no libcrypto.
  package static func base64(_ text: String) -> [UInt8]? {
    let body = text.prefix { $0 != "=" }
    guard text.count - body.count <= 2, text.utf8.count <= 100, !body.isEmpty else { return nil }
    var (bytes, bits, count): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in body.utf8 {
      let value: UInt8
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = byte - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = byte - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte + 4
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: return nil
      }
      bits = (bits & 0x3FFFF) << 6 | UInt32(value)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
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
    bytes.map { Hexadecimal.text([$0]).uppercased() }.joined(separator: ":")
  }
}
