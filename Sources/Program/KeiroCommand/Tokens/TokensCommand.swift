package import Changes
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro tokens`.
package struct TokensRequest: Equatable, Sendable {
  /// The subcommand with its operands.
  package enum Action: Equatable, Sendable {
    case list
    case create(TokenDraft)
    case revoke(id: String)
  }

  var action: Action
  var json: Bool
}

/// `keiro tokens`: manages access tokens of the management API.
struct TokensCommand {
  let location: KeiroLocation
  let request: TokensRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    let purpose: StorePurpose = request.action == .list ? .reading : .writing
    return Keiro.with(location, at: now, for: purpose, console) {
      keiro throws(CommandFailure) in
      console.give(try answer(keiro), json: request.json)
    }
  }

  private func answer(_ keiro: Keiro) throws(CommandFailure) -> CommandAnswer {
    switch request.action {
    case .list:
      let document = try keiro.changed(.get("/v1/tokens")) { changes, _ throws(ChangeError) in
        .object([.init("tokens", .array(try changes.tokens().map(\.document)))])
      }
      let lines = (document.member("tokens")?.array ?? []).map(line)
      return CommandAnswer(document, lines: lines, remarks: lines.isEmpty ? ["no tokens"] : [])
    case .create(let draft):
      let made = try keiro.changed(.post("/v1/tokens", nil, "", draft.body(at: now))) {
        changes, opened throws(ChangeError) in
        try changes.createToken(draft).document(in: opened.snapshot)
      }
      return CommandAnswer(
        made, lines: [made.text("token") ?? ""],
        remarks: [
          "token \(made.text("id") ?? ""): it is shown this once; only its digest is kept"
        ], warnings: made.warningLines)
    case .revoke(let id):
      _ = try keiro.changed(.delete("/v1/tokens/", id)) { changes, _ throws(ChangeError) in
        try changes.revokeToken(id)
        return .null
      }
      return CommandAnswer(
        JSONNode(.object([.init("id", .string(id))])),
        remarks: ["revoked \(id): a running server refuses it within a second"])
    }
  }

  /// Identifier, scopes, and the other properties of a token.
  private func line(_ token: JSONNode) -> String {
    var parts = [
      token.text("id") ?? "", token.text("createdAt") ?? "",
      token.texts("scopes").joined(separator: " "),
    ]
    if let name = token.text("name") { parts.append(name) }
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

extension TokenDraft {
  /// The request body of the API.
  fileprivate func body(at now: Timestamp) -> JSONOutput {
    .object([
      .init("name", .optional(name)), .init("scopes", .strings(scopes.map(\.rawValue))),
      .init("hosts", .strings(hosts)), .init("expires", .optional(expires?.after(now).description)),
    ])
  }
}
