package import Doctor
package import HTTPCore
import JSONSyntax
import LinkStorage
package import Service
package import SiteModel
import WebSyntax

extension APICall {
  /// The hosts in the body, as `hosts` or one `host`; without them, all within the caller's reach.
  func examinedHosts() throws(Problem) -> [String] {
    let known = snapshot.hostNames.filter { !$0.hasPrefix("*") }
    guard !body.isEmpty else { return try reached(known) }
    let asked = try document().read { object -> [(path: String, name: String)]? in
      var fields = object.present("host").map { [$0] } ?? []
      if let list = object.present("hosts") { fields += list.elements() ?? [] }
      guard fields.count <= Self.hostLimit else {
        object.field.report("\(fields.count) hosts: expected at most \(Self.hostLimit)")
        return nil
      }
      let isNamed = object.present("host") != nil || object.present("hosts") != nil
      let hosts = fields.compactMap { field in
        host(field).map { (path: field.path, name: $0) }
      }
      return isNamed ? hosts : nil
    }
    guard let asked else { return try reached(known) }
    for (path, name) in asked {
      try require(name)
      guard snapshot.serves(host: name) else {
        throw .invalid([FieldFault(path, ServiceRefusal.unknownHost(name))])
      }
    }
    return try reached(asked.map(\.name).sorted())
  }

  private static let hostLimit = 20

  private func host(_ field: JSONField) -> String? {
    guard let pattern = field.hostPattern() else { return nil }
    guard !pattern.isWildcard else {
      field.report("'\(pattern)' has a wildcard: expected one host")
      return nil
    }
    return pattern.name
  }

  private func reached(_ hosts: [String]) throws(Problem) -> [String] {
    var seen: Set<String> = []
    let hosts = hosts.filter { reach.covers($0) && seen.insert($0).inserted }
    guard !hosts.isEmpty else {
      throw .invalid([FieldFault("hosts", "there is no host to examine")])
    }
    guard hosts.count <= Self.hostLimit else {
      throw .invalid([
        FieldFault("hosts", "\(hosts.count) hosts: expected at most \(Self.hostLimit) at a time")
      ])
    }
    return hosts
  }
}

extension ManagementService {
  /// Examines hosts on a queue of its own, since it waits for other servers.
  func examine(_ call: APICall) -> HTTPAnswer {
    Self.deferred(call.response) { [self] cancellation, completion throws(Problem) in
      let hosts = try call.examinedHosts()
      try submitExamination(of: hosts, owner: call.token?.id ?? "", cancellation, at: call.now) {
        completion(
          $0.map { call.json($0.document).response } ?? call.response(to: Self.noExaminations))
      }
    }
  }

  /// Begins an examination of a host within the caller's reach as `POST /v1/doctor` does, in the share of
  /// an owner; the report appears in the records.
  ///
  /// - Throws: when too many calls are waiting, or the owner has made this one too often.
  package func beginExamination(
    of host: String, owner: String, at now: HTTPInstant
  ) throws(Problem) {
    try submitExamination(of: [host], owner: owner, HTTPCancellation(), at: now) { _ in }
  }

  private static let noExaminations = Problem(
    .serviceUnavailable, "doctor-unavailable", .noExaminations)

  /// - Parameter completion: called with nil when no requests can be sent to other servers.
  private func submitExamination(
    of hosts: [String], owner: String, _ cancellation: HTTPCancellation, at now: HTTPInstant,
    _ completion: @escaping @Sendable (DoctorReport?) -> Void
  ) throws(Problem) {
    guard let doctor else { throw Self.noExaminations }
    if let wait = directory.guards.examinations.take(nil, subject: owner, at: now) {
      throw .tooManyRequests(Sentence(ServiceRefusal.examinedTooOften), wait: wait)
    }
    let admission = directory.queues.examinations.submit(
      owner: owner, cancellation: cancellation
    ) { [snapshot] in completion(doctor.examine(hosts, snapshot)) }
    switch admission {
    case .admitted: break
    case .full: throw .busy(Sentence(ServiceRefusal.tooManyExaminations))
    case .shareTaken:
      throw .tooManyRequests(Sentence(ServiceRefusal.tooManyOwnExaminations), wait: 10)
    }
  }
}

/// The view that the API and the pages have of the hosts as deployed.
package struct HostDoctorAccess: Sendable {
  /// The last report on every host.
  package let records: DoctorRecords
  /// Examines hosts, which takes from seconds to a minute; nil when no requests can be sent to
  /// other servers.
  package let examine: @Sendable (_ hosts: [String], _ snapshot: ServiceSnapshot) -> DoctorReport?

  package init(
    records: DoctorRecords,
    examine: @escaping @Sendable ([String], ServiceSnapshot) -> DoctorReport?
  ) {
    self.records = records
    self.examine = examine
  }
}
