import Changes
import HTTPCore
import LinkStorage
import Links
import Management
import WebSyntax

/// Somebody who has signed in: a person, or the bearer of a token.
struct SignedIn: Sendable {
  let session: Session
  let caller: InnerCaller
  let name: String
  /// Nil for the bearer of a token.
  let person: Person?

  /// What the user may do to which hosts.
  var authority: Authority { Authority(caller.token, actor: caller.actor) }
  var canEdit: Bool { authority.may(.writeLinks) }
  var isAdmin: Bool { authority.may(.admin) }

  func role(_ words: Words) -> String {
    if let person { return words.role(person.role) }
    if isAdmin { return words.role(.admin) }
    return words.role(canEdit ? .editor : .viewer)
  }

  init(_ session: Session, _ token: APIToken) {
    self.session = session
    caller = InnerCaller(token: token, actor: token.actor)
    name = token.name ?? token.id
    person = nil
  }

  init(_ session: Session, _ person: Person) {
    self.session = session
    let token = APIToken(
      id: person.id, digest: [], name: person.name, scopes: person.role.scopes.map(\.rawValue),
      reach: person.reach, createdAt: person.createdAt)
    caller = InnerCaller(
      token: token, actor: AuditActor(.person, id: person.id, name: person.name))
    name = person.name
    self.person = person
  }
}

extension Words {
  func role(_ role: PersonRole) -> String {
    switch role {
    case .viewer: self[.viewer]
    case .editor: self[.editor]
    case .admin: self[.admin]
    }
  }
}

/// What the subject of a session names.
enum SessionSubject: Equatable {
  /// By its SHA-256 digest, under which stores find it at once.
  case token(digest: [UInt8])
  case person(id: String)

  init?(_ text: String) {
    if text.hasPrefix(Self.tokenMark) {
      let digits = Array(text.utf8.dropFirst(Self.tokenMark.utf8.count))
      guard digits.count == 64 else { return nil }
      var bytes: [UInt8] = []
      for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = Hexadecimal.value(of: digits[index]),
          let low = Hexadecimal.value(of: digits[index + 1])
        else { return nil }
        bytes.append(high << 4 | low)
      }
      self = .token(digest: bytes)
      return
    }
    let mark = Person.subject(ofID: "")
    guard text.hasPrefix(mark) else { return nil }
    self = .person(id: String(text.dropFirst(mark.count)))
  }

  var text: String {
    switch self {
    case .token(let digest): Self.tokenMark + Hexadecimal.text(digest)
    case .person(let id): Person.subject(ofID: id)
    }
  }

  private static let tokenMark = "token:"
}
