import CSystem
package import Dispatch

/// What concerns the process as a whole.
package enum Process {
  /// Allows as many open descriptors as the system lets this user have.
  package static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard keiro_rlimit_files(&limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = keiro_set_rlimit_files(&limit)
  }

  /// Gives back to the system what was freed. The allocator keeps it for more of the same, which a
  /// server that has read its configuration does not ask for again.
  package static func returnFreeMemory() {
    malloc_trim(0)
  }

  /// Processors that are online, at least one.
  package static var processors: Int {
    max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
  }

  /// Whether so many further descriptors may be opened at this moment.
  package static func hasFreeDescriptors(_ count: Int) -> Bool {
    let opened = (0..<count).map { _ in SystemCall.openNull() }.filter { $0 >= 0 }
    opened.forEach(SystemCall.close)
    return opened.count == count
  }

  /// How many descriptors may be open.
  package static var descriptorLimit: Int {
    var limit = rlimit()
    guard keiro_rlimit_files(&limit) == 0 else { return 0 }
    return Int(clamping: limit.rlim_cur)
  }

  /// Has the allocator keep one arena for each processor, and not eight: threads of Dispatch come and
  /// go, and what each leaves behind in another arena adds up to megabytes under load. To be called
  /// before there are threads.
  package static func limitArenas() {
    keiro_limit_arenas(Int32(clamping: max(processors, 2)))
  }
}

/// The signals that a service is controlled with.
package final class SignalWatcher: @unchecked Sendable {
  // Unchecked, because Dispatch sources are safe to cancel from anywhere but do not say so.

  private let sources: [any DispatchSourceSignal]

  package enum Signal: Sendable {
    case terminate, hangUp
  }

  /// Calls `handler` on `queue` for SIGTERM, SIGINT and SIGHUP from now on, and ignores SIGPIPE.
  package init(queue: DispatchQueue, handler: @escaping @Sendable (Signal) -> Void) {
    let signals: [(Int32, Signal)] = [
      (SIGTERM, .terminate), (SIGINT, .terminate), (SIGHUP, .hangUp),
    ]
    sources = signals.map { number, signal in
      keiro_ignore_signal(number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(signal) }
      source.activate()
      return source
    }
    keiro_ignore_signal(SIGPIPE)
  }

  package func stop() {
    sources.forEach { $0.cancel() }
  }
}
