import Cryptography
import HTTPCore
package import LinkStorage
import WebSyntax

extension IdempotencyKey {
  /// The key that a caller has sent with a request.
  package init(_ text: String, of token: String?, for body: [UInt8]) throws(Problem) {
    guard (1...255).contains(text.utf8.count) else {
      throw Problem(
        .badRequest, "invalid-idempotency-key", "Idempotency-Key: expected 1 to 255 characters")
    }
    guard let digest = SHA256.digest(body) else {
      throw Problem(.serviceUnavailable, "no-digest", "libcrypto cannot compute a digest")
    }
    self.init(text: "\(token ?? "")/\(text)", digest: digest)
  }

  /// The keys of an app's request: the one that it has sent, if any, and its body for a minute.
  package static func ofApp(
    _ text: String?, _ token: String, _ body: [UInt8]
  ) throws(Problem) -> IdempotencyKey {
    var whole = try IdempotencyKey("body", of: token, for: body)
    // No identifier of a token has a space.
    whole.text = "body \(token)/\(Hexadecimal.text(whole.digest))"
    whole.seconds = 60
    guard let text else { return whole }
    var key = try IdempotencyKey(text, of: token, for: body)
    key.next = [whole]
    return key
  }
}
