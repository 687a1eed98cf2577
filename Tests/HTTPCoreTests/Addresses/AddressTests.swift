import Testing

@testable import HTTPCore

private let addresses: [(String, String?)] = [
  ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
  ("192.0.2", nil), ("192.0.2.256", nil), ("192.0.2.01", nil), ("192.0.2.-1", nil), ("", nil),
  ("::", "::"), ("::1", "::1"), ("2001:db8::1", "2001:db8::1"),
  ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
  ("1:0:0:2:0:0:0:3", "1:0:0:2::3"), ("::ffff:192.0.2.1", "192.0.2.1"),
  ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"), ("1::2::3", nil), ("1:2:3", nil),
  ("1:2:3:4:5:6:7:8:9", nil), ("12345::", nil), ("::g", nil), ("fe80::1%eth0", nil), (":", nil),
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
]

@Test(arguments: networks)
func `knows the addresses of a network`(_ network: String, _ address: String, _ expected: Bool)
  throws
{
  let network = try #require(IPNetwork(network))
  #expect(network.contains(try #require(IPAddress(address))) == expected)
}

@Test(arguments: ["10.0.0.0/33", "10.0.0.0/", "10.0.0.0/-1", "::/129", "x/8", "10.0.0.0/8/8"])
func `rejects a text that is not a network`(_ text: String) {
  #expect(IPNetwork(text) == nil)
}

private let origins: [(fields: String, peer: String?, client: String?, host: String?)] = [
  ("", "192.0.2.1", "192.0.2.1", nil),
  ("X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Host: h\r\n", "192.0.2.1", "192.0.2.1", nil),
  ("X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-Host: h\r\n", "10.0.0.1", "198.51.100.7", "h"),
  ("X-Forwarded-Host: a, b.c:80\r\n", "10.0.0.1", "10.0.0.1", "b.c:80"),
  ("X-Forwarded-Host: a\"><b\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-Host: a/b\r\nX-Forwarded-For: 1.1.1.1\r\n", "10.0.0.1", "1.1.1.1", nil),
  ("Forwarded: for=1.1.1.1;host=\"a b\"\r\n", "10.0.0.1", "1.1.1.1", nil),
  ("X-Forwarded-For: 6.6.6.6, 198.51.100.7, 10.0.0.2\r\n", "10.0.0.1", "198.51.100.7", nil),
  (
    "X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 198.51.100.7\r\n", "10.0.0.1", "198.51.100.7", nil
  ),
  ("X-Forwarded-For: 198.51.100.7, rubbish\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: \r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: [2001:db8::7]:443\r\n", "10.0.0.1", "2001:db8::7", nil),
  ("X-Forwarded-For: 198.51.100.7:443\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("X-Forwarded-For: 198.51.100.7\r\n", nil, "198.51.100.7", nil),
  (
    "Forwarded: for=6.6.6.6, For=\"[2001:db8::7]:4711\";host=\"a.b\"\r\n", "10.0.0.1",
    "2001:db8::7", "a.b"
  ),
  ("Forwarded: for=198.51.100.7;proto=https, for=_hidden\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=\"198.51.100.7\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=1.1.1.1\r\nX-Forwarded-For: 198.51.100.7\r\n", "10.0.0.1", "198.51.100.7", nil),
]

@Test(arguments: origins)
func `trusts proxies up to the first untrusted address`(
  fields: String, peer: String?, client: String?, host: String?
) throws {
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  var offset = 0
  let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8)
  let event = decoder.decode(bytes.span, offset: &offset)
  try #require(event == .request)
  let proxies = TrustedProxies(
    networks: [try #require(IPNetwork("10.0.0.0/8"))], trustsUnixSockets: true)
  let found = proxies.client(
    of: decoder.request, from: HTTPPeer(address: peer.flatMap { IPAddress($0) }))
  #expect(found == HTTPClient(address: client.flatMap { IPAddress($0) }, forwardedHost: host))
}
