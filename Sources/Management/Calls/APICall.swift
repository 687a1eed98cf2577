import Changes
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
  /// What the caller may do; nil for operations that need nothing.
  let token: APIToken?
  /// The sites as far as the caller reaches them.
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory
  let services: ManagementServices
  /// Measures a heavy call.
  var meter: WorkMeter?

  /// Whether the call may compute for long. A search reads every link.
  var isHeavy: Bool {
    operation.isHeavy
      || operation == .listLinks
        && request.query.map { request.text($0).contains("search") } ?? false
  }

  var timestamp: Timestamp { Timestamp(secondsSinceEpoch: Int(now.secondsSinceEpoch)) }
  /// In whose name changes are made.
  let actor: AuditActor
  /// The store in the caller's name.
  var store: any LinkStore { directory.store.acting(as: actor) }

  // MARK: - Who calls

  /// What the caller may do and reaches; nothing for operations that need no token.
  var authority: Authority? { token.map { Authority($0, actor: actor) } }

  /// The hosts that the caller reaches.
  var reach: HostReach { authority?.reach ?? .everywhere }

  func require(_ host: String) throws(Problem) {
    guard reach.covers(host) else { throw .hostNotReached(host) }
  }

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

  /// Of every answer that tells about links.
  static var privateFields: KeyValuePairs<String, String> {
    ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
  }

  /// The answer of a heavy call, which may have become too long.
  func measured(_ output: JSONOutput) throws(Problem) -> HTTPResponse {
    try meter?.check()
    let answer = json(output)
    try meter?.check(bytes: answer.body.count)
    return answer
  }

  func json(_ output: JSONOutput, _ status: HTTPStatus = .ok) -> HTTPResponse {
    var fields = HTTPFields(["Content-Type": "application/json"])
    for (name, value) in Self.privateFields { fields.append(name, value) }
    return HTTPResponse(
      status, fields: fields, body: Array((output.compact + "\n").utf8),
      route: operation.route, outcome: .api)
  }
}
