import Dispatch
import Glibc
import HTTPCore
import HTTPServer
import LinkStorage
import Links
import PublicSite
import SQLiteStore
import Service
import SiteModel
import Sockets
import Synchronization
import Telemetry
import WebSyntax

/// The latency of ready redirects, alone and while other visits of the same worker ask for links that
/// are read from a slow disk.
enum ColdVisits {
  private static let rounds = 20_000
  private static let coldClients = 4

  static func run(_ arguments: [String]) -> Int32 {
    let milliseconds = arguments.first.map { Int($0) } ?? 5
    guard arguments.count <= 1, let milliseconds, (0...1000).contains(milliseconds) else {
      usage("usage: keiro-bench cold [MILLISECONDS]")
    }
    guard let server = ColdServer(readMilliseconds: milliseconds),
      let client = WireClient(port: server.port, timeout: 5000)
    else { return 3 }
    defer { server.stop() }
    // The first rounds warm up.
    guard latencies(client) != nil, let alone = latencies(client) else { return 3 }
    let (group, state) = (DispatchGroup(), Rivals())
    for number in 0..<coldClients {
      DispatchQueue(label: "cold.\(number)").async(group: group) {
        guard let client = WireClient(port: server.port, timeout: 5000) else { return }
        var slug = 0
        while !state.isOver.load(ordering: .relaxed) {
          slug += 1
          guard client.ask("/s/cold-\(number)-\(slug)", prefix: "HTTP/1.1 302") else { return }
          state.visits.add(1, ordering: .relaxed)
        }
      }
    }
    let beside = latencies(client)
    state.isOver.store(true, ordering: .relaxed)
    group.wait()
    guard let beside else { return 3 }
    let read = state.visits.load(ordering: .relaxed)
    print("ready redirects         p50 µs   p99 µs")
    report("alone", alone)
    report("beside \(read) cold", beside)
    let ratios = (ratio(beside.p50, alone.p50), ratio(beside.p99, alone.p99))
    print("ratio                   \(ratios.0)     \(ratios.1)")
    return read > 0 ? 0 : 3
  }

  private static func latencies(_ client: WireClient) -> (p50: Int, p99: Int)? {
    var times: [Int] = []
    times.reserveCapacity(rounds)
    for _ in 0..<rounds {
      let start = ContinuousClock.now
      guard client.ask("/s/ready", prefix: "HTTP/1.1 302") else { return nil }
      times.append(Int((ContinuousClock.now - start) / .nanoseconds(1)))
    }
    times.sort()
    return (times[rounds / 2], times[rounds * 99 / 100])
  }

  private static func report(_ name: String, _ latencies: (p50: Int, p99: Int)) {
    let label = name + String(repeating: " ", count: max(24 - name.utf8.count, 1))
    print("\(label)\(latencies.p50 / 1000)       \(latencies.p99 / 1000)")
  }

  private static func ratio(_ time: Int, _ reference: Int) -> Double {
    (Double(time) / Double(reference) * 100).rounded() / 100
  }
}

/// The visits to links that are not in memory.
private final class Rivals: Sendable {
  let isOver = Atomic(false)
  let visits = Atomic(0)
}

extension WireClient {
  /// Asks for a path on a kept connection, and tells whether the answer begins as expected.
  fileprivate func ask(_ path: String, prefix: String) -> Bool {
    send(Array("GET \(path) HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8))
    return read(until: Array("\r\n\r\n".utf8))?.starts(with: prefix.utf8) ?? false
  }
}

/// A server with one worker, whose links are read from a slow disk.
private final class ColdServer: Sendable {
  let port: UInt16
  private let server: HTTPServer

  init?(readMilliseconds: Int) {
    guard let host = HostPattern("a.example") else { return nil }
    var site = SiteDefinition(hosts: [host])
    site.shortLinks = ShortLinksDefinition(
      prefix: "/s/", app: nil,
      links: [ShortLink(host: "a.example", slug: "ready", url: "https://e.example/ready")])
    let definition = ServiceDefinition(apps: [], sites: [site])
    guard let snapshot = ServiceSnapshot.compile(definition).snapshot,
      let prepared = PreparedSites(snapshot), let store = try? SQLiteStore(in: MemoryDatabase()),
      let address = SocketAddress("127.0.0.1:0"),
      let listener = try? Listener.open(address, workers: 1),
      let port = listener.name.split(separator: ":").last.flatMap({ UInt16($0) })
    else { return nil }
    let passwords = PasswordHasher(
      hash: { PasswordHash($0) }, verify: { $0 == $1.text }, fault: { _ in nil })
    let directory = LinkDirectory(
      store: store, passwords: passwords, links: SleepingLinks(milliseconds: readMilliseconds))
    let metrics = WorkerMetrics(routeNames: RouteLabel.names)
    guard
      let server = try? HTTPServer(
        configuration: HTTPServerConfiguration(workers: 1), listeners: [listener],
        metrics: [metrics],
        makeHandler: { _ in
          PublicHandler(
            snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(networks: []),
            journal: RequestJournal(metrics: metrics, write: nil), directory: directory,
            recorder: ClickRecorder(store: store))
        })
    else { return nil }
    self.port = port
    self.server = server
    server.start()
  }

  func stop() { server.drain(timeout: 1) }
}

/// Links that take their time, as from a disk that is slow or asleep.
private final class SleepingLinks: VisitedLinks {
  private let milliseconds: UInt32

  init(milliseconds: Int) {
    self.milliseconds = UInt32(milliseconds)
  }

  func link(at key: LinkKey) -> StoredLink? {
    usleep(milliseconds * 1000)
    return StoredLink(
      id: 1, revision: 1,
      link: ShortLink(host: key.host, slug: key.slug, url: "https://e.example/cold"))
  }

  func links(at keys: [LinkKey]) -> [StoredLink] {
    keys.prefix(1).compactMap { link(at: $0) }
  }

  func links(beforeID id: Int, limit: Int) -> [StoredLink] { [] }
}
