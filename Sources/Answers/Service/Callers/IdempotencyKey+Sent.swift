import Cryptography
import HTTPCore
package import LinkStorage
import Synchronization
import WebSyntax

extension IdempotencyKey {
  /// The key that a caller has sent with a request.
  package init(_ text: String, of token: String?, for body: [UInt8]) throws(Problem) {
    guard (1...255).contains(text.utf8.count) else {
      throw Problem(
        .badRequest, "invalid-idempotency-key", "Idempotency-Key: expected 1 to 255 bytes")
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

/// The answers that this process had the store keep, so that the oldest give way to others: who repeats
/// a request does so soon. Their keys stay.
package final class KeptAnswers: Sendable {
  private let state = Mutex((answers: [(key: IdempotencyKey, size: Int)](), size: 0))
  private let bytes: Int

  /// The bytes that an answer counts for at least, with its key here and its row in the store.
  private static let smallest = 16 << 10

  package init(bytes: Int = 256 << 20) {
    self.bytes = bytes
  }

  /// Notes an answer that is kept.
  ///
  /// - Returns: the keys whose answers are to be forgotten.
  package func note(_ answer: String, to key: IdempotencyKey) -> [IdempotencyKey] {
    state.withLock { state in
      let size = max(answer.utf8.count, Self.smallest)
      state.answers.append((key, size))
      state.size += size
      var count = 0
      while state.size > bytes, count < state.answers.count {
        state.size -= state.answers[count].size
        count += 1
      }
      defer { state.answers.removeFirst(count) }
      return state.answers.prefix(count).map(\.key)
    }
  }
}
