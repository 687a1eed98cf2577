package import Changes
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro tokens`.
package struct TokensRequest: Equatable, Sendable {
  package enum Action: Equatable, Sendable {
    case list
    case create(TokenDraft)
    case revoke(id: String)
  }

  var action: Action
  var json: Bool
}

/// `keiro tokens`: the access tokens of the management API.
struct TokensCommand {
  let file: String
  let request: TokensRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose = request.action == .list ? .reading : .writing
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      try opened.give("keiro tokens", json: request.json, console) { () throws(ChangeError) in
        try answer(opened.changes)
      }
    }
  }

  private func answer(_ changes: StoreChanges) throws(ChangeError) -> CommandAnswer {
    switch request.action {
    case .list:
      let tokens = JSONOutput.array(try changes.tokens().map(\.document))
      let lines = (JSONNode(tokens).array ?? []).map(line)
      return CommandAnswer(
        document: .object([.init("tokens", tokens)]), lines: lines,
        remarks: lines.isEmpty ? ["no tokens"] : [])
    case .create(let draft):
      let made = try changes.createToken(draft)
      let id = made.token.id
      return CommandAnswer(
        document: made.document, lines: [made.text],
        remarks: ["token \(id): it is shown this once; only its digest is kept"])
    case .revoke(let id):
      try changes.revokeToken(id)
      return CommandAnswer(
        document: .object([.init("id", .string(id))]),
        remarks: ["revoked \(id): a running server refuses it within a second"])
    }
  }

  /// Identifier, scopes, and whatever else a token has.
  private func line(_ token: JSONNode) -> String {
    var parts = [
      token.text("id") ?? "", token.text("createdAt") ?? "",
      token.texts("scopes").joined(separator: " "),
    ]
    if let name = token.text("name") { parts.append(name.onOneLine) }
    let hosts = token.texts("hosts")
    if !hosts.isEmpty { parts.append("on " + hosts.joined(separator: " ")) }
    parts.append(token.text("usedAt").map { "(used \($0))" } ?? "(never used)")
    if let expires = token.time("expires") {
      parts.append("(\(expires > now ? "expires" : "expired") \(expires))")
    }
    if let revoked = token.text("revokedAt") { parts.append("(revoked \(revoked))") }
    return parts.joined(separator: "  ")
  }
}
