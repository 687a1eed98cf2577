private import COpenSSL

/// A private key of the curve P-256, for signing (ES256, RFC 7518) and for certificates.
package final class SigningKey: Sendable {
  /// Never changes, and libcrypto allows concurrent use.
  nonisolated(unsafe) private let key: OpaquePointer

  /// A new key; nil when libcrypto fails.
  package init?() {
    guard let key = keiro_make_key() else {
      ERR_clear_error()
      return nil
    }
    self.key = key
  }

  /// Reads a key written by `pem`; nil for any other text, including keys of other curves.
  package init?(pem: [UInt8]) {
    defer { ERR_clear_error() }
    guard let key = keiro_read_key(pem, pem.count) else { return nil }
    self.key = key
    guard Self.publicPoint(key) != nil else { return nil }
  }

  deinit {
    EVP_PKEY_free(key)
  }

  /// The key as PEM (PKCS #8); nil when libcrypto fails.
  package var pem: [UInt8]? { Self.written { keiro_write_key($0, key) } }

  /// The coordinates of the public key, 32 bytes each.
  package var publicKey: (x: [UInt8], y: [UInt8])? {
    Self.publicPoint(key).map { (Array($0[1..<33]), Array($0[33..<65])) }
  }

  /// The signature of a message with SHA-256: two numbers of 32 bytes (RFC 7518, section 3.4); nil when
  /// libcrypto fails.
  package func signature(of message: [UInt8]) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard let context = EVP_MD_CTX_new() else { return nil }
    defer { EVP_MD_CTX_free(context) }
    var der = [UInt8](repeating: 0, count: 128)
    var count = der.count
    guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1,
      EVP_DigestSign(context, &der, &count, message, message.count) == 1
    else { return nil }
    return Self.numbers(der.prefix(count))
  }

  /// A request for a certificate (PKCS #10) for host names, as DER; nil without names.
  package func certificateRequest(names: [String]) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard !names.isEmpty, names.allSatisfy(Self.isPlain), let request = X509_REQ_new() else {
      return nil
    }
    defer { X509_REQ_free(request) }
    let list = names.map { "DNS:" + $0 }.joined(separator: ",")
    guard X509_REQ_set_version(request, 0) == 1, X509_REQ_set_pubkey(request, key) == 1,
      keiro_request_names(request, list) == 1, X509_REQ_sign(request, key, EVP_sha256()) > 0
    else { return nil }
    return Self.written { i2d_X509_REQ_bio($0, request) }
  }

  /// A certificate that answers an authority's TLS-ALPN-01 challenge (RFC 8737, section 3), as PEM.
  ///
  /// - Parameters:
  ///   - name: the validated host name.
  ///   - digest: SHA-256 of the key authorization.
  ///   - now: seconds since 1970.
  package func challengeCertificate(name: String, digest: [UInt8], now: Int) -> [UInt8]? {
    defer { ERR_clear_error() }
    guard Self.isPlain(name), digest.count == 32, let certificate = X509_new() else { return nil }
    defer { X509_free(certificate) }
    let octets = [0x04, 32] + digest
    let day = 86_400
    guard X509_set_version(certificate, 2) == 1,
      ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1) == 1,
      ASN1_TIME_set(X509_getm_notBefore(certificate), now - day) != nil,
      ASN1_TIME_set(X509_getm_notAfter(certificate), now + day) != nil,
      X509_set_pubkey(certificate, key) == 1,
      keiro_add_extension(certificate, NID_subject_alt_name, "DNS:" + name) == 1,
      keiro_add_octets(certificate, "1.3.6.1.5.5.7.1.31", octets, Int32(octets.count)) == 1,
      X509_sign(certificate, key, EVP_sha256()) > 0
    else { return nil }
    return Self.written { PEM_write_bio_X509($0, certificate) }
  }

  /// Whether a name is safe in libcrypto's configuration syntax, where commas and colons have a
  /// meaning.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 253
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "*"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }

  private static func written(_ write: (OpaquePointer) -> Int32) -> [UInt8]? {
    guard let memory = BIO_new(BIO_s_mem()) else { return nil }
    defer { BIO_free(memory) }
    guard write(memory) == 1 else {
      ERR_clear_error()
      return nil
    }
    var start: UnsafePointer<UInt8>?
    let count = keiro_memory_bytes(memory, &start)
    return Array(UnsafeBufferPointer(start: start, count: count))
  }

  /// The public key as an uncompressed point (4, x, y); nil for other keys.
  private static func publicPoint(_ key: OpaquePointer) -> [UInt8]? {
    var point = [UInt8](repeating: 0, count: 65)
    var count = 0
    let done = EVP_PKEY_get_octet_string_param(
      key, OSSL_PKEY_PARAM_PUB_KEY, &point, point.count, &count)
    guard done == 1, count == 65, point[0] == 4, EVP_PKEY_get_bits(key) == 256 else {
      ERR_clear_error()
      return nil
    }
    return point
  }

  /// The two numbers of a DER signature, a sequence of two integers; nil for anything else.
  private static func numbers(_ der: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = der.dropFirst(2)
    var result: [UInt8] = []
    for _ in 0..<2 {
      guard rest.count >= 2, rest[rest.startIndex] == 2 else { return nil }
      let count = Int(rest[rest.startIndex + 1])
      let number = rest.dropFirst(2).prefix(count).drop { $0 == 0 }
      guard rest.count >= 2 + count, number.count <= 32 else { return nil }
      result += [UInt8](repeating: 0, count: 32 - number.count) + number
      rest = rest.dropFirst(2 + count)
    }
    return result
  }
}
