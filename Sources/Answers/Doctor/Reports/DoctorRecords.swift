package import JSONSyntax
import Synchronization

/// The last report of each host, from the checks of a serving node or from a call. Pages that show
/// a host's state read it here.
package final class DoctorRecords: Sendable {
  private let reports = Mutex<[String: HostReport]>([:])

  package init() {}

  /// Returns the last report of a host; nil before the first.
  package func latest(host: String) -> HostReport? {
    reports.withLock { $0[host] }
  }

  /// The last reports of all hosts, sorted by name.
  package var all: [HostReport] {
    reports.withLock { reports in reports.values.sorted { $0.host < $1.host } }
  }

  /// Stores a report in place of the previous one.
  ///
  /// - Returns: the checks whose verdicts have changed; empty for a new host.
  package func keep(_ report: HostReport) -> [VerdictChange] {
    let before = reports.withLock { reports in reports.updateValue(report, forKey: report.host) }
    return before.map { VerdictChange.between($0, report) } ?? []
  }

  /// Forgets the hosts that are no longer checked.
  package func keepOnly(_ hosts: some Sequence<String>) {
    let hosts = Set(hosts)
    reports.withLock { reports in reports = reports.filter { hosts.contains($0.key) } }
  }
}

/// A check whose verdict has changed since the last report; the event `doctor.changed`.
package struct VerdictChange: Equatable, Sendable {
  package let host: String
  /// The verdict of the report before.
  package let before: DoctorVerdict
  /// The new result, whose verdict differs.
  package let result: CheckResult

  /// Returns the changes between two reports. Checks skipped in either of them are ignored.
  static func between(_ old: HostReport, _ new: HostReport) -> [VerdictChange] {
    new.results.compactMap { result in
      guard let before = old[result.check]?.verdict, before != result.verdict, before != .skip,
        result.verdict != .skip
      else { return nil }
      return VerdictChange(host: new.host, before: before, result: result)
    }
  }

  package var output: JSONOutput {
    .object([
      .init("host", .string(host)), .init("check", .string(result.check.rawValue)),
      .init("before", .string(before.rawValue)), .init("verdict", .string(result.verdict.rawValue)),
      .init("evidence", .string(result.evidence)), .init("help", .optional(result.help)),
    ])
  }
}
