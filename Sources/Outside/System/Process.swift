import CSystem
package import Dispatch

/// Settings of the process as a whole.
package enum Process {
  /// Raises the limit of open descriptors to the maximum allowed for this user.
  package static func raiseDescriptorLimit() {
    var limit = rlimit()
    guard keiro_rlimit_files(&limit) == 0 else { return }
    limit.rlim_cur = limit.rlim_max
    _ = keiro_set_rlimit_files(&limit)
  }

  /// Lets a write beyond the limit of a file's size fail, as on a full disk, instead of ending the process.
  package static func outliveSizeLimit() { keiro_ignore_signal(SIGXFSZ) }

  /// The identifier of the user whose permissions the process has.
  package static var user: Int { Int(geteuid()) }

  /// The name of that user, or its number where it has none.
  package static var userName: String { name(ofUser: geteuid()) }

  static func name(ofUser number: uid_t) -> String {
    getpwuid(number).map { String(cString: $0.pointee.pw_name) } ?? String(number)
  }

  /// The name of the machine; `localhost` when it has none.
  package static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0, name[0] != 0 else { return "localhost" }
    return String(untilNull: name)
  }

  /// The folder for temporary files: `TMPDIR` or `/tmp`.
  package static var temporaryFolder: String {
    guard let folder = environment["TMPDIR"], !folder.isEmpty else { return "/tmp" }
    return folder.hasSuffix("/") && folder.count > 1 ? String(folder.dropLast()) : folder
  }

  /// The number of online processors, at least one.
  package static var processors: Int {
    max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1)
  }

  /// Whether the given number of further descriptors can be opened at this moment.
  package static func hasFreeDescriptors(_ count: Int) -> Bool {
    let opened = (0..<count).map { _ in SystemCall.openNull() }.filter { $0 >= 0 }
    opened.forEach(SystemCall.close)
    return opened.count == count
  }

  /// The working directory as an absolute path; nil when it is gone.
  package static var workingDirectory: String? {
    guard let buffer = getcwd(nil, 0) else { return nil }
    defer { free(buffer) }
    return String(cString: buffer)
  }

  /// The arguments of the process without the name of the program.
  package static var arguments: [String] {
    var arguments: [String] = []
    var entry = keiro_command_line()
    while let text = entry?.pointee {
      arguments.append(String(cString: text))
      entry = entry?.successor()
    }
    return Array(arguments.dropFirst())
  }

  /// The environment; of a repeated name the first value counts, as with getenv.
  package static var environment: [String: String] {
    var variables: [String: String] = [:]
    var entry = keiro_environment()
    while let text = entry?.pointee {
      let parts = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2, variables[String(parts[0])] == nil {
        variables[String(parts[0])] = String(parts[1])
      }
      entry = entry?.successor()
    }
    return variables
  }
}

package final class SignalWatcher: Sendable {
  /// Any thread may cancel them, although Dispatch does not mark them as Sendable.
  nonisolated(unsafe) private let sources: [any DispatchSourceSignal]

  /// A signal, named by its meaning.
  package enum Signal: Sendable {
    case terminate, hangUp
  }

  private static let signals: [(Int32, Signal)] = [
    (SIGTERM, .terminate), (SIGINT, .terminate), (SIGHUP, .hangUp),
  ]

  /// Blocks the signals in the calling thread and in those that it creates. Every thread outside
  /// Dispatch has to do this: Dispatch reads signals from a descriptor, and one that is delivered to a
  /// thread never gets there; a second one would even end the process.
  package static func holdSignals() {
    for (number, _) in signals { keiro_hold_signal(number) }
  }

  /// Calls `handler` on `queue` for SIGTERM, SIGINT and SIGHUP from now on, also for those that were held
  /// until now, and ignores SIGPIPE. All threads must block these signals, see `holdSignals`.
  package init(queue: DispatchQueue, handler: @escaping @Sendable (Signal) -> Void) {
    // Waits for Dispatch's own thread to register the sources. They have a separate queue, since the
    // caller may be on `queue`.
    let relay = DispatchQueue(label: "keiro.signals")
    let registered = DispatchSemaphore(value: 0)
    sources = Self.signals.map { number, signal in
      keiro_tame_signal(number)
      let source = DispatchSource.makeSignalSource(signal: number, queue: relay)
      source.setEventHandler { queue.async { handler(signal) } }
      source.setRegistrationHandler { registered.signal() }
      source.activate()
      return source
    }
    for _ in sources { registered.wait() }
    keiro_ignore_signal(SIGPIPE)
  }

  package func stop() {
    sources.forEach { $0.cancel() }
  }
}
