import CAllocations
import FoundationEssentials
import HTTPCore
import LinkStorage
import Links
import SQLStorage
import PublicSite
import SQLiteStore
import Service
import SiteModel
import Telemetry
import WebSyntax

/// The heap size of a link: one of the configuration, and one of the store in a worker's cache. The
/// look-up tables are included.
enum MemoryBenchmark {
  static func run() -> Int32 {
    guard let host = HostPattern("a.example") else { return 3 }
    let folder =
      FileManager.default.temporaryDirectory.path + "/keiro-bench-\(UInt64.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let configured = configuredLinks(100_000, host)
      print("a link of the configuration: \(configured) bytes")
      let cached = try cachedLinks(30_000, host, folder + "/links.db")
      print("a link of the store in a worker's cache: \(cached) bytes")
      return 0
    } catch {
      print("keiro-bench memory: \(error)")
      return 3
    }
  }

  private static let now = HTTPInstant(secondsSinceEpoch: 1_795_224_669)

  private static func link(_ number: Int) -> ShortLink {
    ShortLink(host: "a.example", slug: "l\(number)", url: "https://a.example/article/\(number)")
  }

  private static func snapshot(_ host: HostPattern, _ links: [ShortLink]) -> ServiceSnapshot? {
    var site = SiteDefinition(hosts: [host])
    site.shortLinks = ShortLinksDefinition(prefix: "/s/", app: nil, links: links)
    return ServiceSnapshot.compile(ServiceDefinition(apps: [], sites: [site])).snapshot
  }

  private static func configuredLinks(_ count: Int, _ host: HostPattern) -> Int {
    let before = keiro_allocated_bytes()
    let compiled = snapshot(host, (0..<count).map(link))
    let bytes = keiro_allocated_bytes() - before
    return withExtendedLifetime(compiled) { Int(bytes) / count }
  }

  private static func cachedLinks(
    _ count: Int, _ host: HostPattern, _ path: String
  ) throws -> Int {
    guard let snapshot = snapshot(host, []), let prepared = PreparedSites(snapshot) else {
      return 0
    }
    let store = try SQLiteStore(path: path)
    defer { store.close() }
    let time = Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch))
    try waitForAnswer {
      store.apply(
        (0...count).map(link), overwritesEdits: false, by: .service, now: time, completion: $0)
    }
    let passwords = PasswordHasher(
      hash: { PasswordHash($0) }, verify: { $0 == $1.text }, fault: { _ in nil })
    let handler = PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: LinkDirectory(store: store, passwords: passwords),
      recorder: ClickRecorder(store: store))
    // Allocations of the first look-up are not part of the cost of a link.
    visit(count, handler)
    let before = keiro_allocated_bytes()
    for number in 0..<count { visit(number, handler) }
    return Int(keiro_allocated_bytes() - before) / count
  }

  private static func visit(_ number: Int, _ handler: PublicHandler) {
    let bytes = Array("GET /s/l\(number) HTTP/1.1\r\nHost: a.example\r\n\r\n".utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    _ = decoder.decode(bytes.span, offset: &offset)
    let answer = handler.answer(to: decoder.request, from: HTTPPeer(address: nil), at: now)
    if case .ready(let response) = answer, response.status == .found { return }
    print("link \(number) was not found")
  }
}
