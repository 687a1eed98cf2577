private import COpenSSL

/// A CMS message (RFC 5652) through libcrypto.
package enum SignedMessage {
  /// The content of a signed message; its signatures and certificates are not verified.
  ///
  /// Nil when the bytes are not a signed message or its content is detached.
  package static func uncheckedContent(of der: [UInt8]) -> [UInt8]? {
    guard let message = keiro_read_message(der, der.count) else {
      ERR_clear_error()
      return nil
    }
    defer { CMS_ContentInfo_free(message) }
    guard let content = CMS_get0_content(message)?.pointee,
      let start = ASN1_STRING_get0_data(content)
    else {
      ERR_clear_error()
      return nil
    }
    let count = Int(ASN1_STRING_length(content))
    return Array(UnsafeBufferPointer(start: start, count: max(count, 0)))
  }
}
