private import COpenSSL

/// What a server's certificate (RFC 5280) says about itself.
package struct Certificate: Equatable, Sendable {
  /// The host names in lower case, some with `*` as their first label, in their order.
  package let names: [String]
  /// The IP addresses: 4 or 16 bytes each.
  package let addresses: [[UInt8]]
  /// Seconds since 1970.
  package let notBefore: Int
  /// Seconds since 1970; the last second at which it is valid.
  package let notAfter: Int
  package let keyKind: KeyKind
  /// The bytes of the issuer's key identifier; nil without one.
  package let authorityKeyIdentifier: [UInt8]?
  /// The serial number as the bytes of a DER integer.
  package let serialNumber: [UInt8]

  package enum KeyKind: Hashable, Sendable {
    case ellipticCurve, rsa, other
  }

  /// The first certificate of a PEM text; nil when there is none.
  package init?(pem: [UInt8]) {
    defer { ERR_clear_error() }
    let certificate = pem.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let text = keiro_memory(bytes.baseAddress, bytes.count) else { return nil }
      defer { BIO_free(text) }
      return keiro_read_certificate(text)
    }
    guard let certificate else { return nil }
    defer { X509_free(certificate) }
    guard let notBefore = Self.seconds(X509_get0_notBefore(certificate)),
      let notAfter = Self.seconds(X509_get0_notAfter(certificate))
    else { return nil }
    self.notBefore = notBefore
    self.notAfter = notAfter
    let alternatives = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)
      .map(OpaquePointer.init)
    defer { GENERAL_NAMES_free(alternatives) }
    names = Self.texts(alternatives, GEN_DNS).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    addresses = Self.texts(alternatives, GEN_IPADD)
    keyKind =
      switch EVP_PKEY_get_base_id(X509_get0_pubkey(certificate)) {
      case EVP_PKEY_EC: .ellipticCurve
      case EVP_PKEY_RSA: .rsa
      default: .other
      }
    authorityKeyIdentifier = Self.bytes(X509_get0_authority_key_id(certificate))
    serialNumber = Self.serialNumber(certificate)
  }

  /// Whether it is valid for a host name in lower case.
  package func covers(name: String) -> Bool {
    if names.contains(name) { return true }
    // A wildcard stands for one label (RFC 9525, section 6.3).
    guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return false }
    return names.contains("*" + name[dot...])
  }

  private static func texts(_ names: OpaquePointer?, _ kind: Int32) -> [[UInt8]] {
    guard let names else { return [] }
    return (0..<keiro_name_count(names)).compactMap { bytes(keiro_name_text(names, $0, kind)) }
  }

  private static func bytes(_ text: UnsafePointer<ASN1_STRING>?) -> [UInt8]? {
    guard let text, let start = ASN1_STRING_get0_data(text) else { return nil }
    return Array(UnsafeBufferPointer(start: start, count: max(Int(ASN1_STRING_length(text)), 0)))
  }

  private static func serialNumber(_ certificate: OpaquePointer) -> [UInt8] {
    let magnitude = bytes(X509_get0_serialNumber(certificate)) ?? []
    // A DER integer with its highest bit set would be negative.
    return (magnitude.first ?? 0) & 0x80 == 0 ? magnitude : [0] + magnitude
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
    guard let time, let epoch = ASN1_TIME_set(nil, 0) else { return nil }
    defer { ASN1_TIME_free(epoch) }
    var days: Int32 = 0
    var seconds: Int32 = 0
    guard ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
    return Int(days) * 86_400 + Int(seconds)
  }
}
