import Changes
import Cryptography
import HTTPCore
import JSONSyntax
import LinkStorage
import Service
import SignIn

/// The calls by which the script makes passkeys and signs in with them. Requests are forms, answers
/// are JSON.
extension PageContext {
  func passkeyCall(_ path: [String]) throws(Problem) -> HTTPResponse {
    guard pages.settings.origin != nil else { throw .notFound }
    guard request.isChange else { throw request.methodNotAllowed }
    switch path {
    case ["sign-in-options"]:
      let party = JSONOutput.Member("rpId", .optional(pages.settings.relyingParty))
      return json(.object([try newChallenge("use"), party]))
    case ["sign-in"]: return try signInWithPasskey()
    case ["join-options"]: return try creationOptions(for: try invited().person)
    case ["join"]:
      let invited = try invited()
      return try makePasskey(for: invited.person, invitation: invited.invitation)
    case ["add-options"]: return try creationOptions(for: try ownPerson())
    case ["add"]: return try makePasskey(for: try ownPerson(), invitation: nil)
    default: throw .notFound
    }
  }

  /// `GET /dashboard/join`: the page to which an invitation leads.
  func join() throws(Problem) -> HTTPResponse {
    guard pages.settings.origin != nil else { throw .notFound }
    guard let person = try invitation(query["code"])?.person else {
      return page(
        t(.join),
        """
        <h1>\(t(.joinAddressUsed))</h1>
        <p>\(t(.joinAddressUsedHint))</p>
        """, status: .gone)
    }
    return page(
      t(.join),
      """
      <h1>\(t(.welcome, person.name))</h1>
      <p>\(t(.passkeyIntroduction))</p>
      <div id="passkey" hidden data-next="/dashboard/" data-code="\(query["code"] ?? "")">
      <p><button type="button" class="button" data-passkey="join">\(t(.makePasskey))</button></p>
      <p class="fault" role="alert" hidden>\(t(.passkeyRefused))</p>
      </div>
      <noscript><p class="fault">\(t(.passkeysNeedJavascript))</p></noscript>
      """)
  }

  // MARK: - People

  private func invitation(_ code: String?) throws(Problem) -> SignIns.Invited? {
    guard let code else { return nil }
    return try changed(signIns.invited(code))
  }

  private func invited() throws(Problem) -> SignIns.Invited {
    guard let found = try invitation(form["code"]) else { throw Self.refused }
    return found
  }

  /// The user, who has passkeys unless a provider gives the role.
  private func ownPerson() throws(Problem) -> DashboardPerson {
    guard let person = user?.person, person.provider == nil else { throw Self.refused }
    return person
  }

  private static let refused = Problem(
    .forbidden, "passkey-refused", Sentence(Word.refusedPasskey))

  private func newChallenge(_ subject: String) throws(Problem) -> JSONOutput.Member {
    try pages.admitSignIn(request, "begin", now)
    return .init("challenge", .string(Base64.url.encode(try challenge(subject).bytes)))
  }

  // MARK: - Creation

  private func creationOptions(for person: DashboardPerson) throws(Problem) -> HTTPResponse {
    let challenge = try newChallenge("make:" + person.id)
    let known = try changed(signIns.passkeys(of: person.id))
    return json(
      .object([
        challenge, .init("rpId", .optional(pages.settings.relyingParty)),
        .init("userId", .string(Base64.url.encode(Array(person.id.utf8)))),
        .init("userName", .string(person.name)),
        .init("algorithms", .array(COSEKey.algorithms.map(JSONOutput.int))),
        .init("known", .strings(known.map { Base64.url.encode($0.credential) })),
      ]))
  }

  private func makePasskey(
    for person: DashboardPerson, invitation: [UInt8]?
  ) throws(Problem) -> HTTPResponse {
    let made = try proved(by: "make:" + person.id) { ceremony throws(Ceremony.Refusal) in
      try ceremony.registration(
        clientData: bytes("clientData"), attestation: bytes("attestation"))
    }
    let passkey = Passkey(
      credential: made.credential, person: person.id, key: made.key, counter: made.counter,
      createdAt: timestamp, name: request.deviceName)
    let isMade = try changed(signIns.add(passkey, to: person, invitation: invitation))
    guard isMade else { throw Self.refused }
    return invitation == nil ? json(location(nil)) : try begun(person.id)
  }

  // MARK: - Signing in

  private func signInWithPasskey() throws(Problem) -> HTTPResponse {
    try pages.admitSignIn(request, "passkey", now)
    let credential = bytes("id")
    let found = try changed(signIns.passkey(credential))
    guard let passkey = found else { throw Self.refused }
    let counter = try proved(by: "use") { ceremony throws(Ceremony.Refusal) in
      try ceremony.assertion(
        clientData: bytes("clientData"), authenticatorData: bytes("authenticatorData"),
        signature: bytes("signature"), key: passkey.key, counter: passkey.counter)
    }
    let isThere = try changed(signIns.note(credential, counter: counter))
    guard isThere else { throw Self.refused }
    return try begun(passkey.person)
  }

  private func begun(_ person: String) throws(Problem) -> HTTPResponse {
    var answer = json(location(form["next"]))
    answer.fields.append("Set-Cookie", try begin(.person(id: person)))
    return answer
  }

  private func location(_ next: String?) -> JSONOutput {
    ["location": .string(Self.local(next) ?? "/dashboard/")]
  }

  /// What the answer proves in the ceremony of its own challenge, if that was issued for this purpose and
  /// is used for the first time.
  private func proved<Proof>(
    by subject: String, _ prove: (Ceremony) throws(Ceremony.Refusal) -> Proof
  ) throws(Problem) -> Proof {
    guard let origin = pages.settings.origin, let party = pages.settings.relyingParty,
      let challenge = try challenge(bytes("challenge"), for: subject),
      case let ceremony = Ceremony(
        origin: origin, relyingParty: party, challenge: challenge.bytes),
      let proof = try? prove(ceremony), try useUp(challenge)
    else { throw Self.refused }
    return proof
  }

  private func bytes(_ name: String) -> [UInt8] {
    form[name].flatMap { Base64.url.decode($0) } ?? []
  }

  private func json(_ output: JSONOutput) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      .ok, fields: fields, body: Array((output.compact + "\n").utf8), route: .dashboard,
      outcome: .page)
  }
}
