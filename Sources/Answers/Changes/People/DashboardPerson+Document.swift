package import JSONSyntax
package import LinkStorage
import Links
package import SiteModel

extension DashboardPerson {
  /// The JSON for commands and API calls.
  ///
  /// - Parameter passkeys: the number of the person's passkeys.
  package func document(passkeys: Int) -> JSONOutput {
    .object([
      .init("id", .string(id)), .init("name", .string(name)),
      .init("role", .string(role.rawValue)), .init("hosts", .strings(reach.names)),
      .init("provider", .optional(provider)), .init("passkeys", .int(passkeys)),
      .init("createdAt", .string(createdAt.description)),
      .init("invitedUntil", .optional(invitation?.expires.description)),
    ])
  }
}

extension DashboardPerson {
  /// The JSON after the person was removed.
  package var removalDocument: JSONOutput {
    .object([.init("id", .string(id)), .init("name", .string(name))])
  }
}

extension InvitedPerson {
  /// The JSON that is shown once, with the URL for creating a passkey.
  ///
  /// - Parameter sites: the sites of the hosts; the document warns of hosts that none of them serves.
  package func document(in sites: ServiceSnapshot) -> JSONOutput {
    let members: [JSONOutput.Member] = [
      .init("id", .string(person.id)), .init("name", .string(person.name)),
      .init("role", .string(person.role.rawValue)),
      .init("hosts", .strings(person.reach.names)), .init("url", .string(address)),
      .init("expires", .optional(person.invitation?.expires.description)),
    ]
    return .object(members + sites.warnings(about: person.reach))
  }
}
