package import Changes
import JSONSyntax
import LinkStorage
import Links

/// The arguments of `keiro tokens`.
package enum TokensRequest: Equatable, Sendable {
  case list(json: Bool)
  case create(TokenDraft, json: Bool)
  case revoke(id: String)
}

/// `keiro tokens`: the access tokens of the management API.
struct TokensCommand {
  let file: String
  let request: TokensRequest
  let now: Timestamp

  func run(_ console: Console) -> ExitCode {
    var purpose = StorePurpose.writing
    if case .list = request { purpose = .reading }
    return OpenedStore.with(configuration: file, at: now, for: purpose, console) {
      opened throws(LinkStoreError) in
      try opened.answer("keiro tokens", console) { () throws(ChangeError) in
        switch request {
        case .list(let json): try list(opened, json, console)
        case .create(let draft, let json):
          show(try opened.changes.createToken(draft), json, console)
        case .revoke(let id): try revoke(opened, id, console)
        }
      }
    }
  }

  private func list(
    _ opened: OpenedStore, _ json: Bool, _ console: Console
  ) throws(ChangeError) -> ExitCode {
    let tokens = try opened.changes.tokens()
    guard !json else {
      console.print(.object([.init("tokens", .array(tokens.map(\.json)))]))
      return .done
    }
    for token in tokens { console.print(token.line(at: opened.now)) }
    if tokens.isEmpty { console.complain("no tokens") }
    return .done
  }

  private func show(_ made: MadeToken, _ json: Bool, _ console: Console) -> ExitCode {
    let token = made.token
    if json {
      var members: [JSONOutput.Member] = [
        .init("id", .string(token.id)), .init("token", .string(made.text)),
        .init("scopes", .strings(token.scopes)),
      ]
      if token.reach.isBounded { members.append(.init("hosts", .strings(token.reach.names))) }
      if let expires = token.expires {
        members.append(.init("expires", .string(expires.description)))
      }
      console.print(.object(members))
    } else {
      console.print(made.text)
      console.complain("token \(token.id): it is shown this once; only its digest is kept")
    }
    return .done
  }

  private func revoke(
    _ opened: OpenedStore, _ id: String, _ console: Console
  ) throws(ChangeError) -> ExitCode {
    do throws(ChangeError) {
      try opened.changes.revokeToken(id)
    } catch {
      throw error.hinting(id) { () throws(ChangeError) in try opened.changes.tokens().map(\.id) }
    }
    console.complain("revoked \(id): a running server refuses it within a second")
    return .done
  }
}

extension APIToken {
  /// Identifier, scopes, and whatever else it has.
  fileprivate func line(at now: Timestamp) -> String {
    var parts = [id, createdAt.description, scopes.joined(separator: " ")]
    if let name { parts.append(name.onOneLine) }
    if reach.isBounded { parts.append("on " + reach.names.joined(separator: " ")) }
    parts.append(usedAt.map { "(used \($0))" } ?? "(never used)")
    if let expires {
      parts.append("(\(hasExpired(at: now) ? "expired" : "expires") \(expires))")
    }
    if let revokedAt { parts.append("(revoked \(revokedAt))") }
    return parts.joined(separator: "  ")
  }

  /// Without its digest.
  fileprivate var json: JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .optional(name)), .init("scopes", .strings(scopes)),
      .init("hosts", .strings(reach.names)), .init("createdAt", .string(createdAt.description)),
      .init("expires", .optional(expires?.description)),
      .init("usedAt", .optional(usedAt?.description)),
      .init("revokedAt", .optional(revokedAt?.description)),
    ])
  }
}
