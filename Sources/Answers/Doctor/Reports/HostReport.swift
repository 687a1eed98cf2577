package import JSONSyntax
package import Links

package enum DoctorVerdict: String, Sendable, CaseIterable {
  case pass
  /// The host works, but not for everyone or not for long.
  case warn
  /// Links do not open apps, or worse.
  case fail
  /// There was nothing to check.
  case skip
}

package struct CheckResult: Equatable, Sendable {
  package let check: DoctorCheck
  package let verdict: DoctorVerdict
  /// The evidence: one line without an initial capital or a full stop.
  package let evidence: String
  /// The advice; nil for checks that pass or are skipped.
  package let help: String?

  package init(
    _ check: DoctorCheck, _ verdict: DoctorVerdict, _ evidence: String, help: String? = nil
  ) {
    self.check = check
    self.verdict = verdict
    self.evidence = evidence
    self.help = help
  }
}

package struct HostReport: Equatable, Sendable {
  /// The name of the host, including the port when one was requested.
  package let host: String
  /// Every check once, in the order of `DoctorCheck`.
  package let results: [CheckResult]
  /// Whether any address accepted a connection.
  package let isReached: Bool
  package let time: Timestamp

  package init(host: String, results: [CheckResult], isReached: Bool, time: Timestamp) {
    self.host = host
    self.results = results
    self.isReached = isReached
    self.time = time
  }

  package var worst: DoctorVerdict {
    for verdict in [DoctorVerdict.fail, .warn, .pass] where count(verdict) > 0 { return verdict }
    return .skip
  }

  package func count(_ verdict: DoctorVerdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  /// The result of a check; nil for a check that was not made.
  package subscript(check: DoctorCheck) -> CheckResult? { results.first { $0.check == check } }
}

package struct DoctorReport: Equatable, Sendable {
  package let hosts: [HostReport]

  package init(hosts: [HostReport]) {
    self.hosts = hosts
  }

  /// The report as printed by `--json` and returned by the API, with its keys in a fixed order.
  package var document: JSONOutput {
    .object([.init("hosts", .array(hosts.map(\.output)))])
  }
}

extension HostReport {
  package var output: JSONOutput {
    .object([
      .init("host", .string(host)), .init("reached", .bool(isReached)),
      .init("checks", .array(results.map(\.output))),
    ])
  }
}

extension CheckResult {
  package var output: JSONOutput {
    .object([
      .init("id", .string(check.rawValue)), .init("group", .string(check.group.rawValue)),
      .init("verdict", .string(verdict.rawValue)), .init("evidence", .string(evidence)),
      .init("help", .optional(help)),
    ])
  }
}
