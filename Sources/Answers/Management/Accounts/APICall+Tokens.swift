package import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
package import Links
import Service

/// Calls about tokens within the caller's reach, which `StoreChanges` enforces.
extension APICall {
  func listTokens() throws(Problem) -> APIAnswer {
    let tokens = try administered { changes throws(ChangeError) in try changes.tokens() }
    return json(.object([.init("tokens", .array(tokens.map(\.document)))]))
  }

  func createToken() throws(Problem) -> APIAnswer {
    let draft = try document().read { TokenDraft(reading: $0) }
    let made = try administered { changes throws(ChangeError) in try changes.createToken(draft) }
    return json(made.document(in: snapshot), .created)
  }

  func revokeToken() throws(Problem) -> APIAnswer {
    guard let id = path.name else { throw .notFound }
    try administered { changes throws(ChangeError) in _ = try changes.revokeToken(id) }
    return noContent
  }

  /// The result of a change of tokens, people or webhooks in the caller's name.
  func administered<Answer>(
    _ change: (StoreChanges) throws(ChangeError) -> Answer
  ) throws(Problem) -> Answer {
    guard let authority else { throw .notFound }
    let changes = StoreChanges(by: authority, in: directory.managed, at: timestamp)
    return try changed { () throws(ChangeError) in try change(changes) }
  }
}

extension TokenDraft {
  /// Reads `{"name", "scopes", "hosts", "expires"}`; only the scopes are required.
  fileprivate init(reading object: JSONObjectReader) {
    let scopes = object.required("scopes")?.elements()?.compactMap { $0.choice(TokenScope.self) }
    self.init(
      name: object.present("name")?.string(), scopes: scopes ?? [],
      hosts: object.present("hosts")?.strings() ?? [], expires: Self.end(object))
  }

  private static func end(_ object: JSONObjectReader) -> PointInTime? {
    guard let field = object.present("expires"), let text = field.string() else { return nil }
    if let time = PointInTime(text) { return time }
    field.report(AccountFault.notTime(text))
    return nil
  }
}

extension APIRequest {
  /// The request that makes a token, with the time of its end resolved.
  package init(creating draft: TokenDraft, at now: Timestamp) {
    self.init(
      .createToken,
      body: .object([
        .init("name", .optional(draft.name)),
        .init("scopes", .strings(draft.scopes.map(\.rawValue))),
        .init("hosts", .strings(draft.hosts)),
        .init("expires", .optional(draft.expires?.after(now).description)),
      ]))
  }
}
