package import Doctor
package import SiteModel

/// What the API and the pages know of the hosts as they are deployed.
package struct HostDoctorAccess: Sendable {
  /// The last report of every host.
  package let records: DoctorRecords
  /// Looks at hosts, which takes seconds to a minute; nil where nothing can be asked of others.
  package let examine: @Sendable (_ hosts: [String], _ snapshot: ServiceSnapshot) -> DoctorReport?

  package init(
    records: DoctorRecords,
    examine: @escaping @Sendable ([String], ServiceSnapshot) -> DoctorReport?
  ) {
    self.records = records
    self.examine = examine
  }
}
