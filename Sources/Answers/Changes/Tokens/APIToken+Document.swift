package import JSONSyntax
package import LinkStorage
import Links

extension APIToken {
  /// The JSON for commands and API calls, without the digest.
  package var document: JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .optional(name)), .init("scopes", .strings(scopes)),
      .init("hosts", .strings(reach.names)), .init("createdAt", .string(createdAt.description)),
      .init("expires", .optional(expires?.description)),
      .init("usedAt", .optional(usedAt?.description)),
      .init("revokedAt", .optional(revokedAt?.description)),
    ])
  }
}

extension MadeToken {
  /// The JSON that is shown once, with the token's text.
  package var document: JSONOutput {
    var members: [JSONOutput.Member] = [
      .init("id", .string(token.id)), .init("token", .string(text)),
      .init("scopes", .strings(token.scopes)),
    ]
    if token.reach.isBounded { members.append(.init("hosts", .strings(token.reach.names))) }
    if let expires = token.expires {
      members.append(.init("expires", .string(expires.description)))
    }
    return .object(members)
  }
}
