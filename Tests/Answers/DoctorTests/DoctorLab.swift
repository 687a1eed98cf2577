import Dispatch
import FoundationEssentials
import KeiroCommand
import Links
import Synchronization
import Testing
import TroubledServers
import WebSyntax

@testable import Doctor

/// `keiro doctor`, run against the misbehaving servers.
enum DoctorLab {
  static let folder = String(#filePath.dropLast("DoctorLab.swift".count))
  static let fixtures = folder + "Fixtures"
  /// The time of all runs, 31 days before most certificates end.
  private static let now = Timestamp("2098-12-01T00:00:00Z")

  /// The server of that name has the files generated from the configuration.
  static let servers: Result<TroubledServers, any Error> = Result {
    let servers = try TroubledServers.shared()
    for (kind, name) in [("apple", "apple.json"), ("android", "android.json")] {
      let (code, output) = ask(
        [
          "association", "--config", fixtures + "/links.json", "--host", "links.test", "--kind",
          kind,
        ])
      #expect(code == .done)
      try Data(output.utf8).write(to: URL(filePath: servers.folder + "/" + name))
    }
    return servers
  }

  /// Four runs at a time: most of a run waits for its next turn to ask a host.
  private static let lanes = (0..<4).map { DispatchQueue(label: "doctor.\($0)") }
  private static let runs = Atomic(0)

  /// The answer to a command in which names in braces are ports, for which no thread of the tests waits.
  static func run(_ line: String) async throws -> (ExitCode, String) {
    let words = words(line, try servers.get())
    let number = runs.wrappingAdd(1, ordering: .relaxed).oldValue
    return await withCheckedContinuation { asked in
      lanes[number % lanes.count].async { asked.resume(returning: calmAnswer(words)) }
    }
  }

  /// Asks again, up to five times, where an answer took seconds, or did not begin within a short limit: on a
  /// busy machine that says nothing about the host.
  private static func calmAnswer(_ arguments: [String]) -> (ExitCode, String) {
    for _ in 0..<5 {
      let result = ask(arguments)
      let times = result.1.matches(of: /([0-9]+) ms/).compactMap { Int($0.1) }
      let isLate = result.1.contains(
        /(a connection|a TLS connection|an answer) did not arrive within/)
      if !isLate, times.allSatisfy({ $0 < 2000 }) { return result }
    }
    return ask(arguments)
  }

  private static func ask(_ arguments: [String]) -> (ExitCode, String) {
    let bytes = Mutex<[UInt8]>([])
    let console = Console { _, written in
      bytes.withLock { $0 += written }
      return true
    }
    let code = KeiroCommand.main(
      arguments: arguments, environment: [:], console: console, now: now)
    return (code, bytes.withLock { String(decoding: $0, as: UTF8.self) })
  }

  private static func words(_ line: String, _ servers: TroubledServers) -> [String] {
    var line = line.replacing("{fixtures}", with: fixtures)
      .replacing("{folder}", with: servers.folder)
    for (name, port) in servers.ports { line = line.replacing("{\(name)}", with: "\(port)") }
    // An answer that a busy machine delays is no fault of the host.
    if !line.contains(" --timeout ") { line += " --timeout 60" }
    return line.split(separator: " ").dropFirst().map { String($0) }
  }

  /// The output without the parts that differ from run to run.
  static func settled(_ output: String) throws -> String {
    let folder = try servers.get().folder
    return output.replacing(/[0-9]+ ms/, with: "N ms")
      .replacing(/; [0-9]+ of/, with: "; N of")
      .replacing(fixtures, with: "{fixtures}").replacing(folder, with: "{folder}")
  }
}

extension HostObservation {
  /// What was seen of a host at 192.0.2.1 with these answers.
  static func seen(
    _ name: String = "links.test", apple: Observed, google: Observed? = nil
  ) throws -> HostObservation {
    let address = try #require(IPAddress("192.0.2.1"))
    var host = HostObservation(host: name, lookup: .found([address]))
    let missing = Observed(url: "https://\(name)/b", status: 404)
    host.addresses = [
      AddressObservation(address: address, apple: apple, android: google ?? missing)
    ]
    return host
  }

  /// The verdicts at the time of the tests.
  func report(_ expected: HostExpectation = HostExpectation()) -> HostReport {
    let now = Timestamp(secondsSinceEpoch: ExaminationTests.now)
    return Examination(self, expecting: expected, now: now).report()
  }
}
