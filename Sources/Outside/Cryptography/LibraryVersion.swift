private import COpenSSL

/// The linked libcrypto.
package enum CryptographyLibrary {
  /// The version, such as `3.5.4`.
  package static var version: String {
    OpenSSL_version(OPENSSL_VERSION_STRING).map { String(cString: $0) } ?? "unknown"
  }
}
