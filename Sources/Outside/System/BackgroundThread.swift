import CSystem
import Dispatch
import Synchronization

/// A thread that does one piece of work after the other, with less right to a processor than the
/// threads that made it: where all processors are busy, it gets a quarter of one, and the others
/// are not interrupted whenever it has something to do.
///
/// Dispatch's queues cannot do that: on Linux their threads are lent to any queue, and a thread may
/// lower its right but not raise it again.
package final class BackgroundThread: Sendable {
  package typealias Work = @Sendable () -> Void

  /// What the thread and its owner share; the thread ends when the owner is gone.
  private final class Line: Sendable {
    private struct State {
      var work: [Work] = []
      var hasEnded = false
    }

    private let state = Mutex(State())
    private let signal = DispatchSemaphore(value: 0)

    func append(_ work: @escaping Work) {
      state.withLock { $0.work.append(work) }
      signal.signal()
    }

    func end() {
      state.withLock { $0.hasEnded = true }
      signal.signal()
    }

    func run() {
      while true {
        signal.wait()
        let (work, hasEnded) = state.withLock { state in
          defer { state.work = [] }
          return (state.work, state.hasEnded)
        }
        for work in work { work() }
        if hasEnded { return }
      }
    }
  }

  /// A third of the share of a thread that is as nice as the process.
  private static let niceness: Int32 = 5

  private let line = Line()

  /// - Throws: when the system has no thread to give.
  package init() throws(SystemError) {
    var thread = pthread_t()
    let line = Unmanaged.passRetained(line)
    let code = pthread_create(
      &thread, nil,
      { line in
        guard let line else { return nil }
        SignalWatcher.holdSignals()
        // Of this thread alone, as Linux has it.
        _ = nice(BackgroundThread.niceness)
        Unmanaged<Line>.fromOpaque(line).takeRetainedValue().run()
        return nil
      }, line.toOpaque())
    guard code == 0 else {
      line.release()
      throw SystemError(operation: "start a thread", subject: "", code: code)
    }
    pthread_detach(thread)
  }

  deinit {
    line.end()
  }

  /// Has the thread do this after everything that it was given before.
  package func async(_ work: @escaping Work) {
    line.append(work)
  }

  /// Waits until everything is done that the thread was given; not to be called on it.
  package func settle() {
    let done = DispatchSemaphore(value: 0)
    line.append { done.signal() }
    done.wait()
  }
}
