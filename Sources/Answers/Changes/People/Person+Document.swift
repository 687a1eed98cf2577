package import JSONSyntax
package import LinkStorage
import Links

extension Person {
  /// As commands and calls show it.
  ///
  /// - Parameter passkeys: how many the person has.
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

extension InvitedPerson {
  /// As it is shown once, with the address where a passkey is made.
  package var document: JSONOutput {
    .object([
      .init("id", .string(person.id)), .init("name", .string(person.name)),
      .init("role", .string(person.role.rawValue)),
      .init("hosts", .strings(person.reach.names)), .init("url", .string(address)),
      .init("expires", .optional(person.invitation?.expires.description)),
    ])
  }
}
