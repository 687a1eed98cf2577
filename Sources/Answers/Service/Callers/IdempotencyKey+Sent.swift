import Cryptography
import HTTPCore
package import LinkStorage
import WebSyntax

extension IdempotencyKey {
  /// - Parameter text: the caller's own key; nil when the body is the key, for a minute.
  package init(_ text: String?, of token: String?, for body: [UInt8]) throws(Problem) {
    guard (1...255).contains(text?.utf8.count ?? 1) else {
      throw Problem(
        .badRequest, "invalid-idempotency-key", "Idempotency-Key: expected 1 to 255 characters")
    }
    guard let digest = SHA256.digest(body) else {
      throw Problem(.serviceUnavailable, "no-digest", "libcrypto cannot compute a digest")
    }
    // No identifier of a token has a space.
    let key = text ?? Hexadecimal.text(digest)
    self.init(
      text: (text == nil ? "body " : "") + "\(token ?? "")/\(key)", digest: digest,
      seconds: text == nil ? 60 : nil)
  }
}
