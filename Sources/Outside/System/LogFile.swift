import CSystem
import Dispatch
import Synchronization

/// A log file written by its own thread, so that a slow disk or a stuck pipe never blocks a worker:
/// lines beyond the bound are dropped and counted by the caller.
package final class LogFile: Sendable {
  private struct State {
    var descriptor = STDOUT_FILENO
    var output = LineOutput()

    mutating func goOn(in file: Int32, _ path: String) {
      descriptor = file
      output.goOn(isWithinLine: endsWithinLine(path))
    }
  }

  private let path: String?
  private let thread: BackgroundThread
  private let pending = Atomic<Int>(0)
  /// The number of lost lines not yet reported.
  private let lost = Atomic<Int>(0)
  /// Used by the thread only, which may hold it for long.
  private let state: Mutex<State>

  private static let pendingBytes = 8 << 20

  /// - Parameter path: the path of the file; nil for standard output.
  package init(path: String?) throws(SystemError) {
    self.path = path
    thread = try BackgroundThread()
    var state = State()
    if let path {
      state.goOn(in: try SystemCall.check("open", path) { keiro_open_log(path) }, path)
    }
    self.state = Mutex(state)
  }

  /// Pending lines keep the object alive.
  deinit {
    if path != nil { state.withLock { SystemCall.close($0.descriptor) } }
  }

  /// Appends complete lines.
  ///
  /// - Returns: the number of lines lost since the last call: these lines when too many are
  ///   pending, and earlier lines that could not be written.
  package func write(_ lines: [UInt8]) -> Int {
    guard pending.load(ordering: .relaxed) + lines.count <= Self.pendingBytes else {
      return lost.exchange(0, ordering: .relaxed) + LineOutput.lineCount(lines)
    }
    pending.add(lines.count, ordering: .relaxed)
    thread.async { [self] in
      append(lines)
      pending.subtract(lines.count, ordering: .relaxed)
    }
    return lost.exchange(0, ordering: .relaxed)
  }

  /// Reopens the file after it was moved; on failure the old descriptor is kept.
  package func reopen() {
    guard let path else { return }
    thread.async { [self] in
      let (opened, _) = SystemCall.perform { keiro_open_log(path) }
      guard opened >= 0 else { return }
      state.withLock { state in
        SystemCall.close(state.descriptor)
        state.goOn(in: opened, path)
      }
    }
  }

  /// Waits until everything is written, for at most the given number of seconds.
  package func flush(timeout: Int) {
    let done = DispatchSemaphore(value: 0)
    thread.async { done.signal() }
    _ = done.wait(timeout: .now() + .seconds(timeout))
  }

  func append(_ lines: [UInt8]) {
    let count = state.withLock { state in
      let descriptor = state.descriptor
      return state.output.append(lines) { FileBytes.put($0, to: descriptor).count }
    }
    lost.add(count, ordering: .relaxed)
  }
}

/// A file of lines that grows while a command runs: each line is passed to the system before the next
/// one begins, so that an interrupted command has lost nothing. A line that was cut off stays one of its
/// own.
package final class AppendedFile {
  private let descriptor: Int32
  private let path: String

  /// Opens a file, and creates it if it is absent, readable for its owner and group.
  package init(path: String) throws(SystemError) {
    self.path = path
    descriptor = try SystemCall.check("open", path) { keiro_open_log(path) }
    if endsWithinLine(path) { try append([UInt8(ascii: "\n")]) }
  }

  deinit { SystemCall.close(descriptor) }

  package func append(_ bytes: [UInt8]) throws(SystemError) {
    try FileBytes.write(bytes, to: descriptor, path)
  }
}

/// Whether a regular file ends with half a line, as a full disk or the end of a process leaves it.
private func endsWithinLine(_ path: String) -> Bool {
  var status = stat()
  guard stat(path, &status) == 0, keiro_is_file(&status) != 0, status.st_size > 0,
    let (descriptor, _) = try? openForReading(path)
  else { return false }
  defer { SystemCall.close(descriptor) }
  var last: UInt8 = 0
  let (count, _) = SystemCall.perform { pread(descriptor, &last, 1, status.st_size - 1) }
  return count == 1 && last != UInt8(ascii: "\n")
}
