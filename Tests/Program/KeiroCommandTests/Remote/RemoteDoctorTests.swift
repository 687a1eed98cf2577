import Doctor
import JSONSyntax
import KeiroCommand
import Links
import SmallServer
import Testing

/// An examination by a remote server reads like a local one.
struct RemoteDoctorTests {
  private static func report(isReached: Bool, _ verdict: DoctorVerdict) -> DoctorReport {
    DoctorReport(
      hosts: [
        HostReport(
          host: "a.example",
          results: [CheckResult(.dns, verdict, "what was seen", help: "what to do")],
          isReached: isReached, time: Timestamp(secondsSinceEpoch: 0))
      ])
  }

  @Test(arguments: [
    (true, DoctorVerdict.fail, ExitCode.negative), (true, .pass, .done),
    (false, .fail, .environmentFailed),
  ]) func `the report of a server is told as one's own`(
    _ isReached: Bool, _ verdict: DoctorVerdict, _ expected: ExitCode
  ) throws {
    let report = Self.report(isReached: isReached, verdict).document
    let server = try #require(
      SmallServer { _ in
        "HTTP/1.1 200 OK\r\nContent-Length: \(report.compact.utf8.count)\r\n\r\n" + report.compact
      })
    defer { server.stop() }
    let environment = [
      "KEIRO_SERVER": "http://127.0.0.1:\(server.port)", "KEIRO_TOKEN": "keiro_x",
    ]
    let json = keiro(["doctor", "--json", "a.example"], environment: environment)
    #expect(json == CommandResult(code: expected, output: report.pretty + "\n", error: ""))
    #expect(server.asked[0].hasPrefix("POST /v1/doctor HTTP/1.1\r\n"))
    #expect(server.asked[0].hasSuffix("\r\n\r\n{\"hosts\":[\"a.example\"]}"))
    let text = keiro(["doctor", "--evidence"], environment: environment)
    #expect(text.code == expected)
    #expect(text.output.contains("\(verdict.rawValue)  dns: what was seen\n"))
    #expect(server.asked[1].hasSuffix("\r\n\r\n"))
  }
}
