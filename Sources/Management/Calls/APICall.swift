import HTTPCore
import JSONSyntax
import Links
import LinkStorage
import Service
import SiteModel
import WebSyntax

/// A call in progress: the request, its caller, and the parts needed to answer it.
struct APICall: Sendable {
  let operation: APIOperation
  let place: APIPlace
  let request: HTTPRequest
  let now: HTTPInstant
  /// Nil for operations that need none.
  let token: APIToken?
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }
  var store: any LinkStore { directory.store }

  // MARK: - Parameters

  /// The parameters of the query, each of which must be one that the operation knows.
  func parameters() throws(Problem) -> [String: String] {
    var values: [String: String] = [:]
    for item in HTTPQuery(request.query.map { request.fields.bytes[$0] } ?? []) {
      let name = Self.text(item.name)
      guard let names = operation.parameters else {
        values[name] = values[name] ?? Self.text(item.value ?? [])
        continue
      }
      guard names.contains(name) else {
        let nearest = nearestName(to: name, among: names).map { "did you mean '\($0)'?" }
        let expected = names.isEmpty ? "expected none" : "expected " + names.joined(separator: ", ")
        throw .parameter(name, "unknown parameter: " + (nearest ?? expected))
      }
      guard values[name] == nil else { throw .parameter(name, "the parameter stands twice") }
      values[name] = Self.text(item.value ?? [])
    }
    return values
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    PercentCoding.decodeLossy(bytes.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }[...])
  }

  // MARK: - Bodies

  func document() throws(Problem) -> JSONDocument { try JSONDocument(body: request.body) }

  // MARK: - Answers

  func json(_ output: JSONOutput, _ status: HTTPStatus = .ok) -> HTTPResponse {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    ])
    return HTTPResponse(
      status, fields: fields, body: Array((output.compact + "\n").utf8),
      route: operation.route, outcome: .api)
  }
}
