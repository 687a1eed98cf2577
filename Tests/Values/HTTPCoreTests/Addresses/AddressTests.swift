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
  // Empty elements do not count.
  ("X-Forwarded-For: 198.51.100.7, ,,\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("X-Forwarded-For: 198.51.100.7\r\nX-Forwarded-For:\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("X-Forwarded-For: 198.51.100.7, unknown\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: 198.51.100.7:x\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: 198.51.100.7:123456\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: 198.51.100.7:_x.-9\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("X-Forwarded-For: [2001:db8::7\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: [2001:db8::7]x\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("X-Forwarded-For: 2001:db8::7, 10.0.0.3\r\n", "10.0.0.1", "2001:db8::7", nil),
  ("X-Forwarded-For: 10.0.0.9\r\n", "10.0.0.1", "10.0.0.9", nil),
  ("X-Forwarded-Host: a,,\r\n", "10.0.0.1", "10.0.0.1", "a"),
  ("Forwarded: for=198.51.100.7, for=unknown\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=198.51.100.7, for=_gazonk\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=6.6.6.6, proto=https\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=198.51.100.7, for=\"10.0.0.2:_x\"\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("Forwarded: FOR = \"198\\.51.100.7:80\" ; proto=http\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("Forwarded: for=198.51.100.7;ext=\"a, \\\" for=6.6.6.6;\"\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("Forwarded: ext=\"a\\\\\";for=198.51.100.7\r\n", "10.0.0.1", "198.51.100.7", nil),
  ("Forwarded: for=6.6.6.6;for=198.51.100.7\r\n", "10.0.0.1", "10.0.0.1", nil),
  ("Forwarded: for=\"198.51.100.7\"x\r\n", "10.0.0.1", "10.0.0.1", nil),
  // A quotation mark that a client leaves open does not swallow the elements added by a proxy.
  ("Forwarded: for=\"6.6.6.6, for=198.51.100.7;host=h\r\n", "10.0.0.1", "198.51.100.7", "h"),
  (
    "Forwarded: for=6.6.6.6\r\nForwarded: for=198.51.100.7, for=10.0.0.2;host=\"h:1\"\r\n",
    "10.0.0.1", "198.51.100.7", "h:1"
  ),
]

@Test(arguments: origins)
func `trusts proxies up to the first untrusted address`(
  fields: String, peer: String?, client: String?, host: String?
) throws {
  let request = try request(fields)
  let end = HTTPPeer(address: peer.flatMap { IPAddress($0) })
  let address = client.flatMap { IPAddress($0) }
  // A host field of a proxy is only trusted if the configuration says so.
  for trustsHost in [true, false] {
    let proxies = TrustedProxies(
      networks: [try IPNetwork(parsing: "10.0.0.0/8")], trustsUnixSockets: true,
      trustsHost: trustsHost)
    let expected = HTTPClient(address: address, forwardedHost: trustsHost ? host : nil)
    #expect(proxies.client(of: request, from: end) == expected)
    #expect(proxies.forwardedHost(of: request, from: end) == expected.forwardedHost)
  }
}

private func request(_ fields: String) throws -> HTTPRequest {
  var decoder = HTTPRequestDecoder(limits: HTTPLimits())
  var offset = 0
  let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8)
  try #require(decoder.decode(bytes.span, offset: &offset) == .request)
  return decoder.request
}

private func proxies() throws -> TrustedProxies {
  TrustedProxies(networks: [try IPNetwork(parsing: "10.0.0.0/8")], trustsHost: true)
}

private let proxy = HTTPPeer(address: IPAddress("10.0.0.1"))

@Test(
  arguments: [
    ("127.0.0.1", "X-Forwarded-For: 198.51.100.7\r\n", true),
    ("192.168.1.1", "X-Forwarded-For: 198.51.100.7\r\n", true),
    (nil, "X-Forwarded-For: 198.51.100.7\r\n", true),
    ("10.0.0.1", "X-Forwarded-For: 198.51.100.7\r\n", false),
    ("127.0.0.1", "X-Forwarded-Fox: 198.51.100.7\r\n", false),
    // Fields sent by a stranger do not indicate a proxy.
    ("8.8.8.8", "X-Forwarded-For: 198.51.100.7\r\n", false),
  ] as [(String?, String, Bool)])
func `sees a proxy that nobody has named`(peer: String?, fields: String, isIgnored: Bool) throws {
  let end = HTTPPeer(address: peer.flatMap { IPAddress($0) })
  #expect(try proxies().ignores(request(fields), from: end) == isIgnored)
}

/// Elements that may be in one line or in several.
private let lists: [(name: String, elements: [String], client: String)] = [
  ("X-Forwarded-For", ["6.6.6.6", "198.51.100.7:1", "10.0.0.2", "10.0.0.3"], "198.51.100.7"),
  ("X-Forwarded-For", ["198.51.100.7", "unknown", "10.0.0.3"], "10.0.0.3"),
  ("X-Forwarded-For", ["rubbish", "[2001:db8::7]:443", "", "10.0.0.3"], "2001:db8::7"),
  (
    "Forwarded", ["for=6.6.6.6", "for=\"[2001:db8::7]:_p\";ext=\"a, b\"", "for=10.0.0.2;by=_x"],
    "2001:db8::7"
  ),
  (
    "Forwarded", ["for=_hidden;ext=\"\\\\\"", "for=10.0.0.4;ext=\",\\\",\"", "for=10.0.0.2"],
    "10.0.0.4"
  ),
]

@Test(arguments: lists)
func `reads several field lines as one list`(name: String, elements: [String], client: String)
  throws
{
  for split in 0...elements.count {
    for separator in [", ", ",", " ,\t"] {
      let lines = [elements[..<split], elements[split...]].map {
        "\(name): \($0.joined(separator: separator))\r\n"
      }
      let found = try proxies().client(of: request(lines.joined()), from: proxy)
      #expect(found.address == IPAddress(client))
    }
  }
  let lines = elements.map { "\(name): \($0)\r\nX-Forwarded-Fox: 1\r\n" }
  #expect(
    try proxies().client(of: request(lines.joined()), from: proxy).address == IPAddress(client))
}

@Test func `looks at no more hops and bytes than a chain of proxies has`() throws {
  func client(_ list: String) throws -> IPAddress? {
    try proxies().client(of: request("X-Forwarded-For: \(list)\r\n"), from: proxy).address
  }
  func hops(_ count: Int) -> String {
    (0..<count).map { "10.0.1.\($0)" }.reversed().joined(separator: ",")
  }
  #expect(try client("198.51.100.7,\(hops(15))") == IPAddress("198.51.100.7"))
  #expect(try client("198.51.100.7,\(hops(16))") == IPAddress("10.0.1.15"))
  #expect(
    try client("198.51.100.7,10.0.0.2\(String(repeating: " ", count: 4000))")
      == IPAddress("198.51.100.7"))
  #expect(
    try client("198.51.100.7,10.0.0.2\(String(repeating: ",", count: 5000))")
      == IPAddress("10.0.0.1"))
  #expect(try client("10.0.0.2 \(String(repeating: "x", count: 5000))") == IPAddress("10.0.0.1"))
}

@Test(arguments: [
  ("X-Forwarded-Proto: https\r\n", true, true), ("X-Forwarded-Proto: http\r\n", false, false),
  ("X-Forwarded-Proto: https, HTTP \r\n", false, false),
  ("X-Forwarded-Proto: http\r\nX-Forwarded-Proto: https\r\n", true, true),
  ("X-Forwarded-Proto:\r\n", false, true), ("X-Forwarded-Proto: wss\r\n", false, true),
  ("", false, false), ("X-Forwarded-For: 198.51.100.7\r\n", false, true),
  ("Forwarded: for=198.51.100.7;proto=https\r\n", true, true),
  ("Forwarded: for=198.51.100.7;proto=\"HTTPS\", for=10.0.0.2;proto=http\r\n", true, true),
  ("Forwarded: for=6.6.6.6;proto=https, for=198.51.100.7;proto=http\r\n", false, true),
  ("Forwarded: for=198.51.100.7;ext=\"proto=https\"\r\n", false, true),
])
func `believes a trusted proxy about the scheme`(
  _ fields: String, _ isSecure: Bool, _ mayBeSecure: Bool
) throws {
  let request = try request(fields)
  #expect(try proxies().isSecure(request, from: proxy) == isSecure)
  #expect(try proxies().mayBeSecure(request, from: proxy) == mayBeSecure)
  let stranger = HTTPPeer(address: IPAddress("192.0.2.1"))
  #expect(try !proxies().isSecure(request, from: stranger))
  #expect(try !proxies().mayBeSecure(request, from: stranger))
}

@Test func `reads the client of a request once, and of each one anew`() throws {
  let clients = ClientReader(try proxies())
  let one = try request("X-Forwarded-For: 198.51.100.7\r\n")
  let other = try request("X-Forwarded-For: 198.51.100.8\r\n")
  clients.begin()
  #expect(clients.client(of: one, from: proxy).address == IPAddress("198.51.100.7"))
  #expect(clients.client(of: other, from: proxy).address == IPAddress("198.51.100.8"))
  let stranger = HTTPPeer(address: IPAddress("192.0.2.1"))
  // The answer is kept for the request, which always belongs to the same connection.
  #expect(clients.client(of: other, from: stranger).address == IPAddress("198.51.100.8"))
  clients.begin()
  #expect(clients.client(of: other, from: stranger).address == IPAddress("192.0.2.1"))
}
