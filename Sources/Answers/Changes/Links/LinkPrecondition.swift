package import LinkStorage
import Links

/// One state of one link; a new link at the same host and slug has another identifier.
package struct LinkRevision: Equatable, Sendable {
  /// The identifier of the link.
  package let id: Int
  /// The revision of the link.
  package let revision: Int

  package init(id: Int, revision: Int) {
    self.id = id
    self.revision = revision
  }

  package init(_ stored: StoredLink) {
    self.init(id: stored.id, revision: stored.revision)
  }

  /// Reads a `description`; nil for any other text.
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

/// The states of a link in which a change is to be made.
package struct LinkPrecondition: Equatable, Sendable {
  /// A set of states.
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

  /// The states of which the link must have one.
  package var expected: States
  /// The states of which the link must have none.
  package var excluded: States

  package init(expected: States = .every, excluded: States = .some([])) {
    self.expected = expected
    self.excluded = excluded
  }

  /// No precondition.
  package static let none = LinkPrecondition()

  func check(_ stored: StoredLink) throws(ChangeRefusal) {
    guard expected.contains(stored) else { throw .linkChanged(stored.link.key) }
    guard !excluded.contains(stored) else { throw .linkExcluded(stored.link.key) }
  }
}
