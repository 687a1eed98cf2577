import Changes
import JSONSyntax
import LinkStorage
import Service

/// A signed-in user: a person, or the bearer of a token.
struct SignedIn: Sendable {
  let session: Session
  /// The permissions of the user and the hosts for which they hold.
  let authority: Authority
  /// The identifier of the token or the person, by which queues and rate limits are shared out.
  let id: String
  let name: String
  /// Nil for the bearer of a token.
  let person: DashboardPerson?

  /// The caller whose share of the imports and exports the user has.
  var transferOwner: TransferSlots.Owner {
    TransferSlots.Owner(id: id, reach: authority.reach)
  }

  var canEdit: Bool { authority.may(.writeLinks) }
  var isAdmin: Bool { authority.may(.admin) }

  func role(_ language: Language) -> String {
    let likeness: PersonRole = isAdmin ? .admin : canEdit ? .editor : .viewer
    return (person?.role ?? likeness).word.text(in: language)
  }

  init(_ signIn: SignIns.Current) {
    session = signIn.session
    switch signIn.account {
    case .token(let token):
      authority = Authority(token)
      id = token.id
      name = token.name ?? token.id
      person = nil
    case .person(let person):
      authority = Authority(person)
      id = person.id
      name = person.name
      self.person = person
    }
  }
}

extension PersonRole {
  var word: Word {
    switch self {
    case .viewer: .viewer
    case .editor: .editor
    case .admin: .admin
    }
  }
}
