import Dispatch
import Glibc
import Sockets
import System
import TLSClient
import Testing

private let addresses: [(String, String?)] = [
  ("127.0.0.1:8080", "127.0.0.1:8080"), ("[::1]:80", "[::1]:80"), ("0.0.0.0:0", "0.0.0.0:0"),
  ("unix:/run/keiro.sock", "unix:/run/keiro.sock"), ("localhost:80", nil), ("127.0.0.1", nil),
  ("127.0.0.1:65536", nil), ("127.0.0.1:-1", nil), ("::1:80", nil), ("unix:relative", nil),
  ("unix:/" + String(repeating: "a", count: 200), nil), ("", nil),
]

@Test(arguments: addresses)
func `reads an address`(_ text: String, _ expected: String?) {
  #expect(SocketAddress(text)?.description == expected)
}

@Test func `replaces a stale socket file`() throws {
  let path = "/tmp/keiro-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
  let address = try #require(SocketAddress("unix:" + path))
  let first = try Listener.open(address, workers: 1)
  #expect(throws: SystemError.self) { _ = try Listener.open(address, workers: 1) }
  // A killed process leaves the socket file behind.
  try #require(first.socket(0).map { close($0) } == 0)
  let second = try Listener.open(address, workers: 1)
  second.close()
  #expect(access(path, F_OK) != 0)
}

@Test func `removes nothing at its path but a socket without a server`() throws {
  let path = "/tmp/keiro-test-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
  let address = try #require(SocketAddress("unix:" + path))
  defer { unlink(path) }
  func refusal() -> SystemError? {
    do throws(SystemError) {
      try Listener.open(address, workers: 1).close()
      return nil
    } catch {
      return error
    }
  }
  func entry() -> Bool { access(path, F_OK) == 0 }

  let makers: [() -> Int32] = [
    { close(open(path, O_CREAT | O_WRONLY, 0o600)) }, { mkfifo(path, 0o600) },
    { symlink("/tmp", path) },
  ]
  for make in makers {
    try #require(make() == 0)
    #expect(refusal() == SystemError(operation: "bind", subject: "unix:" + path, code: ENOTSOCK))
    #expect(entry())
    unlink(path)
  }

  let alive = try Listener.open(address, workers: 1)
  #expect(refusal()?.isAddressInUse == true && entry())
  // Another socket has taken the path meanwhile, and this listener must not remove it.
  unlink(path)
  let other = try Listener.open(address, workers: 1)
  alive.close()
  #expect(entry())
  other.close()
  #expect(!entry())
}

@Test(arguments: [nil, 7])
func `leaves connections without a word to the system where it is told to`(silence: Int?) throws {
  let address = try #require(SocketAddress("127.0.0.1:0"))
  let listener = try Listener.open(address, workers: 2, silence: silence)
  defer { listener.close() }
  for index in 0..<2 {
    var seconds: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    let socket = try #require(listener.socket(index))
    #expect(getsockopt(socket, Int32(IPPROTO_TCP), TCP_DEFER_ACCEPT, &seconds, &size) == 0)
    // The system counts in retransmissions, whose times it rounds up.
    #expect(silence.map { seconds >= Int32($0) } ?? (seconds == 0))
  }
}

@Test func `notifies systemd`() throws {
  let path = "/tmp/keiro-notify-\(getpid())-\(UInt32.random(in: 0 ... .max)).sock"
  let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
  defer {
    close(receiver)
    unlink(path)
  }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let bound = withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(receiver, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
  try #require(bound == 0)
  ServiceManager(environment: ["NOTIFY_SOCKET": path]).notify("READY=1")
  var buffer = [UInt8](repeating: 0, count: 64)
  let count = recv(receiver, &buffer, buffer.count, Int32(MSG_DONTWAIT))
  #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "READY=1")
  ServiceManager(environment: ["NOTIFY_SOCKET": "/absent"]).notify("READY=1")
  ServiceManager(environment: [:]).notify("READY=1")
}

@Test func `takes over the sockets passed to it`() {
  let own = String(getpid())
  func sockets(_ environment: [String: String]) -> [String] {
    ServiceManager(environment: environment).inheritedSockets.map { "\($0.descriptor) \($0.name)" }
  }
  #expect(
    sockets(["LISTEN_PID": own, "LISTEN_FDS": "2", "LISTEN_FDNAMES": "public:management"])
      == ["3 public", "4 management"])
  #expect(sockets(["LISTEN_PID": own, "LISTEN_FDS": "1"]) == ["3 unknown"])
  #expect(sockets(["LISTEN_PID": "1", "LISTEN_FDS": "1"]) == [])
  #expect(sockets(["LISTEN_PID": own, "LISTEN_FDS": "-1"]) == [])
  #expect(ServiceManager(environment: ["WATCHDOG_USEC": "3000000"]).watchdogInterval == 1_500_000)
  #expect(ServiceManager(environment: ["WATCHDOG_USEC": "x"]).watchdogInterval == nil)
}

/// The two ends of a TCP connection.
private func connectedPair() throws -> (server: Int32, client: Int32) {
  let listener = try Listener.open(try #require(SocketAddress("127.0.0.1:0")), workers: 1)
  defer { listener.close() }
  let port = try #require(listener.name.split(separator: ":").last.flatMap { UInt16($0) })
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  let client = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  let connected = withUnsafePointer(to: address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      connect(client, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  try #require(connected == 0)
  while true {
    if case .connection(let server, _) = Connection.accept(try #require(listener.socket(0))) {
      return (server, client)
    }
  }
}

/// The system sends bytes that wait for others after a fifth of a second, so it is enough if one of
/// several attempts succeeds.
@Test func `the last bytes of a connection are one segment`() throws {
  let isReached = try (0..<20).contains { _ in
    let (server, client) = try connectedPair()
    defer { close(client) }
    for piece in ["last ", "bytes"] {
      let count = Array(piece.utf8).withUnsafeBytes {
        Connection.write(server, $0, isLast: true)
      }
      #expect(count == piece.utf8.count)
    }
    Connection.close(server)
    var buffer = [UInt8](repeating: 0, count: 64)
    let count = recv(client, &buffer, buffer.count, Int32(MSG_WAITALL))
    #expect(String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self) == "last bytes")
    return keiro_segments_received(client) == 1
  }
  #expect(isReached)
}

/// Reads and discards input.
private final class Reader: EventLoopDelegate {
  func loopWillHandleEvents() {}

  func handle(_ event: EventLoop.Event) {
    var byte: UInt8 = 0
    _ = read(Int32(event.token), &byte, 1)
  }
}

@Test func `performs work while events keep it busy`() throws {
  let loop = try EventLoop(label: "test")
  var ends: [Int32] = [0, 0]
  try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
  let reader = Reader()
  try loop.add(ends[0], token: UInt64(ends[0]), .reading)
  loop.start(reader)
  let done = DispatchSemaphore(value: 0)
  for _ in 0..<500 {
    _ = write(ends[1], "x", 1)
    loop.perform { done.signal() }
    #expect(done.wait(timeout: .now() + .seconds(20)) == .success)
  }
  loop.performAndWait { loop.stop() }
  withExtendedLifetime(reader) {}
  close(ends[0])
  close(ends[1])
}

@Test func `performs what comes before it starts and after it stops, and lets go of its delegate`()
  throws
{
  let loop = try EventLoop(label: "test")
  func performs() -> Bool {
    let done = DispatchSemaphore(value: 0)
    loop.perform { done.signal() }
    return done.wait(timeout: .now() + .seconds(20)) == .success
  }
  #expect(performs())
  weak var delegate: Reader?
  do {
    let reader = Reader()
    delegate = reader
    loop.start(reader)
  }
  #expect(performs() && delegate != nil)
  loop.performAndWait { loop.stop() }
  // The first may still be the last that the loop does.
  for _ in 0..<2 { #expect(performs()) }
  #expect(delegate == nil)
}

@Test func `adds a descriptor again, but not a closed one`() throws {
  let loop = try EventLoop(label: "test")
  var ends: [Int32] = [0, 0]
  try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
  #expect(loop.watches(ends[0], token: 1, .reading))
  #expect(loop.watches(ends[0], token: 1, .reading))
  #expect(!loop.watches(-1, token: 2, .reading))
  ends.forEach { _ = close($0) }
}
