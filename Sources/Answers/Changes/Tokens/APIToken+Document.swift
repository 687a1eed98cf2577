package import JSONSyntax
package import LinkStorage
import Links

extension APIToken {
  /// As commands and calls show it, without its digest.
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
  /// As it is shown once, with its text.
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
