import CSockets
import Dispatch
import Glibc
import Synchronization
package import System

/// Receives the events of an event loop; called on the loop's queue.
package protocol EventLoopDelegate: AnyObject {
  /// The loop has woken up; the time may be read once for all following events.
  func loopWillHandleEvents()
  /// A descriptor is ready.
  func handle(_ event: EventLoop.Event)
}

/// An epoll descriptor for which a thread waits on a Dispatch queue.
///
/// A source for each connection costs nearly twice the processor time. A single source on the descriptor
/// costs it for whatever other threads hand over: returning to Dispatch takes two more threads their turn
/// on a processor that is busy. So the loop keeps a thread, and is handed its work itself. The thread is
/// its own: Dispatch has 255 for all queues of a process, and there may be as many loops.
package final class EventLoop: @unchecked Sendable {
  // Unchecked, because it is an event loop: once it has started, everything below is accessed only on
  // `queue`, which `assertIsCurrent` checks; `arrivals` has a lock.

  private typealias Work = @Sendable () -> Void

  private struct Arrivals {
    var work: [Work] = []
    /// Whether the loop has its thread; before and afterwards the queue gets the work.
    var isRunning = false
  }

  package struct Event {
    /// The token with which the descriptor was added.
    package let token: UInt64
    /// Whether bytes, or a connection, can be received.
    package let isReadable: Bool
    /// Whether bytes can be sent.
    package let isWritable: Bool
    /// Whether the peer will send nothing more; reported only to those who wait for it.
    package let isEnding: Bool
    /// Whether there is an error or a hang-up in both directions.
    package let isBroken: Bool
  }

  package enum Interest {
    case reading, writing, nothing
    /// The end of what the peer sends, whatever it has sent before.
    case ending
    /// Reading from a listening socket that other loops also watch.
    case accepting

    var mask: UInt32 {
      switch self {
      case .reading: keiro_epoll_in()
      case .writing: keiro_epoll_out()
      case .nothing: 0
      case .ending: keiro_epoll_read_hangup()
      case .accepting: keiro_epoll_in() | keiro_epoll_exclusive()
      }
    }
  }

  /// Blocked until the loop ends.
  private let queue: DispatchQueue
  private let epoll: Int32
  private var hasStarted = false
  private var isStopping = false
  private var delegate: (any EventLoopDelegate)?
  /// Ends a wait by becoming readable.
  private let waker: Int32
  private let arrivals = Mutex(Arrivals())
  /// The number of `perform` calls whose work has not begun.
  private let pending = Atomic<Int>(0)
  /// Keeps its room for the next work.
  private var spareWork: [Work] = []
  private let events: UnsafeMutableBufferPointer<epoll_event>

  private static let wakerToken = UInt64.max

  /// Opens the loop's descriptors; nothing runs yet.
  ///
  /// - Parameter label: the name of the loop's queue.
  /// - Throws: an error if the system has no descriptors left.
  package init(label: String) throws(SystemError) {
    queue = DispatchQueue(label: label)
    LoopMark.set(on: queue)
    epoll = try SystemCall.check("epoll_create1") { epoll_create1(Int32(O_CLOEXEC)) }
    let (waker, code) = SystemCall.perform { keiro_eventfd() }
    guard waker >= 0 else {
      SystemCall.close(epoll)
      throw SystemError(operation: "eventfd", code: code)
    }
    self.waker = waker
    events = .allocate(capacity: 256)
    events.initialize(repeating: epoll_event())
    try add(waker, token: Self.wakerToken, .reading)
  }

  deinit {
    events.deallocate()
    SystemCall.close(epoll)
    SystemCall.close(waker)
  }

  /// Starts reporting events to a delegate, which is retained until the loop has stopped.
  package func start(_ delegate: any EventLoopDelegate) {
    precondition(!hasStarted, "the loop has started")
    self.delegate = delegate
    hasStarted = true
    // Whatever has come to the queue before is done first; nothing comes to it behind the loop.
    arrivals.withLock { $0.isRunning = true }
    if !beginThread() { queue.async { [self] in run() } }
  }

  /// - Returns: false if the system cannot create a thread.
  private func beginThread() -> Bool {
    var thread = pthread_t()
    let loop = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { loop in
        guard let loop else { return nil }
        SignalWatcher.holdSignals()
        let own = Unmanaged<EventLoop>.fromOpaque(loop).takeRetainedValue()
        own.queue.sync { own.run() }
        return nil
      }, loop.toOpaque())
    guard code == 0 else {
      loop.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// Traps in a debug build if not called on the loop; costs nothing in other builds.
  @inline(__always)
  package func assertIsCurrent() {
    #if DEBUG
      dispatchPrecondition(condition: .onQueue(queue))
    #endif
  }

  /// Traps if not called on the loop; for rare operations.
  package func requireIsCurrent() {
    dispatchPrecondition(condition: .onQueue(queue))
  }

  /// Ends the loop after the work that waits; added descriptors stay open.
  package func stop() {
    requireIsCurrent()
    isStopping = true
  }

  /// Whether work of `perform` is waiting.
  package var hasWork: Bool { pending.load(ordering: .acquiring) > 0 }

  /// Runs work on the queue soon.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    let isFirst = arrivals.withLock { arrivals in
      guard arrivals.isRunning else {
        queue.async(execute: work)
        return false
      }
      arrivals.work.append(work)
      pending.add(1, ordering: .releasing)
      return arrivals.work.count == 1
    }
    if isFirst { _ = eventfd_write(waker, 1) }
  }

  /// Runs work on the queue and waits for its end. Not to be called on the queue.
  package func performAndWait(_ work: @escaping @Sendable () -> Void) {
    let done = DispatchSemaphore(value: 0)
    perform {
      work()
      done.signal()
    }
    done.wait()
  }

  private func run() {
    guard let delegate, let base = events.baseAddress else { return }
    LoopMark.takeShortTurns()
    while !isStopping {
      let (count, _) = SystemCall.perform { epoll_wait(epoll, base, Int32(events.count), -1) }
      delegate.loopWillHandleEvents()
      for index in 0..<max(Int(count), 0) { report(events[index], to: delegate) }
      if hasWork { performArrivals() }
    }
    self.delegate = nil
    arrivals.withLock { $0.isRunning = false }
    performArrivals()
  }

  private func performArrivals() {
    arrivals.withLock { swap(&$0.work, &spareWork) }
    for work in spareWork {
      pending.subtract(1, ordering: .relaxed)
      work()
    }
    spareWork.removeAll(keepingCapacity: true)
  }

  private func report(_ event: epoll_event, to delegate: any EventLoopDelegate) {
    guard event.data.u64 != Self.wakerToken else {
      var value: eventfd_t = 0
      _ = eventfd_read(waker, &value)
      return
    }
    let mask = event.events
    delegate.handle(
      Event(
        token: event.data.u64, isReadable: mask & keiro_epoll_in() != 0,
        isWritable: mask & keiro_epoll_out() != 0,
        isEnding: mask & keiro_epoll_read_hangup() != 0,
        isBroken: mask & (keiro_epoll_error() | keiro_epoll_hangup()) != 0))
  }

  package func add(
    _ descriptor: Int32, token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor, token, interest)
  }

  /// Adds a descriptor that may already be added.
  ///
  /// - Returns: whether it is now watched.
  package func watches(_ descriptor: Int32, token: UInt64, _ interest: Interest) -> Bool {
    do throws(SystemError) {
      try add(descriptor, token: token, interest)
      return true
    } catch {
      return error.code == EEXIST
    }
  }

  package func change(
    _ descriptor: Int32, token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_MOD, descriptor, token, interest)
  }

  /// Removes a descriptor, which stays open.
  package func remove(_ descriptor: Int32) throws(SystemError) {
    try control(EPOLL_CTL_DEL, descriptor, 0, .nothing)
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    if hasStarted { assertIsCurrent() }
    var event = epoll_event()
    event.events = interest.mask
    event.data.u64 = token
    try SystemCall.check("epoll_ctl") { epoll_ctl(epoll, operation, descriptor, &event) }
  }
}
