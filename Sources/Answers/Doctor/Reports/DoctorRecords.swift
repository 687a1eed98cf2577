package import JSONSyntax
import Synchronization

/// The last report of each host: of a serving node that looks by itself, or of a call that asked.
/// Pages that show a host's state read it here.
package final class DoctorRecords: Sendable {
  private let reports = Mutex<[String: HostReport]>([:])

  package init() {}

  /// The last report of a host; nil before the first.
  package func latest(host: String) -> HostReport? {
    reports.withLock { $0[host] }
  }

  /// The last report of every host, by name.
  package var all: [HostReport] {
    reports.withLock { reports in reports.values.sorted { $0.host < $1.host } }
  }

  /// Keeps a report in the place of the one before.
  ///
  /// - Returns: the checks whose verdicts are others now; none for a host that is new here.
  package func keep(_ report: HostReport) -> [VerdictChange] {
    let before = reports.withLock { reports in reports.updateValue(report, forKey: report.host) }
    return before.map { VerdictChange.between($0, report) } ?? []
  }

  /// Forgets the hosts that are no longer looked at.
  package func keepOnly(_ hosts: some Sequence<String>) {
    let hosts = Set(hosts)
    reports.withLock { reports in reports = reports.filter { hosts.contains($0.key) } }
  }
}

/// A check that comes to something else than the last time; the event `doctor.changed`.
package struct VerdictChange: Equatable, Sendable {
  package let host: String
  package let before: DoctorVerdict
  package let result: CheckResult

  package init(host: String, before: DoctorVerdict, result: CheckResult) {
    self.host = host
    self.before = before
    self.result = result
  }

  /// Checks that were left out either time tell nothing.
  static func between(_ old: HostReport, _ new: HostReport) -> [VerdictChange] {
    new.results.compactMap { result in
      guard let before = old[result.check]?.verdict, before != result.verdict, before != .skip,
        result.verdict != .skip
      else { return nil }
      return VerdictChange(host: new.host, before: before, result: result)
    }
  }

  /// The data of the event.
  package var output: JSONOutput {
    .object([
      .init("host", .string(host)), .init("check", .string(result.check.rawValue)),
      .init("before", .string(before.rawValue)), .init("verdict", .string(result.verdict.rawValue)),
      .init("evidence", .string(result.evidence)), .init("help", .optional(result.help)),
    ])
  }
}
