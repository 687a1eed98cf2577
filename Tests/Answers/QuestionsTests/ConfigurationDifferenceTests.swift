import JSONSyntax
import Testing

@testable import Questions

struct ConfigurationDifferenceTests {
  @Test func `files that were not compared in full are no equal ones`() {
    let host = ConfigurationDifference.Host(
      host: "a.example", changes: [], remarks: ["the files are too large"])
    let difference = ConfigurationDifference(hosts: [host])
    #expect(!difference.isPositive)
    #expect(
      difference.document.compact
        == #"{"hosts":[{"host":"a.example","changes":[],"notes":["the files are too large"]}]}"#)
    let same = ConfigurationDifference(hosts: [])
    #expect(same.isPositive && same.document.compact == #"{"hosts":[]}"#)
  }
}
