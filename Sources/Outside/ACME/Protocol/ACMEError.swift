/// Why an authority issued no certificate (RFC 8555).
package enum ACMEError: Error, Equatable, Sendable {
  case unreachable(String)
  /// The answer does not conform to the protocol; holds what was requested.
  case unreadable(String)
  /// The authority refuses; holds the problem's type without its prefix, and its description (section
  /// 6.7).
  case refused(type: String, detail: String)
  /// The authority limits requests; holds the seconds to wait.
  case limited(seconds: Int, detail: String)
  /// The host was not validated; holds the reason.
  case notValidated(String)
  case noChallenge
  case timeout
  case stopped
  case cryptography
  case storage(String)

  /// A sentence without capital letter and full stop.
  package var message: String {
    switch self {
    case .unreachable(let reason): "the authority does not answer: \(reason)"
    case .unreadable(let what): "the authority's answer to '\(what)' cannot be read"
    case .refused(let type, let detail): "the authority refuses (\(type)): \(detail)"
    case .limited(let seconds, let detail):
      "the authority accepts no order for \(seconds) seconds: \(detail)"
    case .notValidated(let reason): "the authority could not validate the host: \(reason)"
    case .noChallenge: "the authority offers neither http-01 nor tls-alpn-01"
    case .timeout: "the order did not finish in time"
    case .stopped: "the service stops"
    case .cryptography: "libcrypto cannot create a key"
    case .storage(let reason): "cannot keep keys and certificates: \(reason)"
    }
  }
}
