package import LinkStorage
import Links

/// One state of one link: another link at the same place has another identifier.
package struct LinkRevision: Equatable, Sendable {
  package let id: Int
  package let revision: Int

  package init(id: Int, revision: Int) {
    self.id = id
    self.revision = revision
  }

  package init(_ stored: StoredLink) {
    self.init(id: stored.id, revision: stored.revision)
  }

  /// Reads what `description` wrote.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let id = Int(parts[0]), let revision = Int(parts[1]),
      text == "\(id)-\(revision)"
    else { return nil }
    self.init(id: id, revision: revision)
  }
}

extension LinkRevision: CustomStringConvertible {
  package var description: String { "\(id)-\(revision)" }
}

/// The states of a link in which a change of it is wanted.
package struct LinkPrecondition: Equatable, Sendable {
  package enum States: Equatable, Sendable {
    case every
    case some([LinkRevision])

    func contains(_ stored: StoredLink) -> Bool {
      switch self {
      case .every: true
      case .some(let revisions): revisions.contains(LinkRevision(stored))
      }
    }
  }

  /// The link must be in one of them.
  package var expected: States
  /// The link must be in none of them.
  package var excluded: States

  package init(expected: States = .every, excluded: States = .some([])) {
    self.expected = expected
    self.excluded = excluded
  }

  package static let none = LinkPrecondition()

  func check(_ stored: StoredLink) throws(ChangeRefusal) {
    guard expected.contains(stored) else { throw .linkChanged(stored.link.key) }
    guard !excluded.contains(stored) else { throw .linkExcluded(stored.link.key) }
  }
}
