package import JSONSyntax
import Synchronization

/// The last report of each host, from the checks of a serving node or from a call. Pages that show
/// a host's state read it here.
package final class DoctorRecords: Sendable {
  private struct Known {
    let report: HostReport
    /// The last verdict of each check that was ever made: a report without it, as of a host that was
    /// away, hides no change.
    let verdicts: [DoctorCheck: DoctorVerdict]
  }

  private let known = Mutex<[String: Known]>([:])

  package init() {}

  /// Returns the last report of a host; nil before the first.
  package func latest(host: String) -> HostReport? {
    known.withLock { $0[host]?.report }
  }

  /// The last reports of all hosts, sorted by name.
  package var all: [HostReport] {
    known.withLock { known in known.values.map(\.report).sorted { $0.host < $1.host } }
  }

  /// Stores a report in place of the previous one.
  ///
  /// - Returns: the checks whose verdicts have changed; empty for a new host.
  package func keep(_ report: HostReport) -> [VerdictChange] {
    known.withLock { known in
      var verdicts = known[report.host]?.verdicts ?? [:]
      let changes = report.results.compactMap { result -> VerdictChange? in
        guard result.verdict != .skip,
          let before = verdicts.updateValue(result.verdict, forKey: result.check),
          before != result.verdict
        else { return nil }
        return VerdictChange(host: report.host, before: before, result: result)
      }
      known[report.host] = Known(report: report, verdicts: verdicts)
      return changes
    }
  }

  /// Forgets the hosts that are no longer checked.
  package func keepOnly(_ hosts: some Sequence<String>) {
    let hosts = Set(hosts)
    known.withLock { known in known = known.filter { hosts.contains($0.key) } }
  }
}

/// A check whose verdict has changed since it was last made; the event `doctor.changed`.
package struct VerdictChange: Equatable, Sendable {
  package let host: String
  package let before: DoctorVerdict
  /// The new result, whose verdict differs.
  package let result: CheckResult

  package var output: JSONOutput {
    .object([
      .init("host", .string(host)), .init("check", .string(result.check.rawValue)),
      .init("before", .string(before.rawValue)), .init("verdict", .string(result.verdict.rawValue)),
      .init("evidence", .string(result.evidence)), .init("help", .optional(result.help)),
    ])
  }
}
