import Links
import Cryptography
import JSONSyntax
package import LinkStorage

/// The arguments of `keiro tokens`.
package enum TokensRequest: Equatable, Sendable {
  case list(json: Bool)
  case create(scopes: [TokenScope], name: String?, json: Bool)
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
      switch request {
      case .list(let json): return try list(opened, json, console)
      case .create(let scopes, let name, let json):
        return try create(opened, scopes, name, json, console)
      case .revoke(let id): return try revoke(opened, id, console)
      }
    }
  }

  private func list(
    _ opened: OpenedStore, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let tokens = try opened.store.tokens()
    guard !json else {
      console.print(.object([.init("tokens", .array(tokens.map(\.json)))]))
      return .done
    }
    for token in tokens {
      let name = token.name.map { "  " + $0.onOneLine } ?? ""
      let end = token.revokedAt.map { "  (revoked \($0))" } ?? ""
      console.print(
        "\(token.id)  \(token.createdAt)  \(token.scopes.joined(separator: " "))\(name)\(end)")
    }
    if tokens.isEmpty { console.complain("no tokens") }
    return .done
  }

  private func create(
    _ opened: OpenedStore, _ scopes: [TokenScope], _ name: String?, _ json: Bool,
    _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    guard let made = TokenText.generate() else {
      console.complain("keiro tokens: the system has no randomness to give")
      return .environmentFailed
    }
    let token = APIToken(
      id: made.id, digest: made.digest, name: name, scopes: scopes.map(\.rawValue),
      createdAt: opened.now)
    let creation = try waitForAnswer { opened.store.createToken(token, completion: $0) }
    guard creation == .created else {
      console.complain("keiro tokens: the identifier is taken: expected another try to do better")
      return .environmentFailed
    }
    if json {
      console.print(
        .object([
          .init("id", .string(made.id)), .init("token", .string(made.text)),
          .init("scopes", .strings(token.scopes)),
        ]))
    } else {
      console.print(made.text)
      console.complain("token \(made.id): it is shown this once; only its digest is kept")
    }
    return .done
  }

  private func revoke(
    _ opened: OpenedStore, _ id: String, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let revocation = try waitForAnswer {
      opened.store.revokeToken(id: id, now: opened.now, completion: $0)
    }
    guard revocation == .revoked else {
      let ids = try opened.store.tokens().map(\.id)
      let hint = nearestName(to: id, among: ids).map { ": did you mean '\($0)'?" } ?? ""
      console.complain("keiro tokens: there is no token '\(id.onOneLine)'\(hint)")
      return .negative
    }
    console.complain("revoked \(id): a running server refuses it within a second")
    return .done
  }
}

extension APIToken {
  /// Without its digest.
  fileprivate var json: JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .optional(name)), .init("scopes", .strings(scopes)),
      .init("createdAt", .string(createdAt.description)),
      .init("revokedAt", .optional(revokedAt?.description)),
    ])
  }
}
