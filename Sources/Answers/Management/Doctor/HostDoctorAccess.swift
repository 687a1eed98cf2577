package import Doctor
package import SiteModel

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
