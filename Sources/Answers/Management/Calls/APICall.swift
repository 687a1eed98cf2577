import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

/// A call in progress: the request, its caller, and the parts needed to answer it.
struct APICall: Sendable, TokenCall {
  let operation: APIOperation
  let path: APIPath
  /// The fields of the request.
  var fields = HTTPFields()
  /// The body of the request, unless it is streamed.
  var body: [UInt8] = []
  let now: HTTPInstant
  /// The caller's token; nil for operations that need none, and for the command line.
  var token: APIToken?
  /// The permissions and the reach of the caller; nil for operations that need none.
  let authority: Authority?
  /// The sites within the caller's reach.
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory
  let services: ManagementServices
  /// The items of the query, decoded.
  var parameters: [String: String] = [:]
  /// The meter of a heavy call; nil for others.
  var meter: WorkMeter?

  /// Whether the call may compute for long. A search reads every link, an order by clicks reads
  /// their counts, and a list by a rare property reads all links without it, deleted or not.
  var isHeavy: Bool {
    operation.isHeavy
      || operation == .listLinks && (isWide || isFiltered)
      || operation == .listDeletedLinks && isFiltered
  }

  private var isFiltered: Bool { parameters.contains { Self.isHeavy($0.key, $0.value) } }

  /// Whether a list covers several hosts, but not all: stores have links in order only per host and
  /// overall.
  private var isWide: Bool {
    guard let patterns = reach.patterns, parameters["host"] ?? "" == "" else { return false }
    return patterns.count > 1 || patterns.contains(where: \.isWildcard)
  }

  private static func isHeavy(_ parameter: String, _ value: String) -> Bool {
    switch parameter {
    case "search", "tag", "owner", "campaign", "state": !value.isEmpty
    case "sort": !value.isEmpty && value != LinkOrder.created.rawValue
    default: false
    }
  }

  func require(_ host: String) throws(Problem) {
    guard reach.covers(host) else { throw Problem(.hostNotReached(host)) }
  }

  /// The link in the path.
  func key() throws(Problem) -> LinkKey {
    guard let key = path.key else { throw .notFound }
    try require(key.host)
    return key
  }

  // MARK: - Bodies

  /// The JSON body of the call.
  func document() throws(Problem) -> JSONDocument {
    try checkIsJSON()
    return try JSONDocument(body: body)
  }

  /// Accepts a body without a type, and the type that curl and others send by default, as JSON.
  func checkIsJSON() throws(Problem) {
    try Problem.check(mediaType: fields["Content-Type"] ?? "") { name in
      ["", "application/json", "application/x-www-form-urlencoded"].contains(name)
        || name.hasPrefix("application/") && name.hasSuffix("+json")
    }
  }

  /// Refuses encoded bodies (RFC 9110, section 15.5.16).
  func checkCoding() throws(Problem) { try Problem.check(coding: fields["Content-Encoding"]) }

  // MARK: - Responses

  /// The fields of every answer that reveals links.
  static var privateFields: KeyValuePairs<String, String> {
    ["Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"]
  }

  /// The answer of a heavy call; throws when it has become too long.
  func measured(_ output: JSONOutput) throws(Problem) -> APIAnswer {
    guard let meter else { return json(output) }
    try meter.check()
    let response = json(output).response
    try meter.check(bytes: response.body.count)
    return APIAnswer(response)
  }

  func json(_ output: JSONOutput, _ status: HTTPStatus = .ok) -> APIAnswer {
    var fields = HTTPFields(["Content-Type": "application/json"])
    for (name, value) in Self.privateFields { fields.append(name, value) }
    return APIAnswer(
      HTTPResponse(status, fields: fields, route: operation.route, outcome: .api),
      document: output)
  }

  /// The answer to a change that leaves nothing to show.
  var noContent: APIAnswer {
    APIAnswer(
      HTTPResponse(
        .noContent, fields: HTTPFields(Self.privateFields), route: operation.route, outcome: .api))
  }
}

/// The answer to a call: a response whose document is printed once it is complete.
struct APIAnswer: Sendable {
  /// The response; without a body when there is a document.
  var head: HTTPResponse
  /// Nil for an answer that is not JSON or has no body.
  var document: JSONOutput?

  init(_ head: HTTPResponse, document: JSONOutput? = nil) {
    self.head = head
    self.document = document
  }

  var fields: HTTPFields {
    get { head.fields }
    set { head.fields = newValue }
  }

  var response: HTTPResponse {
    guard let document else { return head }
    var response = head
    response.body = Array((document.compact + "\n").utf8)
    return response
  }
}
