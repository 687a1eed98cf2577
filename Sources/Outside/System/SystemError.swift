import CSystem

package struct SystemError: Error, Equatable, Sendable {
  /// The failed operation, such as `bind`.
  package let operation: String
  /// The address or path concerned; empty when there is none.
  package let subject: String
  package let code: Int32

  package init(operation: String, subject: String = "", code: Int32) {
    self.operation = operation
    self.subject = subject
    self.code = code
  }

  /// Whether an address is used by another process.
  package var isAddressInUse: Bool { code == EADDRINUSE }

  package var reason: String { Self.reason(code) }

  /// Whether a path does not exist or access to it is denied; trying again would not help.
  package var isAbsent: Bool { code == ENOENT || code == EACCES }

  /// Whether the disk, or what is allowed of it, is full.
  package var isWithoutRoom: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Whether a name that must be new is used already.
  package var isTaken: Bool { code == EEXIST }

  /// Whether another process holds the lock of a file.
  package var isLocked: Bool { code == EWOULDBLOCK }

  /// Whether something is a link that must not be one, or has replaced a folder.
  var isLink: Bool { code == ELOOP || code == ENOTDIR }

  /// The system's text for a value of `errno`.
  static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(untilNull: buffer)
  }
}

extension String {
  /// The text of a C buffer up to its first NUL.
  init(untilNull buffer: [CChar]) {
    self.init(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

extension SystemError: CustomStringConvertible {
  package var description: String {
    let reason = Self.reason(code)
    return subject.isEmpty ? "\(operation): \(reason)" : "\(subject): \(operation): \(reason)"
  }
}
