package import JSONSyntax
package import Links
import WebSyntax

/// A person who may sign in to the dashboard.
package struct DashboardPerson: Equatable, Sendable {
  /// The identifier in sessions and the audit log; not secret.
  package var id: String
  /// The name, unique among people.
  package var name: String
  package var role: PersonRole
  package var reach: HostReach
  /// The OpenID Connect provider that the person signs in with; nil for one with passkeys.
  package var provider: String?
  package var createdAt: Timestamp
  /// The open invitation; nil once a passkey was created with it.
  package var invitation: Invitation?

  /// Allows its bearer to create one passkey.
  package struct Invitation: Equatable, Sendable {
    /// SHA-256 of the code in the URL.
    package var digest: [UInt8]
    /// The time from which the invitation is void.
    package var expires: Timestamp

    package init(digest: [UInt8], expires: Timestamp) {
      self.digest = digest
      self.expires = expires
    }
  }

  package init(
    id: String, name: String, role: PersonRole, reach: HostReach = .everywhere,
    provider: String? = nil, createdAt: Timestamp, invitation: Invitation? = nil
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.reach = reach
    self.provider = provider
    self.createdAt = createdAt
    self.invitation = invitation
  }

  /// The maximum length of a name, in bytes.
  package static let nameBytes = 200

  /// Why a text cannot be a name; nil for a valid one.
  package static func fault(ofName name: String) -> NameFault? {
    if name.isEmpty { return .empty }
    if name.utf8.count > nameBytes { return .tooLong }
    if name.unicodeScalars.contains(where: \.isControl) { return .controlCharacter }
    return name.unicodeScalars.contains(where: \.turnsText) ? .turningCharacter : nil
  }

  /// Why a name is not valid, as the end of a sentence.
  package enum NameFault: TableSentence {
    case empty
    case tooLong
    case controlCharacter
    case turningCharacter

    package var told: Sentence {
      switch self {
      case .empty: "the name is empty: expected at least one character"
      case .tooLong: "expected at most \(nameBytes) bytes"
      case .controlCharacter: "the name contains a control character: expected none"
      case .turningCharacter:
        "the name contains a character that changes the direction of text: expected none"
      }
    }
  }
}

/// A role: a set of the scopes that tokens have.
package enum PersonRole: String, CaseIterable, Sendable {
  case viewer, editor, admin

  package var scopes: [TokenScope] {
    switch self {
    case .viewer: [.readLinks, .readStatistics]
    case .editor: [.readLinks, .writeLinks, .readStatistics]
    case .admin: [.admin]
    }
  }
}

/// The public key by which a device identifies its person (Web Authentication, Level 3).
package struct Passkey: Equatable, Sendable {
  /// The authenticator's identifier for it.
  package var credential: [UInt8]
  package var person: String
  /// The public key as the authenticator gave it: a COSE_Key (RFC 9052, section 7).
  package var key: [UInt8]
  /// The signature counter as last reported; 0 for an authenticator that does not count.
  package var counter: Int
  package var createdAt: Timestamp
  /// The time of the last signature; nil before the first.
  package var usedAt: Timestamp?
  /// The name that tells it apart, at first that of the browser and system; nil where not known.
  package var name: String?

  /// Identifies the passkey among those of its person.
  package var id: String { Hexadecimal.text(credential.prefix(16)) }

  package init(
    credential: [UInt8], person: String, key: [UInt8], counter: Int, createdAt: Timestamp,
    usedAt: Timestamp? = nil, name: String? = nil
  ) {
    self.name = name
    self.credential = credential
    self.person = person
    self.key = key
    self.counter = counter
    self.createdAt = createdAt
    self.usedAt = usedAt
  }
}
