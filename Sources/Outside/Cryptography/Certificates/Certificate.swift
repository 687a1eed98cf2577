private import COpenSSL

/// A server's certificate (RFC 5280) with everything needed to serve and renew it.
package struct Certificate: Equatable, Sendable {
  /// The names and the validity of the certificate.
  package let facts: CertificateFacts
  /// Its IP addresses, of 4 or 16 bytes each.
  package let addresses: [[UInt8]]
  /// The issuer's key identifier; nil for none.
  package let authorityKeyIdentifier: [UInt8]?
  /// The serial number as the bytes of a DER integer.
  package let serialNumber: [UInt8]

  /// The first certificate of a PEM text; nil when there is none.
  package init?(pem: [UInt8]) {
    guard let certificate = withCertificate(pem, { Self($0) }) else { return nil }
    self = certificate
  }

  /// Whether the first private key of a PEM text belongs to the first certificate of another.
  package static func isKey(_ key: [UInt8], of chain: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let read = keiro_read_key(key, key.count) else { return false }
    defer { EVP_PKEY_free(read) }
    return withCertificate(chain) { X509_check_private_key($0, read) == 1 } ?? false
  }

  private init?(_ certificate: OpaquePointer) {
    guard let facts = CertificateFacts(certificate) else { return nil }
    self.facts = facts
    let alternatives = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)
      .map(OpaquePointer.init)
    defer { GENERAL_NAMES_free(alternatives) }
    addresses = Self.texts(alternatives, GEN_IPADD)
    authorityKeyIdentifier = Self.bytes(X509_get0_authority_key_id(certificate))
    serialNumber = Self.serialNumber(certificate)
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
}
