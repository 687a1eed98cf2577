package import JSONSyntax
package import Links

/// What a check comes to.
package enum DoctorVerdict: String, Sendable, CaseIterable {
  case pass
  /// It works, but not everywhere or not for long.
  case warn
  /// Links do not open apps, or something worse.
  case fail
  /// There was nothing to look at.
  case skip
}

/// One check of a host.
package struct CheckResult: Equatable, Sendable {
  package let check: DoctorCheck
  package let verdict: DoctorVerdict
  /// What was seen: one line without capital and full stop.
  package let evidence: String
  /// What to do; nil for checks that pass or are left out.
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

/// All checks of a host.
package struct HostReport: Equatable, Sendable {
  /// With its port where that was asked for.
  package let host: String
  /// Every check once, in the order of the table.
  package let results: [CheckResult]
  /// Whether any address took a connection.
  package let isReached: Bool
  /// When the host was looked at.
  package let time: Timestamp

  package init(host: String, results: [CheckResult], isReached: Bool, time: Timestamp) {
    self.host = host
    self.results = results
    self.isReached = isReached
    self.time = time
  }

  /// The worst verdict of all checks.
  package var worst: DoctorVerdict {
    for verdict in [DoctorVerdict.fail, .warn, .pass] where count(verdict) > 0 { return verdict }
    return .skip
  }

  package func count(_ verdict: DoctorVerdict) -> Int {
    results.count { $0.verdict == verdict }
  }

  package subscript(check: DoctorCheck) -> CheckResult? { results.first { $0.check == check } }
}

/// All hosts that were looked at.
package struct DoctorReport: Equatable, Sendable {
  package let hosts: [HostReport]

  package init(hosts: [HostReport]) {
    self.hosts = hosts
  }

  /// The form of `--json` and of the API; the order of the keys is fixed.
  package var document: JSONOutput {
    .object([.init("hosts", .array(hosts.map(\.output)))])
  }
}

extension HostReport {
  package var output: JSONOutput {
    .object([
      .init("host", .string(host)), .init("checks", .array(results.map(\.output))),
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
