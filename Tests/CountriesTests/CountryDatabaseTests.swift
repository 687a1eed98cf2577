import Countries
import CountryFile
import Testing
import WebSyntax

struct CountryDatabaseTests {
  @Test(arguments: [
    ("192.0.2.1", "JP"), ("192.0.2.255", "JP"), ("::ffff:192.0.2.7", "JP"), ("192.0.3.0", ""),
    ("203.0.113.9", ""), ("2001:db8:ffff::1", "DE"), ("2001:db9::1", ""), ("0.0.0.0", ""),
    ("::1", ""), ("255.255.255.255", ""),
  ])
  func `knows the country of an address`(address: String, country: String) throws {
    let database = try CountryDatabase(CountryFile.sample.bytes)
    #expect(database.country(of: try #require(IPAddress(address))) == country)
  }

  @Test func `refuses what makes no database, and says why`() {
    for bytes in [[], Array("no database".utf8), [UInt8](repeating: 0, count: 100_000)] {
      #expect(throws: CountryDatabaseError.self) { try CountryDatabase(bytes) }
    }
  }

  @Test func `a damaged database has countries or none, and does no harm`() throws {
    let good = CountryFile.sample.bytes
    let addresses = ["192.0.2.1", "2001:db8::1", "203.0.113.1"].compactMap { IPAddress($0) }
    for place in stride(from: 0, to: good.count, by: 7) {
      var bytes = good
      bytes[place] ^= 0xFF
      guard let database = try? CountryDatabase(bytes) else { continue }
      for address in addresses {
        let country = database.country(of: address)
        #expect(country.isEmpty || country.utf8.count == 2)
      }
    }
    for count in stride(from: 0, to: good.count, by: 11) {
      guard let database = try? CountryDatabase(Array(good.prefix(count))) else { continue }
      for address in addresses { #expect(database.country(of: address).utf8.count <= 2) }
    }
  }
}
