import Cryptography
import HTTPCore
package import LinkStorage
import WebSyntax

extension IdempotencyKey {
  /// Creates a key from what a caller has sent.
  ///
  /// - Parameters:
  ///   - text: the caller's own key; nil when the body is the key, for a minute.
  ///   - token: the identifier of the caller's token; nil without one.
  ///   - body: the body of the request.
  package init(
    _ text: String?, of token: String?, for body: [UInt8]
  ) throws(Problem) {
    guard (1...255).contains(text?.utf8.count ?? 1) else {
      throw Problem(
        .badRequest, "invalid-idempotency-key", "Idempotency-Key: expected 1 to 255 characters")
    }
    guard let digest = SHA256.digest(body) else {
      throw Problem(.serviceUnavailable, "no-digest", "libcrypto cannot compute a digest")
    }
    let owner = token ?? ""
    if let text {
      self.init(text: "\(owner)/\(text)", digest: digest)
    } else {
      // No identifier of a token has a space.
      self.init(
        text: "body \(owner)/\(Hexadecimal.text(digest))", digest: digest, seconds: 60)
    }
  }
}
