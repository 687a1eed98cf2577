import Testing
import WebSyntax

@testable import HTTPCore

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
    networks: [try IPNetwork(parsing: "10.0.0.0/8")], trustsUnixSockets: true, trustsHost: true)
  let end = HTTPPeer(address: peer.flatMap { IPAddress($0) })
  let found = proxies.client(of: decoder.request, from: end)
  let address = client.flatMap { IPAddress($0) }
  #expect(found == HTTPClient(address: address, forwardedHost: host))
  #expect(proxies.forwardedHost(of: decoder.request, from: end) == host)
  // Unless it is said that proxies name the host, none is believed about it.
  let hostless = TrustedProxies(
    networks: [try IPNetwork(parsing: "10.0.0.0/8")], trustsUnixSockets: true)
  #expect(hostless.client(of: decoder.request, from: end) == HTTPClient(address: address))
  #expect(hostless.forwardedHost(of: decoder.request, from: end) == nil)
}
