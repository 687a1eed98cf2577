import Changes
import JSONSyntax
import LinkStorage
import WebSyntax

/// A signed-in user: a person, or the bearer of a token.
struct SignedIn: Sendable {
  let session: Session
  /// The permissions of the user and the hosts for which they hold.
  let authority: Authority
  /// The identifier of the token or the person, by which queues and rate limits are shared out.
  let id: String
  let name: String
  /// Nil for the bearer of a token.
  let person: Person?

  var canEdit: Bool { authority.may(.writeLinks) }
  var isAdmin: Bool { authority.may(.admin) }

  func role(_ language: Language) -> String {
    let likeness: PersonRole = isAdmin ? .admin : canEdit ? .editor : .viewer
    return (person?.role ?? likeness).word.text(in: language)
  }

  init(_ session: Session, _ token: APIToken) {
    self.session = session
    authority = Authority(token, actor: token.actor)
    id = token.id
    name = token.name ?? token.id
    person = nil
  }

  init(_ session: Session, _ person: Person) {
    self.session = session
    authority = Authority(person)
    id = person.id
    name = person.name
    self.person = person
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

/// The subject of a session.
enum SessionSubject: Equatable {
  /// A token by its SHA-256 digest, under which stores find it directly.
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
