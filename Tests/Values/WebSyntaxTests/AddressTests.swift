import Testing

@testable import WebSyntax

private let addresses: [(String, String?)] = [
  ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
  ("192.0.2", nil), ("192.0.2.256", nil), ("192.0.2.01", nil), ("192.0.2.-1", nil), ("", nil),
  ("::", "::"), ("::1", "::1"), ("2001:db8::1", "2001:db8::1"),
  ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
  ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("::ffff:192.0.2.1", "192.0.2.1"),
  ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"), ("1::2::3", nil), ("1:2:3", nil),
  ("1:2:3:4:5:6:7:8:9", nil), ("12345::", nil), ("::g", nil), ("fe80::1%eth0", nil), (":", nil),
  (":1", nil), ("1:", nil), (":::", nil), ("1::", "1::"),
  ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::2:3:4:5:6:7:8", "0:2:3:4:5:6:7:8"),
  ("1:2:3:4::5:6:7:8", nil), ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("1:2::7:8", "1:2::7:8"),
  ("1:2:3:4:5:6:192.0.2.1", "1:2:3:4:5:6:c000:201"), ("1.2.3.4::", nil), ("::1.2.3", nil),
  ("::1.2.3.4:5", nil), ("::12345.2.3.4", nil), ("1.2.3.4.", nil), (".1.2.3.4", nil),
  ("1..2.3", nil), ("1.2.3.4 ", nil), ("1:2:3:4:5:6:7:192.0.2.1", nil),
  ("ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
]

@Test(arguments: addresses)
func `reads and prints addresses`(_ text: String, _ expected: String?) {
  let address = IPAddress(text)
  #expect(address?.description == expected)
  var bytes = Array("client: ".utf8)
  address?.append(to: &bytes)
  #expect(String(decoding: bytes, as: UTF8.self) == "client: \(expected ?? "")")
}

private let networks: [(String, String, Bool)] = [
  ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false),
  ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false),
  ("0.0.0.0/0", "8.8.8.8", true), ("0.0.0.0/0", "2001:db8::1", false),
  ("2001:db8::/32", "2001:db8:ffff::1", true), ("2001:db8::/32", "2001:db9::1", false),
  ("::/0", "10.0.0.1", true), ("10.1.2.3/24", "10.1.2.200", true),
  ("::ffff:10.0.0.0/104", "10.255.0.1", true), ("::ffff:10.0.0.0/104", "11.0.0.1", false),
  ("::ffff:10.0.0.0/104", "2001:db8::1", false), ("::ffff:0:0/96", "203.0.113.9", true),
  ("::ffff:10.0.0.1", "10.0.0.1", true), ("::ffff:10.0.0.1", "10.0.0.2", false),
]

@Test(arguments: networks)
func `knows the addresses of a network`(_ network: String, _ address: String, _ expected: Bool)
  throws
{
  let network = try IPNetwork(parsing: network)
  #expect(network.contains(try #require(IPAddress(address))) == expected)
}

@Test(arguments: [
  ("10.0.0.0/33", IPNetwork.Fault.notPrefixLength("33", limit: 32)),
  ("10.0.0.0/", .notPrefixLength("", limit: 32)),
  ("10.0.0.0/-1", .notPrefixLength("-1", limit: 32)),
  ("10.0.0.0/+8", .notPrefixLength("+8", limit: 32)),
  ("::/129", .notPrefixLength("129", limit: 128)),
  ("::ffff:10.0.0.0/129", .notPrefixLength("129", limit: 128)),
  ("10.0.0.0/8/8", .notPrefixLength("8/8", limit: 32)), ("x/8", .notAddress), ("", .notAddress),
  ("/8", .notAddress), ("10.0.0.0\u{0}/8", .notAddress),
])
func `says what keeps a text from being a network`(_ text: String, _ fault: IPNetwork.Fault) {
  #expect(throws: fault) { try IPNetwork(parsing: text) }
}

@Test(arguments: [
  ("192.0.2.77", ClientNetwork.household, "192.0.2.77"), ("192.0.2.77", .site, "192.0.2.77"),
  ("::ffff:192.0.2.77", .site, "192.0.2.77"), ("::1", .household, "::"),
  ("2001:db8:1:2:3:4:5:6", .household, "2001:db8:1:2::"),
  ("2001:db8:1:2:3:4:5:6", .site, "2001:db8:1::"),
])
func `knows the networks that count as one client`(
  _ address: String, _ network: ClientNetwork, _ first: String
) throws {
  #expect(try #require(IPAddress(address)).network(network) == IPAddress(first))
}

@Test(
  arguments: [
    ("127.0.0.1", "127.0.0.1"), ("127.1", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
    ("0X7F.0x1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0177.0.0.1", "127.0.0.1"),
    ("127.1.", "127.0.0.1"), ("1.2.772", "1.2.3.4"), ("0", "0.0.0.0"), ("0x", "0.0.0.0"),
    ("%31%32%37.1", "127.0.0.1"), ("[::1]", "::1"), ("[::ffff:127.0.0.1]", "127.0.0.1"),
    ("[fe80::1%25eth0]", "fe80::1"), ("4294967295", "255.255.255.255"),
    ("hooks.example", nil), ("1.2.3.4.5", nil), ("256.1.1.1", nil), ("4294967296", nil),
    ("1.2.3.256", nil), ("1..2", nil), ("08.1.1.1", nil), ("0xg.1", nil), ("", nil), (".", nil),
    ("[]", nil), ("+1.2.3.4", nil), ("127.1..", nil), ("99999999999999999999999", nil),
  ] as [(String, String?)])
func `reads every writing of an address in a URL`(_ host: String, _ address: String?) {
  #expect(IPAddress(urlHost: host)?.description == address)
}
