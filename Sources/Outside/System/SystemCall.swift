import CSystem

/// The single entry point for system calls: they are retried when interrupted by a signal, and
/// `errno` is read before anything else can change it.
@usableFromInline package enum SystemCall {
  /// The result, or the value of `errno`.
  ///
  /// Inlinable, since every request makes a few of these calls.
  @inlinable @inline(__always)
  package static func perform<Result: SignedInteger>(_ call: () -> Result) -> (
    result: Result, code: Int32
  ) {
    while true {
      let result = call()
      guard result == -1 else { return (result, 0) }
      let code = lastCode()
      if code != interrupted { return (result, code) }
    }
  }

  @usableFromInline static var interrupted: Int32 { EINTR }

  @usableFromInline
  static func lastCode() -> Int32 { keiro_errno() }

  /// The result; throws an error that names the operation.
  @discardableResult
  package static func check<Result: SignedInteger>(
    _ operation: String, _ subject: String = "", _ call: () -> Result
  ) throws(SystemError) -> Result {
    let (result, code) = perform(call)
    guard result != -1 else {
      throw SystemError(operation: operation, subject: subject, code: code)
    }
    return result
  }

  /// Closes a descriptor; on Linux it is closed even when the call is interrupted.
  package static func close(_ descriptor: Int32) {
    _ = CSystem.close(descriptor)
  }

  /// Opens a descriptor as a placeholder; negative when none is left.
  package static func openNull() -> Int32 { keiro_open_null() }
}
