import Changes
import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import SignIn
import Service
import WebSyntax

extension PageContext {
  /// `GET /dashboard/oidc/NAME`: leads to the provider, and accepts its answer.
  func provider(_ name: String) throws(Problem) -> HTTPResponse {
    guard let origin = pages.settings.origin, let provider = pages.settings.provider(name) else {
      throw .notFound
    }
    let address = "\(origin)\(PageRequest.root)/oidc/\(PageAddresses.component(name))"
    if query.has("code") || query.has("error") || query.has("state") {
      return try providerAnswer(provider, address)
    }
    return try leadToProvider(provider, address)
  }

  private func leadToProvider(
    _ provider: DashboardSettings.Provider, _ address: String
  ) throws(Problem) -> HTTPResponse {
    let metadata = try metadata(of: provider)
    let next = Self.local(query["next"]).flatMap { $0.utf8.count <= Self.nextBytes ? $0 : nil }
    let begun = try challenge(Self.subject(provider, next ?? ""))
    let asked = signIn(provider, address, state: begun.bytes)
    guard let sent = asked.address(at: metadata, for: provider.roleClaim) else {
      throw Self.unreachable(provider)
    }
    var answer = HTTPResponse.redirect(to: sent)
    let secret = [begun.bytes, Array((next ?? "").utf8)].map(Base64.url.encode)
    answer.fields.append(
      "Set-Cookie", SecretCookie.provider(request).setting(secret.joined(separator: ".")))
    return answer
  }

  /// The longest address to return to: browsers drop cookies larger than 4 KiB.
  private static let nextBytes = 2048

  private static func subject(_ provider: DashboardSettings.Provider, _ next: String) -> String {
    "oidc:\(provider.name)\n\(next)"
  }

  /// The request for a sign-in. Nonce and verifier are derived from the secret state, so that
  /// nothing else need be stored. The provider sees only a digest of the state.
  private func signIn(
    _ provider: DashboardSettings.Provider, _ address: String, state: [UInt8]
  ) -> SignInRequest {
    func derived(_ use: String) -> String {
      Base64.url.encode(SHA256.digest(state + Array(use.utf8)) ?? [])
    }
    return SignInRequest(
      clientID: provider.clientID, redirectAddress: address, state: derived("state"),
      nonce: derived("nonce"), verifier: derived("verifier"))
  }

  private func providerAnswer(
    _ provider: DashboardSettings.Provider, _ address: String
  ) throws(Problem) -> HTTPResponse {
    let secret = request.cookie(SecretCookie.provider(request).name) ?? ""
    let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
      .map { Base64.url.decode($0) ?? [] }
    let next = String(decoding: parts.last ?? [], as: UTF8.self)
    let begun =
      parts.count == 2 ? try challenge(parts[0], for: Self.subject(provider, next)) : nil
    guard let begun, case let asked = signIn(provider, address, state: begun.bytes),
      query["state"] == asked.state
    else { return providerRefused(t(.signInNotBegunHere)) }
    guard let code = query["code"] else { return providerRefused(t(.providerRefused)) }
    let metadata = try metadata(of: provider)
    let redeemed = pages.memory.providers.redeemed(at: metadata) { isBasic in
      pages.sources.fetch?(
        metadata.tokenEndpoint,
        asked.redemption(of: code, secret: provider.clientSecret, isBasic: isBasic))
    }
    guard let answer = redeemed, answer.status < 500 else { throw Self.unreachable(provider) }
    guard answer.status == 200, let text = SignInRequest.token(inAnswer: answer.body) else {
      return providerRefused(t(.providerRefused))
    }
    let verified: JSONNode?
    do throws(IdentityToken.Refusal) {
      verified = try self.verified(text, provider, metadata, nonce: asked.nonce)
    } catch {
      return providerRefused(t(.providerAnswerRefused, error.rawValue))
    }
    guard let claims = verified else { throw Self.unreachable(provider) }
    guard try useUp(begun) else { return providerRefused(t(.signInNotBegunHere)) }
    guard let person = try person(claims, provider) else {
      return providerRefused(t(.noRoleGiven))
    }
    var welcome = try signed(in: .person(id: person.id), next: next)
    welcome.fields.append("Set-Cookie", SecretCookie.provider(request).clearing)
    return welcome
  }

  private func providerRefused(_ text: String) -> HTTPResponse {
    page(
      t(.signIn),
      """
      <h1>\(t(.signIn))</h1>
      <p class="fault" role="alert">\(text)</p>
      <p><a class="button" href="/dashboard/sign-in">\(t(.tryAgain))</a></p>
      """, status: .forbidden)
  }

  // MARK: - The provider's answer

  /// The claims of a token; nil while the provider's keys cannot be had.
  private func verified(
    _ text: String, _ provider: DashboardSettings.Provider, _ metadata: ProviderMetadata,
    nonce: String
  ) throws(IdentityToken.Refusal) -> JSONNode? {
    let token = try IdentityToken(text)
    let expected = IdentityToken.Expectation(
      issuer: metadata.issuer, clientID: provider.clientID, nonce: nonce,
      now: timestamp.secondsSinceEpoch)
    let keys = pages.memory.providers.keys(metadata, for: token, fetch: fetched)
    return try keys.map { keys throws(IdentityToken.Refusal) in
      try token.claims(expected, keys: keys)
    }
  }

  private func metadata(
    of provider: DashboardSettings.Provider
  ) throws(Problem) -> ProviderMetadata {
    guard let found = pages.memory.providers.metadata(provider.issuer, fetch: fetched) else {
      throw Self.unreachable(provider)
    }
    return found
  }

  private func fetched(_ address: String) -> [UInt8]? {
    guard let answer = pages.sources.fetch?(address, nil), answer.status == 200 else { return nil }
    return answer.body
  }

  private static func unreachable(_ provider: DashboardSettings.Provider) -> Problem {
    Problem(
      .serviceUnavailable, "provider-unreachable",
      Sentence(Phrase(.providerUnreachable, provider.name)))
  }

  // MARK: - The person

  /// The person with these claims, created or updated; nil without a role.
  private func person(
    _ claims: JSONNode, _ provider: DashboardSettings.Provider
  ) throws(Problem) -> DashboardPerson? {
    let values = RoleClaim.values(provider.roleClaim, in: claims)
    let roles = (values + ["*"]).compactMap { provider.roles[$0] }
    let role = PersonRole.allCases.last { roles.contains($0) }
    let subject = claims.member("sub")?.string ?? ""
    guard let digest = SHA256.digest(Array("\(provider.issuer)\n\(subject)".utf8)) else {
      return nil
    }
    let id = "oidc-" + Hexadecimal.text(digest.prefix(10))
    guard let role else {
      try forget(id)
      return nil
    }
    let ownName = DashboardPerson.fault(ofName: subject) == nil ? subject : id
    let told = RoleClaim.name(in: claims) ?? ownName
    let name = DashboardPerson.fault(ofName: told) == nil ? told : ownName
    var person = DashboardPerson(
      id: id, name: name, role: role, provider: provider.name, createdAt: timestamp)
    // If another person has the name, the subject is appended, which is unique to the provider.
    for name in [name, "\(name.prefix(60)) (\(provider.name): \(ownName.prefix(60)))"] {
      person.name = name
      if let kept = try changed(serviceChanges.keep(person)) { return kept }
    }
    return nil
  }

  /// Ends the sessions of a person to whom the provider no longer gives a role. With a new role they must
  /// not come back without the hosts to which they were limited; who has no limit is removed.
  private func forget(_ id: String) throws(Problem) {
    guard let person = try changed(signIns.person(id)) else { return }
    if person.reach.isBounded {
      let subject = SessionSubject.person(id: id).text
      try changed(serviceChanges.endSessions(of: subject, except: []))
    } else {
      try changed(serviceChanges.removePerson(id))
    }
  }

  /// Changes in the name of the service, whose configuration defines the roles.
  private var serviceChanges: StoreChanges {
    StoreChanges(by: .everything(as: .service), in: pages.directory.managed, at: timestamp)
  }
}
