import Doctor
import FoundationEssentials
import KeiroConfiguration
import Management
import Synchronization
import Telemetry
import Testing
import TroubledServers

@testable import KeiroCommand

/// A running node that examines its own hosts.
struct DoctorWatchTests {
  private static func configuration(
    _ server: String, _ servers: TroubledServers
  ) throws -> CompiledConfiguration {
    let port = try #require(servers.ports[server])
    let text = """
      { "outgoing": { "allowNetworks": ["127.0.0.0/8"], "authorities": "\(servers.folder)/root.pem" },
        "doctor": { "every": 86400, "private": true, "timeout": 10,
                    "resolve": ["links.test:443:127.0.0.1:\(port)"] },
        "sites": [ { "hosts": ["links.test", "*.links.test"] } ] }
      """
    let file = "\(servers.folder)/\(server).keiro.json"
    // Written atomically, because several tests write the same file.
    try Data(text.utf8).write(to: URL(filePath: file), options: .atomic)
    return try CompiledConfiguration(path: file)
  }

  private static func metrics(_ watch: DoctorWatch) -> String {
    var output = PrometheusText()
    output.append(watch.records)
    return output.text
  }

  @Test func `measures what it sees, and tells what has changed`() throws {
    let servers = try TroubledServers.shared()
    let healthy = try Self.configuration("healthy", servers)
    let changes = Mutex<[VerdictChange]>([])
    let lines = Mutex<[String]>([])
    let watch = DoctorWatch(healthy.snapshot) { line in
      lines.withLock { $0.append(line) }
    } changed: { found in
      changes.withLock { $0 += found }
    }
    watch.adopt(healthy, snapshot: healthy.snapshot)
    let agents = "keiro_doctor_check{host=\"links.test\",check=\"aasa-agents\"}"
    #expect(Self.metrics(watch) == "")
    _ = watch.access(healthy).examine(["links.test"], healthy.snapshot)
    #expect(changes.withLock { $0 } == [])
    #expect(Self.metrics(watch).contains(agents + " 1\n"))
    #expect(!Self.metrics(watch).contains("check=\"apple-cdn\""))

    let forbidden = try Self.configuration("forbidden", servers)
    watch.adopt(forbidden, snapshot: forbidden.snapshot)
    let report = watch.access(forbidden).examine(["links.test"], forbidden.snapshot)
    #expect(report?.hosts.first?.worst == .fail)
    let found = changes.withLock { $0.map { "\($0.result.check.rawValue) \($0.before)" } }
    #expect(found.contains("aasa-agents pass"), "\(found)")
    #expect(lines.withLock { $0.contains { $0.contains("aasa-agents was pass, is fail") } })
    #expect(Self.metrics(watch).contains(agents + " 0\n"))
    watch.stop()
  }

  @Test(.timeLimit(.minutes(5)))
  func `looks by itself, at its hosts without a wildcard`() async throws {
    let servers = try TroubledServers.shared()
    let forbidden = try Self.configuration("forbidden", servers)
    let (changes, change) = AsyncStream.makeStream(of: [VerdictChange].self)
    let watch = DoctorWatch(forbidden.snapshot, log: { _ in }, changed: { change.yield($0) })
    watch.adopt(forbidden, snapshot: forbidden.snapshot)
    _ = watch.access(forbidden).examine(["links.test"], forbidden.snapshot)
    let healthy = try Self.configuration("healthy", servers)
    watch.adopt(healthy, snapshot: healthy.snapshot)
    watch.start()
    defer { watch.stop() }
    let seen = try #require(await changes.first { _ in true })
    #expect(seen.allSatisfy { $0.host == "links.test" && $0.result.verdict != .fail })
    #expect(watch.records.all.map(\.host) == ["links.test"])
    #expect(watch.records.latest(host: "links.test")?.isReached == true)
  }
}
