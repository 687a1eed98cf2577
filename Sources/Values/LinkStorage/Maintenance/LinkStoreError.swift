/// A failed operation of a store, without the values involved.
///
/// A missing link is an answer, not an error: an error means that the store is broken or unreachable.
package struct LinkStoreError: Error, Equatable, Sendable {
  /// The category; callers match on this, never on texts.
  package let kind: Kind
  /// The engine's error code; 0 when the store itself refused.
  package let code: Int32
  package let message: String
  /// The attempted operation: a statement with its placeholders, or `open` and the path.
  package let operation: String

  /// A category of errors, by what a caller can do about them.
  package enum Kind: String, Sendable {
    /// The disk is full, or the store has reached its limit.
    case full
    case readOnly
    /// Another process has held the store for longer than the timeout.
    case locked
    /// The file is damaged or not a database.
    case corrupt
    /// The file belongs to another program or to a newer keiro.
    case foreign
    case unreachable
    case overloaded
    case closed
    /// Any other error of the engine.
    case failed

    /// Whether the failure may end without anyone's help.
    package var mayPass: Bool {
      switch self {
      case .locked, .unreachable, .overloaded, .closed, .failed: true
      case .full, .readOnly, .corrupt, .foreign: false
      }
    }
  }

  package init(kind: Kind, code: Int32, message: String, operation: String) {
    self.kind = kind
    self.code = code
    self.message = message
    self.operation = operation
  }

  /// An error of the store itself.
  package init(_ kind: Kind, _ message: String, operation: String) {
    self.init(kind: kind, code: 0, message: message, operation: operation)
  }
}

extension LinkStoreError {
  /// The error of every requirement after `close`.
  package static var closed: LinkStoreError {
    LinkStoreError(.closed, "the store is closed", operation: "store")
  }
}

extension LinkStoreError: CustomStringConvertible {
  package var description: String { "\(brief): \(message)" }

  /// The operation; of a long statement, its beginning, which names it.
  private var brief: String {
    let isStatement = operation.utf8.first.map { (0x41...0x5A).contains($0) } == true
    guard isStatement, operation.count > 40 else { return operation }
    return operation.prefix(36).split(separator: " ").dropLast().joined(separator: " ") + " …"
  }
}
