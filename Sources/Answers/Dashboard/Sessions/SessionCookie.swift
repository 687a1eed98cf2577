import Cryptography
import HTTPCore
import LinkStorage
import Links
import Management
import Service

/// A cookie that holds a secret.
///
/// `__Host-` makes browsers insist on TLS, on this exact host and on every path of it (RFC 6265bis,
/// section 4.1.3.2); plain loopback has no TLS.
struct SecretCookie {
  let name: String
  private let isSecure: Bool
  private let lifetime: Int

  /// The cookie of a session.
  static func session(_ request: PageRequest) -> SecretCookie {
    SecretCookie("keiro", lifetime: SessionTimes.longest, request)
  }

  /// The cookie of a sign-in with a provider, which the browser that began it has to complete.
  static func provider(_ request: PageRequest) -> SecretCookie {
    SecretCookie("keiro-oidc", lifetime: Challenge.lifetime, request)
  }

  private init(_ name: String, lifetime: Int, _ request: PageRequest) {
    isSecure = request.isSecure || !request.isLoopback
    self.name = isSecure ? "__Host-" + name : name
    self.lifetime = lifetime
  }

  private var attributes: String {
    "; Path=/; HttpOnly; SameSite=Lax" + (isSecure ? "; Secure" : "")
  }

  func setting(_ secret: String) -> String {
    "\(name)=\(secret); Max-Age=\(lifetime)" + attributes
  }

  var clearing: String { "\(name)=; Max-Age=0" + attributes }
}

/// The lifetimes of sessions, in seconds.
enum SessionTimes {
  /// The longest time without a request.
  static let idle = 12 * 3600
  static let longest = 7 * 86_400
  /// The shortest interval between two recorded uses.
  static let noting = 60

  /// The end of a session that is used now.
  static func end(_ created: Timestamp, usedAt now: Timestamp) -> Timestamp {
    Timestamp(
      secondsSinceEpoch: min(
        now.secondsSinceEpoch + idle, created.secondsSinceEpoch + longest))
  }
}

extension PageContext {
  private static let secretBytes = 32

  /// SHA-256 of the secret in the request's cookie; nil without one.
  private var sessionDigest: [UInt8]? {
    guard let text = request.cookie(SecretCookie.session(request).name),
      let secret = Base64.url.decode(text), secret.count == Self.secretBytes
    else { return nil }
    return SHA256.digest(secret)
  }

  /// The user of the request's session; nil when there is none, or it has ended.
  func session() throws(Problem) -> SignedIn? {
    guard let digest = sessionDigest else { return nil }
    let found = try stored { store throws(LinkStoreError) in try store.session(digest: digest) }
    guard let session = found, session.expires > timestamp else { return nil }
    guard let user = try user(of: session) else { return nil }
    let idle = timestamp.secondsSinceEpoch - session.seenAt.secondsSinceEpoch
    if idle >= SessionTimes.noting {
      let end = SessionTimes.end(session.createdAt, usedAt: timestamp)
      // Not waited for: if it fails, the next request records the use.
      pages.directory.store.touchSession(digest: digest, now: timestamp, expires: end) { _ in }
    }
    return user
  }

  private func user(of session: Session) throws(Problem) -> SignedIn? {
    switch SessionSubject(session.subject) {
    case .token(let digest):
      let found = try stored { store throws(LinkStoreError) in try store.token(digest: digest) }
      guard let token = found, token.revokedAt == nil, !token.hasExpired(at: timestamp) else {
        return nil
      }
      return SignedIn(session, token)
    case .person(let id):
      let found = try stored { store throws(LinkStoreError) in try store.person(id: id) }
      return found.map { SignedIn(session, $0) }
    case nil: return nil
    }
  }

  /// Begins a new session, and ends the one of the cookie that was sent.
  ///
  /// - Returns: the value of Set-Cookie.
  func begin(_ subject: SessionSubject) throws(Problem) -> String {
    guard let secret = RandomBytes.make(Self.secretBytes), let digest = SHA256.digest(secret) else {
      throw .noRandomness
    }
    if let old = sessionDigest {
      _ = try written { $0.revokeSession(digest: old, completion: $1) }
    }
    let session = Session(
      digest: digest, subject: subject.text, createdAt: timestamp,
      expires: SessionTimes.end(timestamp, usedAt: timestamp))
    _ = try written { $0.createSession(session, completion: $1) }
    return SecretCookie.session(request).setting(Base64.url.encode(secret))
  }
}
