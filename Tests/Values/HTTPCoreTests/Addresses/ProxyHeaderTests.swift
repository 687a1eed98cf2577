import HTTPCore
import Testing
import WebSyntax

/// The header of the PROXY protocol, at every split of its bytes.
struct ProxyHeaderTests {
  private typealias Event = ProxyHeaderDecoder.Event

  private static let signature: [UInt8] = Array("\r\n\r\n\0\r\nQUIT\n".utf8)

  private static func binary(
    _ command: UInt8, _ family: UInt8, _ rest: [UInt8], length: Int? = nil
  ) -> [UInt8] {
    let count = length ?? rest.count
    return signature + [command, family, UInt8(count >> 8), UInt8(count & 255)] + rest
  }

  private static let v4: [UInt8] = [192, 0, 2, 1, 10, 0, 0, 1, 0xDC, 0x04, 0x01, 0xBB]
  private static let v6: [UInt8] = [
    0x20, 0x01, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 1, 0, 80, 1, 187,
  ]

  private static let good: [([UInt8], IPAddress?)] = [
    (Array("PROXY TCP4 192.0.2.1 10.0.0.1 56324 443\r\n".utf8), IPAddress("192.0.2.1")),
    (Array("PROXY TCP4 255.255.255.255 0.0.0.0 65535 0\r\n".utf8), IPAddress("255.255.255.255")),
    (Array("PROXY TCP6 2001:db8::1 ::1 1 65535\r\n".utf8), IPAddress("2001:db8::1")),
    (Array("PROXY UNKNOWN\r\n".utf8), nil),
    (Array("PROXY UNKNOWN ffff:f...f:ffff 65535 whatever\r\n".utf8), nil),
    (binary(0x21, 0x11, v4), IPAddress("192.0.2.1")),
    (binary(0x21, 0x21, v6), IPAddress("2001:db8::1")),
    (binary(0x21, 0x11, v4 + [0x04, 0, 2, 9, 9, 0x20, 0, 0]), IPAddress("192.0.2.1")),
    (binary(0x20, 0x00, []), nil), (binary(0x20, 0x11, v4), nil), (binary(0x21, 0x00, []), nil),
    (binary(0x21, 0x00, [1, 2, 3]), nil), (binary(0x20, 0x00, [9, 9]), nil),
    (binary(0x21, 0x31, [UInt8](repeating: 0, count: 216)), nil),
    // Datagrams count as unspecified, and LOCAL has no family.
    (binary(0x21, 0x12, v4), nil), (binary(0x21, 0x22, v6), nil), (binary(0x21, 0x12, []), nil),
    (binary(0x21, 0x32, [UInt8](repeating: 0, count: 216)), nil),
    (binary(0x20, 0x13, v4), nil), (binary(0x20, 0xFF, [1]), nil),
  ]

  private static let secrecy: [(additions: [UInt8], isSecure: Bool?)] = [
    ([], nil), ([0x04, 0, 1, 9], nil), ([0x20, 0, 0], nil), ([0x20, 0, 5, 0x01, 0, 0, 0, 0], true),
    ([0x04, 0, 0, 0x20, 0, 5, 0x07, 0, 0, 0, 1], true), ([0x20, 0, 5, 0x00, 0, 0, 0, 0], false),
    ([0x20, 0, 5, 0x06, 0, 0, 0, 0], false),
    ([0x20, 0, 12, 0x01, 0, 0, 0, 0, 0x21, 0, 4, 84, 76, 83, 49], true),
  ]

  @Test(arguments: secrecy.indices)
  func `tells whether the client speaks TLS with the proxy`(index: Int) {
    let (additions, isSecure) = Self.secrecy[index]
    for (family, addresses) in [(0x11 as UInt8, Self.v4), (0x21, Self.v6)] {
      var decoder = ProxyHeaderDecoder()
      let bytes = Self.binary(0x21, family, addresses + additions)
      #expect(decoder.decode(bytes.span).event != .failure)
      #expect(decoder.isClientSecure == isSecure)
    }
  }

  @Test(arguments: good.indices)
  func `tells of the client at every split`(index: Int) {
    let (bytes, address) = Self.good[index]
    for cut in 0...bytes.count {
      var decoder = ProxyHeaderDecoder()
      let first = Array(bytes[..<cut])
      let second = Array(bytes[cut...]) + Array("GET / HTTP".utf8)
      let begun = decoder.decode(first.span)
      guard cut < bytes.count else {
        #expect(begun.taken == cut && begun.event == .header(address))
        continue
      }
      #expect(begun.taken == cut && begun.event == .needsMore)
      let ended = decoder.decode(second.span)
      // Further bytes belong to the connection.
      #expect(ended.taken == bytes.count - cut && ended.event == .header(address))
    }
  }

  private static let badTexts = [
    "GET / HTTP/1.1\r\n", "PROXY", "proxy TCP4 1.1.1.1 2.2.2.2 1 2\r\n", "PROXY \r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2 3\r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 1 65536\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 01 2\r\n",
    "PROXY TCP4 1.1.1.1  2.2.2.2 1 2\r\n", "PROXY TCP4 ::1 ::1 1 2\r\n",
    "PROXY TCP6 1.1.1.1 2.2.2.2 1 2\r\n", "PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n",
    "PROXY TCP4 1.1.1.256 2.2.2.2 1 2\r\n", "PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n",
    "PROXY TCP4 1.1.1.1 2.2.2.2 +1 2\r\n",
    "PROXY UNKNOWN " + String(repeating: "x", count: 100) + "\r\n",
  ]
  private static let bad: [[UInt8]] =
    badTexts.map { Array($0.utf8) } + [
      binary(0x22, 0x11, v4), binary(0x11, 0x11, v4), binary(0x21, 0x13, v4),
      binary(0x21, 0x11, Array(v4.dropLast())), binary(0x21, 0x21, v4),
      binary(0x21, 0x11, v4 + [1]), binary(0x21, 0x11, v4 + [1, 0, 5, 0]),
      binary(0x21, 0x11, v4, length: 5000), Array(signature.dropLast()) + [0x0B],
    ]

  @Test(arguments: bad.indices)
  func `refuses whatever breaks a rule`(index: Int) {
    var decoder = ProxyHeaderDecoder()
    let bytes = Self.bad[index]
    let event = decoder.decode(bytes.span).event
    // "PROXY" alone may be the beginning of a header.
    #expect(event == (bytes == Array("PROXY".utf8) ? .needsMore : .failure))
  }

  @Test func `takes no more than a header may have`() {
    for start in ["PROXY ", "\r\n\r\n\0\r\nQUIT\n\u{21}\u{11}\u{10}\u{01}"] {
      var decoder = ProxyHeaderDecoder()
      let bytes = Array(start.utf8) + [UInt8](repeating: UInt8(ascii: "x"), count: 10_000)
      let (taken, event) = decoder.decode(bytes.span)
      #expect(event == .failure && taken <= 107)
    }
  }
}
