import HTTPCore
import Testing
import WebSyntax

@testable import Service

@Suite struct ClientNetworkTests {
  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7"),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::", "2001:db8:1::"),
    ("2001:db8:ffff:ffff::1", "2001:db8:ffff:ffff::", "2001:db8:ffff::"), ("::1", "::", "::"),
  ])
  func `takes addresses of IPv6 by network, those of IPv4 by themselves`(
    _ address: String, _ household: String, _ site: String
  ) throws {
    let address = try #require(IPAddress(address))
    #expect(ClientNetwork.household.first(of: address).description == household)
    #expect(ClientNetwork.site.first(of: address).description == site)
  }

  @Test func `charges nobody for a try that it refuses`() throws {
    let limits = NetworkLimits(household: 2, site: 3)
    let now = HTTPInstant(secondsSinceEpoch: 0)
    func take(_ text: String) -> Bool {
      limits.take(IPAddress(text), at: now) == nil
    }
    #expect(
      [take("2001:db8::1"), take("2001:db8::2"), take("2001:db8::3")] == [true, true, false])
    #expect([take("2001:db8:0:1::1"), take("2001:db8:0:2::1")] == [true, false])
    #expect(take("2001:db8:1::1"))
  }
}
