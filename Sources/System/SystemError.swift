import CSystem

/// A failed system call and its subject.
package struct SystemError: Error, Equatable, Sendable {
  /// The failed operation, such as `bind`.
  package let operation: String
  /// The address or path concerned; empty when there is none.
  package let subject: String
  /// The value of `errno`.
  package let code: Int32

  package init(operation: String, subject: String = "", code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// Whether an address is used by another process.
  package var isAddressInUse: Bool { code == EADDRINUSE }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    let reason = String(cString: strerror(code))
    return subject.isEmpty ? "\(operation): \(reason)" : "\(subject): \(operation): \(reason)"
  }
}
