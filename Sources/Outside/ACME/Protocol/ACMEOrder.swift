import Cryptography
import JSONSyntax
import Outgoing

/// The answer by which an authority validates a host.
package enum ACMEChallenge: Equatable, Sendable {
  /// A text at `/.well-known/acme-challenge/TOKEN`, served without TLS (RFC 8555, section 8.3).
  case http(token: String, keyAuthorization: String)
  /// A certificate that contains the digest of the key authorization (RFC 8737).
  case tls(host: String, digest: [UInt8])

  /// A type of challenge, by its name in the protocol.
  package enum Kind: String, CaseIterable, Sendable {
    case tls = "tls-alpn-01"
    case http = "http-01"
  }
}

/// One order, from its creation to the certificate (RFC 8555, section 7.4).
struct ACMEOrder {
  var client: ACMEClient
  let host: String
  let kind: ACMEChallenge.Kind
  /// Makes all nodes answer a challenge; nil to answer none.
  let publish: (ACMEChallenge?) throws(ACMEError) -> Void

  /// The maximum number of polls, a second apart or as the authority asks.
  private static let looks = 90
  private static let longestWait = 30

  /// Runs the order and returns the certificate chain as PEM.
  ///
  /// - Parameters:
  ///   - key: the key of the certificate.
  ///   - replaced: the identifier of the previous certificate (RFC 9773, section 5); nil for none.
  mutating func run(key: SigningKey, replacing replaced: String?) throws(ACMEError) -> [UInt8] {
    guard let request = key.certificateRequest(names: [host]) else { throw .cryptography }
    let (order, answer) = try open(replacing: replaced)
    guard let url = answer["location"], let finalize = order.member("finalize")?.string else {
      throw .unreadable("newOrder")
    }
    for authorization in order.member("authorizations")?.array ?? [] {
      guard let authorization = authorization.string else { throw .unreadable("newOrder") }
      try validate(authorization)
    }
    _ = try poll(url) { $0 == "ready" || $0 == "valid" }
    _ = try client.post(finalize, .object([.init("csr", .string(Base64.url.encode(request)))]))
    let done = try poll(url) { $0 == "valid" }
    guard let certificate = done.member("certificate")?.string else { throw .unreadable("order") }
    let chain = try client.post(certificate, nil).body
    guard let leaf = Certificate(pem: chain), leaf.covers(host) else {
      throw .unreadable("certificate")
    }
    return chain
  }

  /// Places the order. What the authority has against the replacement of a certificate, such as one that
  /// is replaced already or belongs to another account, does not keep the host from its next one.
  private mutating func open(
    replacing replaced: String?
  ) throws(ACMEError) -> (root: JSONNode, answer: OutgoingAnswer) {
    let identifier: JSONOutput = ["type": .string("dns"), "value": .string(host)]
    var order = [JSONOutput.Member("identifiers", .array([identifier]))]
    if let replaced { order.append(.init("replaces", .string(replaced))) }
    do throws(ACMEError) {
      return try client.ask(client.newOrder, .object(order))
    } catch {
      guard replaced != nil, case .refused = error else { throw error }
      return try open(replacing: nil)
    }
  }

  private mutating func validate(_ url: String) throws(ACMEError) {
    let (authorization, _) = try client.ask(url)
    if authorization.member("status")?.string == "valid" { return }
    let challenges = authorization.member("challenges")?.array ?? []
    let challenge =
      challenges.first { $0.member("type")?.string == kind.rawValue }
      ?? challenges.first { challenge in
        ACMEChallenge.Kind.allCases.contains { $0.rawValue == challenge.member("type")?.string }
      }
    guard let challenge, let challengeURL = challenge.member("url")?.string,
      let token = challenge.member("token")?.string, Self.isToken(token)
    else { throw .noChallenge }
    do throws(ACMEError) {
      try publish(answer(to: challenge, token))
      _ = try client.post(challengeURL, .object([]))
      _ = try poll(url) { $0 == "valid" }
    } catch {
      try? publish(nil)
      throw error
    }
    try publish(nil)
  }

  private func answer(
    to challenge: JSONNode, _ token: String
  ) throws(ACMEError) -> ACMEChallenge {
    guard let text = client.signature.keyAuthorization(token) else { throw .cryptography }
    guard challenge.member("type")?.string == ACMEChallenge.Kind.tls.rawValue else {
      return .http(token: token, keyAuthorization: text)
    }
    guard let digest = SHA256.digest(Array(text.utf8)) else { throw .cryptography }
    return .tls(host: host, digest: digest)
  }

  /// Whether a token has only characters of URL-safe Base64, since it becomes part of a path (section
  /// 8.3).
  private static func isToken(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count)
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) || "-_".contains($0) }
  }

  /// Polls an order or an authorization until it has a wanted status.
  private mutating func poll(
    _ url: String, until isWanted: (String) -> Bool
  ) throws(ACMEError) -> JSONNode {
    for _ in 0..<Self.looks {
      let (root, answer) = try client.ask(url)
      guard let status = root.member("status")?.string else { throw .unreadable(url) }
      if isWanted(status) { return root }
      switch status {
      case "pending", "processing", "ready": break
      default: throw .notValidated(Self.reason(root) ?? "it is \(status)")
      }
      let wait = answer.secondsToWait(at: client.transport.now()) ?? 1
      try client.transport.wait(min(max(wait, 1), Self.longestWait))
    }
    throw .timeout
  }

  /// Why an order failed: its problem, or that of a challenge.
  private static func reason(_ root: JSONNode) -> String? {
    let problems =
      [root.member("error")]
      + (root.member("challenges")?.array ?? []).map { $0.member("error") }
    return problems.lazy.compactMap(ACMEClient.detail).first
  }
}
