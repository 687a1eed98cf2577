package import Doctor
package import Links
package import Outgoing

/// Examines hosts and reports what is wrong with them.
package struct HostDoctor: Sendable {
  private let prober: HostProber

  private static let hostsAtATime = 4

  /// - Throws: `unavailable` without libcurl.
  package init(_ settings: ProbeSettings) throws(OutgoingError) {
    prober = try HostProber(settings)
  }

  /// Examines hosts and waits for all answers.
  ///
  /// - Parameters:
  ///   - plans: the hosts, in the order of the report.
  ///   - now: the time of the reports.
  ///   - progress: called after each host, on any thread.
  package func examine(
    _ plans: [HostPlan], now: Timestamp, progress: @escaping @Sendable () -> Void = {}
  ) -> DoctorReport {
    let reports = Lanes.map(plans, width: Self.hostsAtATime) { [prober] plan in
      defer { progress() }
      let seen = prober.observe(plan.target)
      return Examination(seen, expecting: plan.expectation, now: now).report()
    }
    return DoctorReport(hosts: reports)
  }
}
