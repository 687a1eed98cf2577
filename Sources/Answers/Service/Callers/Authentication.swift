import Cryptography
package import HTTPCore
package import LinkStorage
import Links
package import WebSyntax

/// Authenticates the caller by a bearer token (RFC 6750).
package struct Authentication {
  /// The store of tokens, with the guards against guessing.
  package let directory: LinkDirectory
  package let request: HTTPRequest
  /// The client's address; nil for the peer of a unix socket.
  package let client: IPAddress?
  package let now: HTTPInstant

  package init(
    directory: LinkDirectory, request: HTTPRequest, client: IPAddress?, now: HTTPInstant
  ) {
    self.directory = directory
    self.request = request
    self.client = client
    self.now = now
  }

  /// - Parameter keyInQuery: whether `key=` in the query is also accepted, for Firebase clients.
  package func token(
    allowing scopes: [TokenScope], keyInQuery: Bool = false
  ) throws(Problem) -> APIToken {
    try token(bearer ?? (keyInQuery ? key : nil), allowing: scopes)
  }

  /// - Parameter text: the token that the caller has sent; nil for none.
  package func token(
    _ text: String?, allowing scopes: [TokenScope]
  ) throws(Problem) -> APIToken {
    guard let text else {
      throw refusal(.unauthorized, "unauthenticated", "a bearer token is missing")
    }
    let time = Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
    guard let token = try find(text), token.revokedAt == nil, !token.hasExpired(at: time) else {
      if let wait = directory.guards.authentications.take(client, at: now) {
        throw .tooManyRequests("too many invalid tokens were tried", wait: wait)
      }
      throw refusal(
        .unauthorized, "unauthenticated", "the token is unknown, revoked or expired",
        ", error=\"invalid_token\"")
    }
    guard scopes.contains(where: token.allows) else {
      let scope = scopes[0]
      throw refusal(
        .forbidden, "insufficient-scope", "the token does not allow '\(scope.rawValue)'",
        ", error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
    }
    directory.tokenUses.note(token, at: now)
    return token
  }

  private func find(_ text: String) throws(Problem) -> APIToken? {
    guard let digest = TokenText.digest(of: text) else { return nil }
    return try Result { () throws(LinkStoreError) in
      try directory.tokens.token(digest: digest)
    }.mapError { Problem($0) }.get()
  }

  private func refusal(
    _ status: HTTPStatus, _ type: String, _ detail: String, _ fault: String = ""
  ) -> Problem {
    Problem(
      status, type, detail, fields: [("WWW-Authenticate", "Bearer realm=\"keiro\"" + fault)])
  }

  package var bearer: String? {
    guard let value = request.first("Authorization") else { return nil }
    let parts = value.split(separator: UInt8(ascii: " "))
      .map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
    return parts[1]
  }

  private var key: String? {
    for item in HTTPQuery(request.query.map { request.fields.bytes[$0] } ?? [])
    where item.name.elementsEqual("key".utf8) {
      return PercentCoding.decodeLossy(item.value ?? [])
    }
    return nil
  }
}
