import HTTPCore
import JSONSyntax

extension FuzzTarget {
  /// The management API with a token that allows everything.
  ///
  /// The input is up to six calls with lines of `---` between them: a line with method and target,
  /// field lines, an empty line, and the body.
  static let management = FuzzTarget(name: "management") { bytes in
    guard let service = try? FuzzService() else {
      return expect(false, "there is no memory for a store")
    }
    service.admit()
    let handler = service.managementHandler()
    for call in FuzzInput.parts(bytes, separator: "\n---\n", limit: 6) {
      let response = service.answer(of: handler, to: request(call))
      if let response { check(response) }
    }
  }

  private static func request(_ call: [UInt8]) -> [UInt8] {
    let parts = FuzzInput.parts(call, separator: "\n\n", limit: 2)
    let lines = FuzzInput.parts(parts[0], separator: "\n", limit: 9)
    let body = parts.count > 1 ? parts[1] : []
    var bytes = lines[0] + Array(" HTTP/1.1\r\nHost: localhost\r\n".utf8)
    for field in lines.dropFirst() { bytes += field + [0x0D, 0x0A] }
    bytes += "Authorization: Bearer \(FuzzService.token)\r\n".utf8
    bytes += "Content-Length: \(body.count)\r\n\r\n".utf8
    return bytes + body
  }

  /// The statuses in the API's description, and those for malformed requests.
  private static let statuses: Set = [
    200, 201, 204, 400, 401, 403, 404, 405, 406, 409, 412, 413, 414, 415, 417, 422, 428, 429, 431,
    501, 505,
  ]

  private static func check(_ response: HTTPResponse) {
    let body = FuzzService.body(of: response)
    let text = String(decoding: body, as: UTF8.self)
    expect(statuses.contains(response.status.code), "\(response.status.code): \(text)")
    expect(String(validating: body, as: UTF8.self) != nil, "the answer is not UTF-8")
    let type = response.fields["Content-Type"]?.split(separator: ";").first ?? ""
    switch type {
    case "application/json", "application/problem+json": expectJSON(body)
    case "application/x-ndjson":
      for line in body.split(separator: 0x0A) { expectJSON(Array(line)) }
    case "": expect(body.isEmpty, "a body without a type")
    default: expect(type.hasPrefix("text/"), "the type '\(type)'")
    }
  }

  private static func expectJSON(_ bytes: [UInt8]) {
    let isJSON = (try? JSONDocument(parsing: bytes)) != nil
    expect(isJSON, "no JSON: \(String(decoding: bytes, as: UTF8.self))")
  }
}
