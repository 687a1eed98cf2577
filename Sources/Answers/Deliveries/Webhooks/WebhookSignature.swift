import Cryptography

/// Signatures of Standard Webhooks 1.0.
package enum WebhookSignature {
  private static let prefix = "whsec_"
  /// The key lengths that the specification allows.
  private static let keyBytes = 24...64

  /// A new secret; nil when the random generator failed.
  package static func makeSecret() -> String? {
    RandomBytes.make(32).map { prefix + Base64.padded.encode($0) }
  }

  /// The key of a secret: `whsec_` and 24 to 64 bytes in Base64; nil for anything else.
  package static func key(of secret: String) -> [UInt8]? {
    guard secret.hasPrefix(prefix),
      let key = Base64.padded.decode(secret.dropFirst(prefix.count)), keyBytes.contains(key.count)
    else { return nil }
    return key
  }

  /// The value of `webhook-signature`: one signature for each usable secret.
  ///
  /// - Parameters:
  ///   - secrets: the secrets, newest first.
  ///   - id: the identifier of the message, without a full stop.
  ///   - seconds: the time of the attempt, in seconds since 1970.
  ///   - body: the bytes as sent.
  package static func field(
    _ secrets: [String], id: String, seconds: Int, body: [UInt8]
  ) -> String {
    let signed = Array("\(id).\(seconds).".utf8) + body
    return secrets.compactMap { secret in
      key(of: secret).flatMap { HMACSHA256.code(signed, key: $0) }
        .map { "v1," + Base64.padded.encode($0) }
    }.joined(separator: " ")
  }
}
