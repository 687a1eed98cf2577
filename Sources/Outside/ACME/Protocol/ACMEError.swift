/// Why an authority has given no certificate (RFC 8555).
package enum ACMEError: Error, Equatable, Sendable {
  /// The authority does not answer.
  case unreachable(String)
  /// It answers something that the protocol does not know; what was asked.
  case unreadable(String)
  /// It refuses: the type of the problem without its prefix, and what it says (section 6.7).
  case refused(type: String, detail: String)
  /// It wants to be left alone for some seconds.
  case limited(seconds: Int, detail: String)
  /// The host was not validated, for this reason.
  case notValidated(String)
  /// The authority offers none of the challenges that are answered here.
  case noChallenge
  /// The order has not come to an end in time.
  case timeout
  /// libcrypto fails.
  case cryptography
  /// Keys or certificates cannot be kept.
  case storage(String)

  /// One sentence without capital and full stop.
  package var message: String {
    switch self {
    case .unreachable(let reason): "the authority does not answer: \(reason)"
    case .unreadable(let what): "the authority's answer to '\(what)' cannot be read"
    case .refused(let type, let detail): "the authority refuses (\(type)): \(detail)"
    case .limited(let seconds, let detail):
      "the authority wants no order for \(seconds) seconds: \(detail)"
    case .notValidated(let reason): "the authority could not validate the host: \(reason)"
    case .noChallenge: "the authority offers neither http-01 nor tls-alpn-01"
    case .timeout: "the order has not come to an end in time"
    case .cryptography: "libcrypto makes no key"
    case .storage(let reason): "cannot keep keys and certificates: \(reason)"
    }
  }
}
