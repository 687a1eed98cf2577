import Dispatch
package import Doctor
package import Links
package import Outgoing
import Synchronization

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

/// Performs several blocking operations concurrently.
enum Lanes {
  /// The results in the order of the items.
  static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], width: Int, _ work: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let next = Mutex(0)
    let results = Mutex([Int: Result]())
    let group = DispatchGroup()
    for number in 0..<min(width, items.count) {
      // A serial queue has its own thread, regardless of other work.
      DispatchQueue(label: "keiro.doctor.\(number)").async(group: group) {
        while true {
          let index = next.withLock { next in
            defer { next += 1 }
            return next
          }
          guard index < items.count else { return }
          let result = work(items[index])
          results.withLock { $0[index] = result }
        }
      }
    }
    group.wait()
    return results.withLock { results in items.indices.compactMap { results[$0] } }
  }
}
