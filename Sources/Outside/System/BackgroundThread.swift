import CSystem
package import Dispatch
import Synchronization

/// A thread that does one piece of work after another at a lower priority than the threads that created
/// it: when all processors are busy, it gets a tenth of one, and the others are not interrupted whenever
/// it has something to do.
///
/// Dispatch's queues cannot do that: on Linux their threads are shared by all queues, and a thread may
/// lower its priority but not raise it again.
package final class BackgroundThread: Sendable {
  /// The work of the thread, which may block.
  package typealias Work = @Sendable () -> Void

  /// The state shared by the thread and its owner; the thread ends when the owner is gone.
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
        var (work, hasEnded) = state.withLock { state in
          defer { state.work = [] }
          return (Array(state.work.reversed()), state.hasEnded)
        }
        // Each lets go of what it holds before the next begins.
        while let next = work.popLast() { next() }
        if hasEnded { return }
      }
    }
  }

  /// The nice value, which gives a ninth of the share of a thread with the priority of the process: twice
  /// of what the visits cost that a busy processor answers, and little enough for them not to wait.
  private static let niceness: Int32 = 10

  private let line = Line()

  /// - Throws: an error if the system cannot create a thread.
  package init() throws(SystemError) {
    var thread = pthread_t()
    let line = Unmanaged.passRetained(line)
    let code = pthread_create(
      &thread, nil,
      { line in
        guard let line else { return nil }
        SignalWatcher.holdSignals()
        keiro_weigh_thread(BackgroundThread.niceness, 0)
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

  /// Runs work after everything that was submitted before.
  package func async(_ work: @escaping Work) {
    line.append(work)
  }

  /// Waits until all submitted work is done; not to be called on the thread.
  package func settle() {
    let done = DispatchSemaphore(value: 0)
    line.append { done.signal() }
    done.wait()
  }
}

/// Marks the queues and threads of event loops, on which nothing may wait.
package enum LoopMark {
  private static let key = DispatchSpecificKey<Bool>()

  package static func set(on queue: DispatchQueue) {
    queue.setSpecific(key: key, value: true)
  }

  /// Lets the calling thread go before others that are running when it wakes up, as whoever answers
  /// visitors should: it waits for most of the time, and its work is short.
  @inline(__always)
  package static func takeShortTurns() { keiro_take_short_turns() }

  /// Whether the caller runs on an event loop.
  package static var isHere: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Traps in a debug build if called on an event loop, for whatever may wait; costs nothing in other
  /// builds.
  @inline(__always)
  package static func assertIsElsewhere() {
    #if DEBUG
      precondition(!isHere, "an event loop must not wait for a store")
    #endif
  }
}
