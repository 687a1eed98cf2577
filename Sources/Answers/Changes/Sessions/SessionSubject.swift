import LinkStorage
import WebSyntax

/// The subject of a session.
package enum SessionSubject: Equatable, Sendable {
  /// A token by its SHA-256 digest, under which stores find it directly.
  case token(digest: [UInt8])
  /// A person by the identifier.
  case person(id: String)

  /// Nil for a text that names neither.
  package init?(_ text: String) {
    if text.hasPrefix(Self.tokenMark) {
      let digits = text.utf8.dropFirst(Self.tokenMark.utf8.count)
      guard digits.count == 64, let bytes = Hexadecimal.bytes(digits) else { return nil }
      self = .token(digest: bytes)
      return
    }
    let mark = DashboardPerson.subject(ofID: "")
    guard text.hasPrefix(mark) else { return nil }
    self = .person(id: String(text.dropFirst(mark.count)))
  }

  /// The text under which a store keeps it.
  package var text: String {
    switch self {
    case .token(let digest): Self.tokenMark + Hexadecimal.text(digest)
    case .person(let id): DashboardPerson.subject(ofID: id)
    }
  }

  private static let tokenMark = "token:"
}
