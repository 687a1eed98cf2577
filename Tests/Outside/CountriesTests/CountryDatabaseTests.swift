import Countries
import FoundationEssentials
import Testing
import WebSyntax

struct CountryDatabaseTests {
  /// 192.0.2.0/24 in Japan, 2001:db8::/32 in Germany, 203.0.113.0/24 in no country.
  private let sample: [UInt8]

  init() throws {
    let path = #filePath.dropLast("CountryDatabaseTests.swift".count) + "countries.mmdb"
    sample = Array(try Data(contentsOf: URL(filePath: String(path))))
  }

  @Test(arguments: [
    ("192.0.2.1", "JP"), ("192.0.2.255", "JP"), ("::ffff:192.0.2.7", "JP"), ("192.0.3.0", ""),
    ("203.0.113.9", ""), ("2001:db8:ffff::1", "DE"), ("2001:db9::1", ""), ("0.0.0.0", ""),
    ("::1", ""), ("255.255.255.255", ""),
  ])
  func `knows the country of an address`(address: String, country: String) throws {
    let database = try CountryDatabase(sample)
    #expect(database.country(of: try #require(IPAddress(address))) == country)
  }

  /// The words of libmaxminddb.
  private static let invalid = "The MaxMind DB file contains invalid metadata"

  @Test func `refuses what makes no database, and says why`() {
    for (bytes, message) in [
      ([], "the file is empty"), (Array("no database".utf8), Self.invalid),
      ([UInt8](repeating: 0, count: 100_000), Self.invalid),
    ] {
      #expect(throws: CountryDatabaseError(message: message)) { try CountryDatabase(bytes) }
    }
  }

  @Test func `a damaged database has countries or none, and does no harm`() throws {
    let damaged = stride(from: 0, to: sample.count, by: 7).map { index in
      var bytes = sample
      bytes[index] ^= 0xFF
      return bytes
    }
    let cut = stride(from: 0, to: sample.count, by: 11).map { Array(sample.prefix($0)) }
    let addresses = ["192.0.2.1", "2001:db8::1", "203.0.113.1"].compactMap { IPAddress($0) }
    var answers: [String: Int] = [:]
    var refused = 0
    for bytes in damaged + cut {
      guard let database = try? CountryDatabase(bytes) else {
        refused += 1
        continue
      }
      for address in addresses { answers[database.country(of: address), default: 0] += 1 }
    }
    // Some damage is detected, some hides a country, and some has no effect; none invents another
    // country.
    #expect(refused > 0)
    #expect(Set(answers.keys) == ["", "DE", "JP"])
  }
}
