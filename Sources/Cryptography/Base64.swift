import COpenSSL

/// Base64 with padding (RFC 4648, section 4), by libcrypto.
package enum Base64 {
  package static func encode(_ bytes: [UInt8]) -> String {
    // Four letters for every three bytes, and a NUL behind them.
    let count = (bytes.count + 2) / 3 * 4
    let text = [UInt8](unsafeUninitializedCapacity: count + 1) { buffer, written in
      let encoded = EVP_EncodeBlock(buffer.baseAddress, bytes, Int32(clamping: bytes.count))
      written = max(Int(encoded), 0)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
