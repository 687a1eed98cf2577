import CSockets
import Dispatch
import Synchronization
package import System

/// Receives the events of an event loop; called on the loop's queue.
package protocol EventLoopDelegate: AnyObject {
  /// The loop has woken up; the time may be read once for all following events.
  func loopWillHandleEvents()
  /// A descriptor is ready.
  func handle(_ event: EventLoop.Event)
}

/// An epoll descriptor behind one Dispatch source.
///
/// A source for each connection costs nearly twice the processor time of one source on an epoll
/// descriptor that is drained when it becomes readable. Returning to Dispatch costs as much as
/// several requests, so the loop waits for the next event itself, until there is other work.
package final class EventLoop: @unchecked Sendable {
  // Unchecked, because it is an event loop: once it has started, everything below is accessed only on
  // `queue`, which `assertIsCurrent` checks.

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

  /// Blocked while the loop waits: only `perform` gets work there.
  private let queue: DispatchQueue
  private let epoll: Int32
  /// Created by `start`, since Dispatch does not allow releasing a source that was never activated.
  private var source: (any DispatchSourceRead)?
  private weak var delegate: (any EventLoopDelegate)?
  /// Ends a wait by becoming readable.
  private let waker: Int32
  private let isWaiting = Atomic<Bool>(false)
  /// The number of `perform` calls whose work has not begun.
  private let pending = Atomic<Int>(0)
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// Milliseconds that the loop waits for the next event before it returns to Dispatch. A short time
  /// would make it the earliest timer of the processor, which has to be set anew for each wait; that
  /// costs a lone request a fifth of its time.
  private static let wait: Int32 = 1000
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
  }

  deinit {
    events.deallocate()
    guard source == nil else { return }
    SystemCall.close(epoll)
    SystemCall.close(waker)
  }

  /// Starts reporting events. The delegate is not retained.
  package func start(_ delegate: any EventLoopDelegate) {
    precondition(source == nil, "the loop has started")
    self.delegate = delegate
    try? add(waker, token: Self.wakerToken, .reading)
    let source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
    self.source = source
    source.setEventHandler { [self] in drain() }
    source.setCancelHandler { [epoll, waker] in
      SystemCall.close(epoll)
      SystemCall.close(waker)
    }
    source.activate()
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

  /// Ends the loop; added descriptors stay open.
  package func stop() {
    requireIsCurrent()
    source?.cancel()
  }

  /// Whether work of `perform` is waiting.
  package var hasWork: Bool { pending.load(ordering: .acquiring) > 0 }

  /// Runs work on the queue soon.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    pending.add(1, ordering: .sequentiallyConsistent)
    queue.async { [self] in
      pending.subtract(1, ordering: .sequentiallyConsistent)
      work()
    }
    wake()
  }

  /// Runs work on the queue and waits for its end. Not to be called on the queue.
  package func performAndWait(_ work: @Sendable () -> Void) {
    pending.add(1, ordering: .sequentiallyConsistent)
    wake()
    queue.sync {
      pending.subtract(1, ordering: .sequentiallyConsistent)
      work()
    }
  }

  private func wake() {
    guard isWaiting.load(ordering: .sequentiallyConsistent) else { return }
    _ = eventfd_write(waker, 1)
  }

  private func drain() {
    guard let delegate, let base = events.baseAddress else { return }
    // Dispatch may continue the queue on any of its threads.
    LoopMark.takeShortTurns()
    var mayBlock = false
    repeat {
      let count = waitForEvents(base, mayBlock: mayBlock)
      guard count > 0 else { return }
      mayBlock = true
      delegate.loopWillHandleEvents()
      for index in 0..<count { report(events[index], to: delegate) }
    } while pending.load(ordering: .relaxed) == 0
  }

  /// Waits for events and returns their number. The flag is set before `pending` is read, and `perform`
  /// uses the opposite order, so that one of them always sees the other.
  private func waitForEvents(_ base: UnsafeMutablePointer<epoll_event>, mayBlock: Bool) -> Int {
    if mayBlock { isWaiting.store(true, ordering: .sequentiallyConsistent) }
    let isBusy = pending.load(ordering: .sequentiallyConsistent) > 0
    let timeout = mayBlock && !isBusy ? Self.wait : 0
    let (count, _) = SystemCall.perform { epoll_wait(epoll, base, Int32(events.count), timeout) }
    if mayBlock { isWaiting.store(false, ordering: .relaxed) }
    return Int(count)
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
    if source != nil { assertIsCurrent() }
    var event = epoll_event()
    event.events = interest.mask
    event.data.u64 = token
    try SystemCall.check("epoll_ctl") { epoll_ctl(epoll, operation, descriptor, &event) }
  }
}
