import Outgoing
import Testing
import WebSyntax

struct OutgoingRulesTests {
  @Test func `admits networks that are said to be ours, at any port`() throws {
    var rules = OutgoingRules()
    rules.allowNetworks = [try IPNetwork(parsing: "10.1.0.0/16")]
    #expect(rules.admits(try #require(IPAddress("10.1.2.3")), port: 8080))
    #expect(rules.admits(try #require(IPAddress("::ffff:10.1.2.3")), port: 8080))
    #expect(!rules.admits(try #require(IPAddress("10.2.2.3")), port: 443))
  }

  /// IANA's complete special-purpose address registries for IPv4 and IPv6: an address of each
  /// entry, and whether the registry calls it globally reachable. Protocol anycast within
  /// 192.0.0.0/24 and 2001::/23 is closed nevertheless, since no web server is there; 6to4 and
  /// translated addresses are judged by the IPv4 address that they contain.
  private static let registries: [(entry: String, address: String, isOpen: Bool)] = [
    ("0.0.0.0/8", "0.1.2.3", false), ("0.0.0.0/32", "0.0.0.0", false),
    ("10.0.0.0/8", "10.255.255.255", false), ("100.64.0.0/10", "100.127.255.255", false),
    ("127.0.0.0/8", "127.255.255.255", false), ("169.254.0.0/16", "169.254.255.255", false),
    ("172.16.0.0/12", "172.31.255.255", false), ("192.0.0.0/24", "192.0.0.255", false),
    ("192.0.0.0/29", "192.0.0.1", false), ("192.0.0.8/32", "192.0.0.8", false),
    ("192.0.0.9/32", "192.0.0.9", false), ("192.0.0.10/32", "192.0.0.10", false),
    ("192.0.0.170/32", "192.0.0.170", false), ("192.0.0.171/32", "192.0.0.171", false),
    ("192.0.2.0/24", "192.0.2.255", false), ("192.31.196.0/24", "192.31.196.1", true),
    ("192.52.193.0/24", "192.52.193.1", true), ("192.88.99.0/24", "192.88.99.255", false),
    ("192.88.99.2/32", "192.88.99.2", false), ("192.168.0.0/16", "192.168.255.255", false),
    ("192.175.48.0/24", "192.175.48.1", true), ("198.18.0.0/15", "198.19.255.255", false),
    ("198.51.100.0/24", "198.51.100.255", false), ("203.0.113.0/24", "203.0.113.255", false),
    ("240.0.0.0/4", "240.0.0.1", false), ("255.255.255.255/32", "255.255.255.255", false),
    ("::1/128", "::1", false), ("::/128", "::", false),
    ("::ffff:0:0/96", "::ffff:192.168.0.1", false), ("64:ff9b::/96", "64:ff9b::808:808", true),
    ("64:ff9b:1::/48", "64:ff9b:1::808:808", false), ("100::/64", "100::1", false),
    ("100:0:0:1::/64", "100:0:0:1::1", false), ("2001::/23", "2001:1ff::1", false),
    ("2001::/32", "2001::1", false), ("2001:1::1/128", "2001:1::1", false),
    ("2001:1::2/128", "2001:1::2", false), ("2001:1::3/128", "2001:1::3", false),
    ("2001:2::/48", "2001:2::1", false), ("2001:3::/32", "2001:3::1", false),
    ("2001:4:112::/48", "2001:4:112::1", false), ("2001:10::/28", "2001:1f::1", false),
    ("2001:20::/28", "2001:2f::1", false), ("2001:30::/28", "2001:3f::1", false),
    ("2001:db8::/32", "2001:db8:ffff::1", false), ("2002::/16", "2002:a00:1::1", false),
    ("2620:4f:8000::/48", "2620:4f:8000::1", true), ("3fff::/20", "3fff:fff::1", false),
    ("5f00::/16", "5f00::1", false), ("fc00::/7", "fdff::1", false),
    ("fe80::/10", "febf::1", false),
    // Translated, compatible, mapped by hand, multicast, not assigned.
    ("::ffff:0:0:0/96", "::ffff:0:808:808", false), ("::/96", "::808:808", false),
    ("224.0.0.0/4", "239.255.255.255", false), ("ff00::/8", "ff0e::1", false),
    ("4000::/3", "4000::1", false), ("fec0::/10", "fec0::1", false),
    ("2001:200::/23", "2001:200::1", true), ("2a00::/12", "2a00:1450::1", true),
  ]

  /// Further addresses, such as the first ones of networks and those around them.
  private static let closed = [
    "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.0.9", "169.254.169.254", "172.16.0.1",
    "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.51.100.7", "203.0.113.9",
    "224.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe",
    "2002:7f00:1::", "::7f00:1", "fc00::1", "fd12:3456::1", "fe80::1", "ff02::1", "2001:db8::1",
  ]
  private static let open = [
    "1.1.1.1", "8.8.8.8", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1",
    "192.167.0.1", "198.17.0.1", "198.20.0.1", "223.255.255.255", "2606:4700::1111",
    "2002:808:808::1",
  ]

  private static let others: [(entry: String, address: String, isOpen: Bool)] =
    (closed + open).map { ("", $0, open.contains($0)) }

  @Test(arguments: registries + others)
  func `admits public addresses alone, at their ports`(
    _ entry: String, _ text: String, _ isOpen: Bool
  ) throws {
    let address = try #require(IPAddress(text))
    #expect(address.isPublic == isOpen, "\(entry)")
    var rules = OutgoingRules()
    #expect(rules.admits(address, port: 443) == isOpen)
    #expect(!rules.admits(address, port: 80) && !rules.admits(address, port: 25))
    rules.allowPlainHTTP = true
    #expect(rules.admits(address, port: 443) == isOpen && rules.admits(address, port: 80) == isOpen)
    #expect(!rules.admits(address, port: 6379))
  }
}
