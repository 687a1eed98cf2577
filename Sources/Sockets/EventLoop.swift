import CSystem
package import Dispatch

/// What an event loop tells its owner; called on the loop's queue.
package protocol EventLoopDelegate: AnyObject {
  /// The loop has woken up: the time may be read once for all events to come.
  func loopWillHandleEvents()
  /// A descriptor is ready.
  func handle(_ event: EventLoop.Event)
}

/// An epoll descriptor behind one Dispatch source.
///
/// A source for each connection costs nearly twice the processor time of a source on an epoll
/// descriptor that is drained when it becomes readable.
package final class EventLoop: @unchecked Sendable {
  // Unchecked, because everything below is touched on `queue` alone once the loop is started.

  package struct Event {
    /// What the descriptor was added with.
    package let token: UInt64
    package let isReadable: Bool
    package let isWritable: Bool
    /// An error or a hang-up on both sides.
    package let isBroken: Bool
  }

  /// What to wait for.
  package enum Interest {
    case reading, writing, nothing
    /// Reading from a listening socket that other loops wait for as well.
    case accepting

    var mask: UInt32 {
      switch self {
      case .reading: keiro_epoll_in()
      case .writing: keiro_epoll_out()
      case .nothing: 0
      case .accepting: keiro_epoll_in() | keiro_epoll_exclusive()
      }
    }
  }

  package let queue: DispatchQueue
  private let epoll: Int32
  private let source: any DispatchSourceRead
  private weak var delegate: (any EventLoopDelegate)?
  private let events: UnsafeMutableBufferPointer<epoll_event>

  /// Rounds of draining after which other work on the queue gets its turn.
  private static let roundsBeforeYield = 32

  package init(label: String) throws(SystemError) {
    queue = DispatchQueue(label: label)
    epoll = try SystemCall.check("epoll_create1") { epoll_create1(Int32(O_CLOEXEC)) }
    events = .allocate(capacity: 256)
    events.initialize(repeating: epoll_event())
    source = DispatchSource.makeReadSource(fileDescriptor: epoll, queue: queue)
  }

  deinit {
    events.deallocate()
  }

  /// Begins to report events. The delegate is not kept alive.
  package func start(_ delegate: any EventLoopDelegate) {
    self.delegate = delegate
    source.setEventHandler { [self] in drain() }
    source.setCancelHandler { [epoll] in SystemCall.close(epoll) }
    source.activate()
  }

  /// Ends the loop; what was added stays open.
  package func stop() {
    source.cancel()
  }

  private func drain() {
    guard let delegate, let base = events.baseAddress else { return }
    for _ in 0..<Self.roundsBeforeYield {
      let (count, _) = SystemCall.perform { epoll_wait(epoll, base, Int32(events.count), 0) }
      guard count > 0 else { return }
      delegate.loopWillHandleEvents()
      for index in 0..<Int(count) {
        let event = events[index]
        let mask = event.events
        delegate.handle(
          Event(
            token: event.data.u64, isReadable: mask & keiro_epoll_in() != 0,
            isWritable: mask & keiro_epoll_out() != 0,
            isBroken: mask & (keiro_epoll_error() | keiro_epoll_hangup()) != 0))
      }
    }
  }

  package func add(
    _ descriptor: Int32, token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_ADD, descriptor, token, interest)
  }

  package func change(
    _ descriptor: Int32, token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    try control(EPOLL_CTL_MOD, descriptor, token, interest)
  }

  package func remove(_ descriptor: Int32) throws(SystemError) {
    try control(EPOLL_CTL_DEL, descriptor, 0, .nothing)
  }

  private func control(
    _ operation: Int32, _ descriptor: Int32, _ token: UInt64, _ interest: Interest
  ) throws(SystemError) {
    var event = epoll_event()
    event.events = interest.mask
    event.data.u64 = token
    try SystemCall.check("epoll_ctl") { epoll_ctl(epoll, operation, descriptor, &event) }
  }
}
