import Links
import Cryptography
import JSONSyntax
import LinkStorage

/// The arguments of `keiro tokens`.
package enum TokensRequest: Equatable, Sendable {
  case list(json: Bool)
  case create(NewToken, json: Bool)
  case revoke(id: String)
}

/// A token to be made.
package struct NewToken: Equatable, Sendable {
  var scopes: [TokenScope]
  var name: String?
  var reach = HostReach.everywhere
  /// A distance leads ahead.
  var expires: PointInTime?
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
      case .create(let token, let json): return try create(opened, token, json, console)
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
    for token in tokens { console.print(token.line(at: opened.now)) }
    if tokens.isEmpty { console.complain("no tokens") }
    return .done
  }

  private func create(
    _ opened: OpenedStore, _ new: NewToken, _ json: Bool, _ console: Console
  ) throws(LinkStoreError) -> ExitCode {
    let expires = new.expires?.after(opened.now)
    if let expires, expires <= opened.now {
      console.complain("keiro tokens: --expires \(expires) is over: expected a time to come")
      return .negative
    }
    guard let made = TokenText.generate() else {
      console.complain("keiro tokens: the system has no randomness to give")
      return .environmentFailed
    }
    let token = APIToken(
      id: made.id, digest: made.digest, name: new.name, scopes: new.scopes.map(\.rawValue),
      reach: new.reach, createdAt: opened.now, expires: expires)
    let creation = try waitForAnswer { opened.store.createToken(token, completion: $0) }
    guard creation == .created else {
      console.complain("keiro tokens: the identifier is taken: expected another try to do better")
      return .environmentFailed
    }
    if json {
      var members: [JSONOutput.Member] = [
        .init("id", .string(made.id)), .init("token", .string(made.text)),
        .init("scopes", .strings(token.scopes)),
      ]
      if token.reach.isBounded { members.append(.init("hosts", .strings(token.reach.names))) }
      if let expires = token.expires {
        members.append(.init("expires", .string(expires.description)))
      }
      console.print(.object(members))
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
