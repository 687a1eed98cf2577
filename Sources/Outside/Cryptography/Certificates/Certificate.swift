private import COpenSSL

/// The contents of a server's certificate (RFC 5280), none of which is verified.
package struct Certificate: Equatable, Sendable {
  /// The common name, or the organisation if there is none; empty without both.
  package var subject: String
  /// The organisation of the issuer, or its common name if there is none; empty without both.
  package var issuer: String
  /// The DNS names of the certificate, in lower case.
  package var names: [String]
  /// The beginning of its validity, in seconds since 1970.
  package var notBefore: Int
  /// The end of its validity, in seconds since 1970.
  package var notAfter: Int
  /// The type of its key as libcrypto names it: `RSA`, `EC`, `ED25519`.
  package var keyKind: String
  package var keyBits: Int
  /// The digest of its signature scheme, such as `SHA256`; nil for schemes without a separate one.
  package var signatureDigest: String?
  /// Whether its extended key usage names TLS servers (`serverAuth`); nil without that extension.
  package var isForServers: Bool?
  package var isSelfIssued: Bool
  package var fingerprint: [UInt8]
  /// Its IP addresses, of 4 or 16 bytes each.
  package private(set) var addresses: [[UInt8]] = []
  package private(set) var authorityKeyIdentifier: [UInt8]?
  /// The serial number as the bytes of a DER integer.
  package private(set) var serialNumber: [UInt8] = []
}

extension Certificate {
  /// Whether one of its names is the host or a wildcard for it (RFC 6125, section 6.4); `*` stands for
  /// one whole label.
  ///
  /// - Parameter host: the host name in lower case, without a trailing dot.
  package func covers(_ host: String) -> Bool {
    names.contains { name in
      guard name.hasPrefix("*.") else { return name == host }
      guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
      return host[dot...] == name.dropFirst()
    }
  }

  /// The first certificate of a PEM text; nil when there is none.
  package init?(pem: [UInt8]) {
    guard let certificate = Self.reading(pem, { Self($0) }) else { return nil }
    self = certificate
  }

  /// Whether the first private key of a PEM text belongs to the first certificate of another.
  package static func isKey(_ key: [UInt8], of chain: [UInt8]) -> Bool {
    defer { ERR_clear_error() }
    guard let read = keiro_read_key(key, key.count) else { return false }
    defer { EVP_PKEY_free(read) }
    return reading(chain) { X509_check_private_key($0, read) == 1 } ?? false
  }

  /// Calls `body` with libcrypto's object for the first certificate of a PEM text; nil when there is
  /// none.
  private static func reading<Result>(
    _ pem: [UInt8], _ body: (OpaquePointer) -> Result?
  ) -> Result? {
    defer { ERR_clear_error() }
    guard let certificate = keiro_read_certificate(pem, pem.count) else { return nil }
    defer { X509_free(certificate) }
    return body(certificate)
  }

  /// - Parameter certificate: a certificate of libcrypto.
  private init?(_ certificate: OpaquePointer) {
    guard let notBefore = Self.seconds(X509_get0_notBefore(certificate)),
      let notAfter = Self.seconds(X509_get0_notAfter(certificate)),
      let fingerprint = Self.fingerprint(certificate)
    else { return nil }
    let subject = X509_get_subject_name(certificate)
    let issuer = X509_get_issuer_name(certificate)
    self.subject =
      Self.part(subject, NID_commonName) ?? Self.part(subject, NID_organizationName) ?? ""
    self.issuer =
      Self.part(issuer, NID_organizationName) ?? Self.part(issuer, NID_commonName) ?? ""
    let alternatives = X509_get_ext_d2i(certificate, NID_subject_alt_name, nil, nil)
      .map(OpaquePointer.init)
    defer { GENERAL_NAMES_free(alternatives) }
    names = Self.texts(alternatives, GEN_DNS, limit: 1000).map {
      String(decoding: $0, as: UTF8.self).lowercased()
    }
    addresses = Self.texts(alternatives, GEN_IPADD)
    authorityKeyIdentifier = Self.bytes(X509_get0_authority_key_id(certificate))
    serialNumber = Self.serialNumber(certificate)
    self.notBefore = notBefore
    self.notAfter = notAfter
    isSelfIssued = X509_NAME_cmp(subject, issuer) == 0
    // The value without the extension has all bits.
    let usages = X509_get_extended_key_usage(certificate)
    isForServers = usages == .max ? nil : usages & UInt32(XKU_SSL_SERVER | XKU_ANYEKU) != 0
    self.fingerprint = fingerprint
    let key = X509_get0_pubkey(certificate)
    keyKind = key.flatMap(EVP_PKEY_get0_type_name).map { String(cString: $0) } ?? "unknown"
    keyBits = key.map { Int(EVP_PKEY_get_bits($0)) } ?? 0
    var digest: Int32 = 0
    X509_get_signature_info(certificate, &digest, nil, nil, nil)
    signatureDigest =
      digest == NID_undef ? nil : OBJ_nid2sn(digest).map { String(cString: $0).uppercased() }
  }

  private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int? {
    var seconds: Int64 = 0
    return keiro_certificate_time(time, &seconds) == 1 ? Int(seconds) : nil
  }

  private static func fingerprint(_ certificate: OpaquePointer) -> [UInt8]? {
    var digest = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 0
    let done = X509_digest(certificate, EVP_sha256(), &digest, &length)
    return done == 1 && length == 32 ? digest : nil
  }

  private static func part(_ name: OpaquePointer?, _ part: Int32) -> String? {
    guard let name else { return nil }
    var count: Int32 = 0
    guard let text = keiro_name_part(name, part, &count) else { return nil }
    defer { keiro_free(text) }
    return String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  }

  /// - Parameter limit: the number of names of any kind that are looked at.
  private static func texts(
    _ names: OpaquePointer?, _ kind: Int32, limit: Int32 = .max
  ) -> [[UInt8]] {
    guard let names else { return [] }
    return (0..<min(keiro_name_count(names), limit)).compactMap {
      bytes(keiro_name_text(names, $0, kind))
    }
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
