import CSystem
import Dispatch
import Synchronization

/// A file that lines are appended to by a queue of its own, so that a slow disk or a stuck pipe
/// never stops a worker: what exceeds the bound is dropped and counted by whoever sends it.
package final class LogFile: @unchecked Sendable {
  // Unchecked, because `descriptor` is touched on `queue` alone.

  private let path: String?
  private let queue = DispatchQueue(label: "keiro.log")
  private let pending = Atomic<Int>(0)
  private var descriptor: Int32

  private static let pendingBytes = 8 << 20

  /// - Parameter path: nil for standard output.
  package init(path: String?) throws(SystemError) {
    self.path = path
    if let path {
      descriptor = try SystemCall.check("open", path) { keiro_open_log(path) }
    } else {
      descriptor = 1
    }
  }

  /// Takes whole lines; false when they were dropped.
  package func write(_ lines: [UInt8]) -> Bool {
    guard pending.load(ordering: .relaxed) + lines.count <= Self.pendingBytes else { return false }
    pending.add(lines.count, ordering: .relaxed)
    queue.async { [self] in
      append(lines)
      pending.subtract(lines.count, ordering: .relaxed)
    }
    return true
  }

  /// Opens the file anew after it was moved away; the old one is kept when that fails.
  package func reopen() {
    guard let path else { return }
    queue.async { [self] in
      let (opened, _) = SystemCall.perform { keiro_open_log(path) }
      guard opened >= 0 else { return }
      SystemCall.close(descriptor)
      descriptor = opened
    }
  }

  /// Waits until everything is written, but no longer than that many seconds.
  package func flush(timeout: Int) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(timeout))
  }

  private func append(_ lines: [UInt8]) {
    lines.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let (count, _) = SystemCall.perform {
          CSystem.write(descriptor, rest.baseAddress, rest.count)
        }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
}

extension Slice where Base == UnsafeRawBufferPointer {
  fileprivate var baseAddress: UnsafeRawPointer? {
    UnsafeRawBufferPointer(rebasing: self).baseAddress
  }
}
