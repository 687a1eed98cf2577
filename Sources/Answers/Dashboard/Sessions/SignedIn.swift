import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service

/// A signed-in user: a person, or the bearer of a token.
struct SignedIn: Sendable {
  let session: Session
  /// The permissions of the user and the hosts for which they hold.
  let authority: Authority
  /// The identifier of the token or the person, by which queues and rate limits are shared out.
  let id: String
  let name: String
  /// Nil for the bearer of a token.
  let person: DashboardPerson?

  /// The caller whose share of the imports and exports the user has.
  var transferOwner: TransferSlots.Owner {
    TransferSlots.Owner(id: id, reach: authority.reach)
  }

  var canEdit: Bool { authority.may(.writeLinks) }
  var isAdmin: Bool { authority.may(.admin) }

  func role(_ language: Language) -> String {
    let likeness: PersonRole = isAdmin ? .admin : canEdit ? .editor : .viewer
    return (person?.role ?? likeness).word.text(in: language)
  }

  init(_ signIn: SignIns.Current) {
    session = signIn.session
    switch signIn.account {
    case .token(let token):
      authority = Authority(token)
      id = token.id
      name = token.name ?? token.id
      person = nil
    case .person(let person):
      authority = Authority(person)
      id = person.id
      name = person.name
      self.person = person
    }
  }
}

extension PersonRole: NamedCases {
  static let section = "role"
}

/// A cookie that holds a secret.
///
/// `__Host-` makes browsers insist on TLS, on this exact host and on every path of it (RFC 6265bis,
/// section 4.1.3.2); plain loopback has no TLS.
struct SecretCookie {
  let name: String
  private let isSecure: Bool
  private let lifetime: Int

  static func session(_ request: PageRequest) -> SecretCookie {
    SecretCookie("keiro", lifetime: SignIns.Times.longest, request)
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

extension PageContext {
  /// SHA-256 of the secret in the request's cookie; nil without one.
  var sessionDigest: [UInt8]? {
    request.cookie(SecretCookie.session(request).name).flatMap(SignIns.digest(ofSecret:))
  }

  /// The user of the request's session; nil when there is none, it has ended, or its user came from a
  /// provider that the configuration no longer has.
  func session() throws(Problem) -> SignedIn? {
    guard let digest = sessionDigest, let current = try changed(signIns.current(digest)) else {
      return nil
    }
    switch current.account {
    case .token(let token): pages.directory.tokenUses.note(token, at: now)
    case .person(let person):
      if let name = person.provider, pages.settings.provider(name) == nil { return nil }
    }
    return SignedIn(current)
  }

  /// Begins a new session, and ends the one of the cookie that was sent.
  ///
  /// - Returns: the value of Set-Cookie.
  func begin(_ subject: SessionSubject) throws(Problem) -> String {
    let (old, device) = (sessionDigest, request.deviceName)
    let secret = try changed(signIns.begin(subject, replacing: old, on: device))
    return SecretCookie.session(request).setting(secret)
  }
}

extension PageRequest {
  /// The browser and the system that the request names, such as `Firefox, Linux`, by which people tell
  /// their sessions and passkeys apart; nil when it names neither.
  var deviceName: String? {
    guard let value = request.fields.all("User-Agent").first else { return nil }
    let agent = UserAgent(String(decoding: value, as: UTF8.self))
    let names = [agent.browser.productName, agent.platform.productName].compactMap { $0 }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }
}
