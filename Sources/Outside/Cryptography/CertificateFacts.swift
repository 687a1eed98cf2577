private import COpenSSL

/// The contents of a server's certificate (RFC 5280), none of which is verified.
package struct CertificateFacts: Equatable, Sendable {
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
  /// The size of its key in bits.
  package var keyBits: Int
  /// The digest of its signature scheme, such as `SHA256`; nil for schemes without a separate one.
  package var signatureDigest: String?
  /// Whether its extended key usage names TLS servers (`serverAuth`); nil without that extension.
  package var isForServers: Bool?
  /// Whether subject and issuer are equal.
  package var isSelfIssued: Bool
  /// The SHA-256 digest of the certificate.
  package var fingerprint: [UInt8]

  package init(
    subject: String, issuer: String, names: [String], notBefore: Int, notAfter: Int,
    keyKind: String, keyBits: Int, signatureDigest: String?, isForServers: Bool? = true,
    isSelfIssued: Bool, fingerprint: [UInt8]
  ) {
    self.subject = subject
    self.issuer = issuer
    self.names = names
    self.notBefore = notBefore
    self.notAfter = notAfter
    self.keyKind = keyKind
    self.keyBits = keyBits
    self.signatureDigest = signatureDigest
    self.isForServers = isForServers
    self.isSelfIssued = isSelfIssued
    self.fingerprint = fingerprint
  }

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

  /// The first certificate of a PEM text; nil when none can be read.
  package init?(pem: String) {
    guard let facts = withCertificate(Array(pem.utf8), { Self($0) }) else { return nil }
    self = facts
  }

  /// - Parameter certificate: a certificate of libcrypto.
  init?(_ certificate: OpaquePointer) {
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
    names = Self.names(certificate)
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

  private static func names(_ certificate: OpaquePointer) -> [String] {
    final class Names {
      var list: [String] = []
    }
    let names = Names()
    withExtendedLifetime(names) {
      keiro_certificate_names(certificate, Unmanaged.passUnretained(names).toOpaque()) {
        context, bytes, count in
        guard let context, let bytes else { return }
        let name = UnsafeBufferPointer(start: bytes, count: max(Int(count), 0))
        Unmanaged<Names>.fromOpaque(context).takeUnretainedValue().list
          .append(String(decoding: name, as: UTF8.self).lowercased())
      }
    }
    return names.list
  }
}

/// Calls `body` with libcrypto's object for the first certificate of a PEM text; nil when there is
/// none.
func withCertificate<Result>(
  _ pem: [UInt8], _ body: (OpaquePointer) -> Result?
) -> Result? {
  defer { ERR_clear_error() }
  guard let certificate = keiro_read_certificate(pem, pem.count) else { return nil }
  defer { X509_free(certificate) }
  return body(certificate)
}
