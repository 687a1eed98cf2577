import HTTPCore
import Service

/// The answers that concern the connection of a visitor rather than a site: redirects to TLS and
/// the challenges of certificate authorities.
package struct PublicEdge: Sendable {
  /// The port that requests without TLS are redirected to; nil when they are answered.
  package var securePort: Int?
  /// The answer to a certificate authority that asks for a token (RFC 8555, section 8.3); nil for
  /// an unknown token.
  package var keyAuthorization: (@Sendable (_ token: String) -> String?)?

  package init(
    securePort: Int? = nil, keyAuthorization: (@Sendable (_ token: String) -> String?)? = nil
  ) {
    self.securePort = securePort
    self.keyAuthorization = keyAuthorization
  }

  /// Whether some requests are handled here.
  var isActive: Bool { securePort != nil || keyAuthorization != nil }

  private static let challenges = Array("/.well-known/acme-challenge/".utf8)
  /// The paths of association files: neither Apple nor Google follows redirects there.
  private static let unredirected = [
    Array("/.well-known/".utf8), Array("/apple-app-site-association".utf8),
  ]

  /// The answer to a certificate authority; nil for all other requests.
  func challengeAnswer(to request: HTTPRequest) -> HTTPResponse? {
    guard let keyAuthorization else { return nil }
    let path = request.bytes(request.path)
    guard path.starts(with: Self.challenges), path.count <= 256 else { return nil }
    let token = String(decoding: path.dropFirst(Self.challenges.count), as: UTF8.self)
    guard let text = keyAuthorization(token) else { return nil }
    return HTTPResponse(
      .ok,
      fields: HTTPFields(["Content-Type": "application/octet-stream", "Cache-Control": "no-store"]),
      body: Array(text.utf8), route: .wellKnown, outcome: .document)
  }

  /// The redirect to the same address with TLS; nil when there is none.
  ///
  /// - Parameter host: the requested host.
  func redirect(of request: HTTPRequest, host: String) -> HTTPResponse? {
    guard let securePort else { return nil }
    let path = request.bytes(request.path)
    guard !Self.unredirected.contains(where: { path.starts(with: $0) }) else { return nil }
    let port = securePort == 443 ? "" : ":\(securePort)"
    let query = request.query.map { "?" + request.text($0) } ?? ""
    let address = "https://\(host)\(port)\(request.text(request.path))\(query)"
    return HTTPResponse(
      .permanentRedirect, fields: HTTPFields(["Location": address]), outcome: .redirect)
  }
}
