/// Why a store could not do what it was asked; never the values that were in play.
///
/// That something is missing is no error but an answer: an error means that the store is broken.
package struct LinkStoreError: Error, Equatable, Sendable {
  /// What to do about it: callers match on this, never on texts.
  package let kind: Kind
  /// The engine's own code, 0 when the store itself refused.
  package let code: Int32
  /// The engine's own sentence.
  package let message: String
  /// What was tried: a statement with its placeholders, or `open` and the path.
  package let operation: String

  package enum Kind: String, Sendable {
    /// No room on the disk, or the store has reached its limit.
    case full
    /// The store may be read only.
    case readOnly
    /// Another process holds the store, longer than one waits.
    case locked
    /// What is on the disk is damaged, or no store at all.
    case corrupt
    /// The file belongs to another program, or to a newer keiro.
    case foreign
    /// The store cannot be reached.
    case unreachable
    /// More writes are waiting than the store holds.
    case overloaded
    /// The store was closed.
    case closed
    /// Whatever else the engine complains about.
    case failed
  }

  package init(kind: Kind, code: Int32, message: String, operation: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.operation = operation
  }
}

extension LinkStoreError {
  /// The answer of every requirement after `close`.
  package static var closed: LinkStoreError {
    LinkStoreError(kind: .closed, code: 0, message: "the store is closed", operation: "store")
  }
}

extension LinkStoreError: CustomStringConvertible {
  package var description: String { "\(operation): \(message)" }
}
