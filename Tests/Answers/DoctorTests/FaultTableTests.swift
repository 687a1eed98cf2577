import FoundationEssentials
import JSONSyntax
import KeiroCommand
import Testing
import TroubledServers

@testable import Doctor

/// Faults of deployed hosts, each on a real server: the only check that reports it, and the fact in
/// its evidence, as `Fixtures/faults.txt` has them. `TroubledHostTests` have further ones, with the exact
/// output.
struct FaultTableTests {
  /// A line of the file.
  struct Host: CustomTestStringConvertible {
    let verdict: DoctorVerdict
    /// The name of the server.
    let name: String
    let checks: [String]
    /// The statement in the evidence of each check.
    let fact: String
    let arguments: String

    init?(_ line: Substring) {
      var parts = line.split(separator: " | ").map(String.init)
      let words = parts.removeFirst().split(separator: " ").map(String.init)
      guard let verdict = DoctorVerdict(rawValue: words[0]) else { return nil }
      (self.verdict, name, checks) = (verdict, words[1], Array(words.dropFirst(2)))
      fact = verdict == .pass ? "" : parts.removeFirst()
      arguments = parts.first.map { " " + $0 } ?? ""
    }

    var testDescription: String { name }
  }

  static let hosts: [Host] = {
    let bytes = try? Data(contentsOf: URL(filePath: DoctorLab.fixtures + "/faults.txt"))
    return String(decoding: bytes ?? Data(), as: UTF8.self).split(separator: "\n")
      .compactMap { Host($0) }
  }()
  static let faults = hosts.filter { $0.verdict != .pass }
  /// Correct hosts that are unusual.
  static let right = hosts.filter { $0.verdict == .pass }

  private struct Report {
    let code: ExitCode
    let results: [(check: String, verdict: String, evidence: String, help: String?)]

    init(_ name: String, _ arguments: String) async throws {
      let resolve =
        arguments.contains(" links.test:443:")
        ? "" : " --resolve links.test:443:127.0.0.1:{\(name)}"
      let line =
        "keiro doctor links.test\(resolve)\(arguments) --cacert {folder}/root.pem --private --json"
      let output: String
      (code, output) = try await DoctorLab.run(line)
      let host = try JSONDocument(parsing: Array(output.utf8)).root.member("hosts")?.array?.first
      results = try #require(host?.member("checks")?.array).map { check in
        func text(_ name: String) -> String? { check.member(name)?.string }
        return (text("id") ?? "", text("verdict") ?? "", text("evidence") ?? "", text("help"))
      }
    }

    /// The checks that fail or warn.
    var blamed: [String] {
      results.filter { $0.verdict == "fail" || $0.verdict == "warn" }
        .map { "\($0.verdict) \($0.check): \($0.evidence)" }
    }
  }

  @Test func `there are many faults, and checks of all groups`() {
    #expect(Self.faults.count > 110 && Self.right.count > 20)
    let checks = Self.faults.flatMap(\.checks).map { DoctorCheck(rawValue: $0) }
    #expect(!checks.contains(nil) && Set(checks).count > 20)
  }

  @Test(arguments: faults)
  func `names a fault once, as it is`(_ fault: Host) async throws {
    let report = try await Report(fault.name, fault.arguments)
    #expect(report.code == (fault.verdict == .fail ? .negative : .done))
    #expect(report.blamed.count == fault.checks.count, "\(report.blamed)")
    for check in fault.checks {
      let result = try #require(report.results.first { $0.check == check })
      #expect(result.verdict == fault.verdict.rawValue, "\(report.blamed)")
      #expect(result.evidence.contains(fault.fact), "\(result.evidence)")
      #expect(result.help?.isEmpty == false)
    }
    // Checks that were skipped because of the fault say so, and name the failed check.
    for result in report.results where result.evidence.contains(": see ") {
      let named = String(result.evidence.split(separator: " ").last ?? "")
      #expect(fault.checks.contains(named), "\(result)")
    }
  }

  @Test(arguments: right)
  func `blames nothing that is right`(_ host: Host) async throws {
    let report = try await Report(host.name, host.arguments)
    #expect(report.code == .done && report.blamed == [])
  }
}
