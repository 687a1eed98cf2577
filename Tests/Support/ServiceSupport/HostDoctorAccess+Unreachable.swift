import Doctor
import Links
import Management
import SiteModel

extension HostDoctorAccess {
  /// Examines hosts without a network: every name leads nowhere.
  static var unreachable: HostDoctorAccess {
    HostDoctorAccess(records: DoctorRecords()) { hosts, _ in
      DoctorReport(
        hosts: hosts.map { host in
          let seen = HostObservation(host: host, lookup: .failed("no such name"))
          let time = Timestamp(secondsSinceEpoch: 1_795_224_669)
          return Examination(seen, expecting: HostExpectation(), now: time).report()
        })
    }
  }
}
