import Testing

@testable import HTTPCore

@Test(arguments: [
  (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
  (1_795_224_669, "Sat, 21 Nov 2026 01:31:09 GMT"), (-1, "Thu, 01 Jan 1970 00:00:00 GMT"),
])
func `writes dates as required by RFC 9110`(_ seconds: Int, _ expected: String) {
  #expect(HTTPDate.string(secondsSinceEpoch: seconds) == expected)
}

private func encode(
  _ response: HTTPResponse, isHead: Bool = false, keeps: Bool = true,
  version: HTTPRequest.HTTPVersion = .http11, at seconds: Double = 0
) -> String {
  let encoder = HTTPResponseEncoder()
  encoder.setTime(HTTPInstant(secondsSinceEpoch: seconds))
  var output: [UInt8] = []
  let count = encoder.encode(
    response, isHead: isHead, keepsConnection: keeps, version: version, into: &output)
  #expect(count == output.count)
  return String(decoding: output, as: UTF8.self)
    .replacing("Date: Thu, 01 Jan 1970 00:00:00 GMT\r\n", with: "D|").replacing("\r\n", with: "|")
}

@Test(
  arguments: [
    ("120", 120), ("0", 0), (nil, nil), ("", nil), ("-1", nil), ("soon", nil),
    ("99999999999999999999", .max),
    ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:48:37 GMT", 0),
    ("Sun, 31 Feb 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 25:49:37 GMT", nil),
  ] as [(String?, Int?)])
func `reads how long to wait`(value: String?, seconds: Int?) {
  #expect(HTTPDate.secondsToWait(value, now: 784_111_740) == seconds)
}

@Test(arguments: [-1e12, -1, 0, 2_147_483_648, 1e12])
func `writes a date in every response, whatever the clock shows`(_ seconds: Double) {
  let date = HTTPDate.string(secondsSinceEpoch: Int(seconds))
  let line = seconds <= 0 ? "|D|" : "|Date: \(date)|"
  #expect(encode(HTTPResponse(.ok), at: seconds).contains(line))
}

@Test func `frames every response`() throws {
  var response = HTTPResponse(.ok, body: Array("hello".utf8))
  response.fields.append(try #require(HTTPField("X", "y")))
  #expect(encode(response) == "HTTP/1.1 200 OK|D|X: y|Content-Length: 5||hello")
  #expect(encode(response, isHead: true) == "HTTP/1.1 200 OK|D|X: y|Content-Length: 5||")
  #expect(
    encode(response, keeps: false)
      == "HTTP/1.1 200 OK|D|X: y|Content-Length: 5|Connection: close||hello")
  #expect(
    encode(HTTPResponse(.found), version: .http10)
      == "HTTP/1.1 302 Found|D|Content-Length: 0|Connection: keep-alive||")
  #expect(encode(HTTPResponse(.notModified)) == "HTTP/1.1 304 Not Modified|D||")
  #expect(encode(HTTPResponse(.noContent)) == "HTTP/1.1 204 No Content|D||")
  #expect(encode(HTTPResponse(.gone)) == "HTTP/1.1 410 Gone|D|Content-Length: 0||")
}

@Test(arguments: [
  ("X", "a\r\nY: b"), ("X", "a\u{0}"), ("X", " a"), ("X", "a\t"), ("", "a"), ("X Y", "a"),
  ("X:", "a"), ("\u{e9}", "a"),
])
func `rejects invalid fields in a response`(_ name: String, _ value: String) {
  #expect(HTTPField(name, value) == nil)
}

@Test(arguments: [HTTPStatus.ok, .found, .notModified, .noContent, .notFound])
func `sends a prepared response like an unprepared one, and can still change it`(
  _ status: HTTPStatus
) throws {
  let isBodiless = status == .notModified || status == .noContent
  var response = HTTPResponse(status, body: isBodiless ? [] : Array("hello".utf8))
  for field in [HTTPField("Location", "https://e.example/?a=1:2"), HTTPField("X", "")] {
    response.fields.append(try #require(field))
  }
  var prepared = response.prepared()
  for isHead in [false, true] {
    for keeps in [false, true] {
      for version in [HTTPRequest.HTTPVersion.http10, .http11] {
        #expect(
          encode(prepared, isHead: isHead, keeps: keeps, version: version)
            == encode(response, isHead: isHead, keeps: keeps, version: version))
      }
    }
  }
  #expect(prepared.body == response.body)
  #expect(prepared.fields.bytes == response.fields.bytes)
  #expect(prepared.fields["location"] == "https://e.example/?a=1:2")
  #expect(prepared.fields.entries.count == 2)
  prepared.fields.append(try #require(HTTPField("Y", "z")))
  response.fields.append(try #require(HTTPField("Y", "z")))
  #expect(encode(prepared) == encode(response))
}

@Test func `changing a copy of a prepared response leaves the original unchanged`() throws {
  let prepared = HTTPResponse(.ok, body: Array("hello".utf8), note: 3).prepared()
  var changed = prepared
  changed.fields.append(try #require(HTTPField("Retry-After", "1")))
  changed.body = Array("bye".utf8)
  changed.status = .serviceUnavailable
  #expect(
    encode(changed)
      == "HTTP/1.1 503 Service Unavailable|D|Retry-After: 1|Content-Length: 3||bye")
  #expect(changed.note == 3)
  #expect(encode(prepared) == "HTTP/1.1 200 OK|D|Content-Length: 5||hello")
}

@Test func `writes Strict-Transport-Security into whatever goes over TLS, and into nothing else`() {
  let encoder = HTTPResponseEncoder()
  encoder.setTime(HTTPInstant(secondsSinceEpoch: 0))
  encoder.strictTransportSecurity = "max-age=1; includeSubDomains"
  let line = "\r\nStrict-Transport-Security: max-age=1; includeSubDomains\r\n"
  let plain = HTTPResponse(.ok, body: [1])
  for isSecure in [false, true] {
    var outputs: [[UInt8]] = []
    for response in [plain, plain.prepared()] {
      for isHead in [false, true] {
        var output: [UInt8] = []
        let count = encoder.encode(
          response, isHead: isHead, keepsConnection: !isHead, version: .http11, isSecure: isSecure,
          into: &output)
        #expect(count == output.count)
        outputs.append(output)
      }
    }
    var output: [UInt8] = []
    let rest = HTTPResponseEncoder.rest(ofRedirectWith: HTTPFields())
    let count = encoder.encode(
      redirect: .found, to: Array("/x".utf8).span, rest: rest.span, keepsConnection: true,
      version: .http11, isSecure: isSecure, into: &output)
    #expect(count == output.count)
    for output in outputs + [output] {
      #expect(String(decoding: output, as: UTF8.self).contains(line) == isSecure)
    }
  }
}
