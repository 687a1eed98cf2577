import Glibc
import HTTPServer
import KeiroConfiguration
import LinkStorage
import ProgramSupport
import Synchronization
import System
import Testing

@testable import KeiroCommand

/// A service in its own folder, behind unix sockets. Its clock advances when a test says so.
final class RunningFixture {
  let folder: TemporaryFolder
  let notices: NotificationSocket
  let service: RunningService
  private let log: Log

  /// The lines of the log, and the test's reaction to a line.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    let onLine = Mutex<(@Sendable (String) -> Void)?>(nil)

    func append(_ line: String) {
      lines.withLock { $0.append(line) }
      onLine.withLock(\.self)?(line)
    }

    var all: [String] { lines.withLock(\.self) }
  }

  /// Friday, 20 November 2026, 12:00:00 UTC.
  static let start = 1_795_176_000.0

  /// - Parameters:
  ///   - environment: further variables of the service's environment.
  ///   - text: makes the configuration from the folder.
  init(
    environment: [String: String] = [:], _ text: (TemporaryFolder) -> String
  ) throws {
    folder = try TemporaryFolder()
    notices = try NotificationSocket(folder.path + "/notify")
    let log = Log()
    self.log = log
    let file = try folder.write(text(folder), to: "keiro.json")
    let console = Console { stream, bytes in
      if stream == .error { log.append(String(decoding: bytes.dropLast(), as: UTF8.self)) }
      return true
    }
    service = try RunningService(
      CompiledConfiguration(path: file), file: file,
      manager: ServiceManager(
        environment: environment.merging(["NOTIFY_SOCKET": notices.path]) { $1 }),
      console: console,
      clock: .manual { .init(steady: 5_000_000_000, secondsSinceEpoch: Self.start) })
  }

  deinit {
    // The socket holds ten of them, and the service waits for room.
    _ = notices.states()
    // A service that has ended ignores the signal.
    service.receive(.terminate)
    service.tick()
  }

  /// A site with one link, and whatever else a test wants.
  ///
  /// - Parameters:
  ///   - server: members of the server, each with a comma behind it.
  ///   - site: members of the site, each with a comma before it.
  static func text(
    _ folder: TemporaryFolder, url: String, server: String = "", site: String = ""
  ) -> String {
    """
    { "server": { \(server) "listen": ["unix:\(folder.path)/public"],
                  "management": ["unix:\(folder.path)/management"], "workers": 2 },
      "sites": [ { "hosts": ["a.example"],
                   "shortLinks": { "prefix": "/s/", "links": { "x": { "url": "\(url)" } } }\(site) } ] }
    """
  }

  /// The lines of the log since the beginning, without the folder.
  var lines: [String] {
    log.all.map { $0.replacing(folder.path + "/", with: "") }
  }

  /// - Parameter body: called with each line of the log, on the thread that writes it.
  func onLine(_ body: @escaping @Sendable (String) -> Void) {
    log.onLine.withLock { $0 = body }
  }

  func write(_ text: String) throws {
    try folder.write(text, to: "keiro.json")
  }

  /// Reloads the configuration, and waits until that has finished.
  func reload() {
    service.receive(.hangUp)
    service.tick()
  }

  /// The whole answer to a visitor; empty if there is no server.
  func visit(_ path: String, host: String = "a.example") -> String {
    UnixClient(folder.path + "/public")?.ask(path, host: host) ?? ""
  }

  /// The whole answer of the management listener.
  func manage(_ path: String, host: String = "localhost") -> String {
    UnixClient(folder.path + "/management")?.ask(path, host: host) ?? ""
  }
}

/// Receives a service's notifications to its manager, in order.
final class NotificationSocket: Sendable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let bound = withUnixAddress(path) { bind(descriptor, $0, $1) }
    try #require(bound == 0)
  }

  deinit { close(descriptor) }

  /// Waits for the next state and returns its first line; nil if none comes for a minute.
  func nextState() -> String? {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, 60_000) == 1 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    return String(decoding: buffer.prefix(max(count, 0)).prefix { $0 != 10 }, as: UTF8.self)
  }

  /// The first line of each state since the last call.
  func states() -> [String] {
    var states: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)),
      count > 0
    {
      let text = String(decoding: buffer.prefix(count), as: UTF8.self)
      states.append(String(text.prefix { $0 != "\n" }))
    }
    return states
  }
}

/// A connection to a unix socket.
final class UnixClient {
  private let descriptor: Int32

  /// Nil if there is no server.
  init?(_ path: String) {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard withUnixAddress(path, { connect(descriptor, $0, $1) }) == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Everything received until the other side closes.
  func receiveAll() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  func ask(_ path: String, host: String) -> String {
    let fields = "Host: \(host)\r\nUser-Agent: Firefox/145\r\nConnection: close\r\n"
    send("GET \(path) HTTP/1.1\r\n\(fields)\r\n")
    return receiveAll()
  }
}

private func withUnixAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  return withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
