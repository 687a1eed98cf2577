import Changes
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import SiteModel
import WebSyntax

struct APICall: Sendable, TokenCall {
  let operation: APIOperation
  let path: APIPath
  var fields = HTTPFields()
  /// The body of the request, unless it is streamed.
  var body: [UInt8] = []
  let now: HTTPInstant
  /// The caller's token; nil for operations that need none, and for the command line.
  var token: APIToken?
  /// The permissions and the reach of the caller; nil for operations that need none.
  let authority: Authority?
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

  func key() throws(Problem) -> LinkKey {
    guard let key = path.key else { throw .notFound }
    try require(key.host)
    return key
  }

  // MARK: - Bodies

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
    APIAnswer(response(status, type: "application/json"), document: output)
  }

  var noContent: APIAnswer { APIAnswer(response(.noContent)) }

  func response(
    _ status: HTTPStatus, type: String? = nil, body: [UInt8] = []
  ) -> HTTPResponse {
    var fields = HTTPFields()
    if let type { fields.append("Content-Type", type) }
    for (name, value) in Self.privateFields { fields.append(name, value) }
    return HTTPResponse(
      status, fields: fields, body: body, route: operation.route, outcome: .api)
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

/// `Prefer: wait=2` (RFC 7240, section 4.3): an answer once every node has the change. Without it the
/// answer waits for this node alone.
extension APICall {
  /// Sends an answer; that to a change waits until all nodes have the change, for as long as the
  /// caller is willing to wait.
  func complete(_ answer: APIAnswer, _ completion: @escaping HTTPCompletion) {
    guard operation.changesCopies, (200...299).contains(answer.head.status.code) else {
      return completion(answer.response)
    }
    guard let seconds = Self.wait(fields.all("Prefer")) else {
      return completion(answer.naming(directory.feed.missingCopies).response)
    }
    directory.feed.awaitCopies(milliseconds: seconds * 1000) { behind in
      var answer = answer.naming(behind)
      answer.fields.append("Preference-Applied", "wait=\(seconds)")
      completion(answer.response)
    }
  }

  private static let longestWait = 30

  /// The seconds of the first readable `wait` preference; others are ignored, as are unknown
  /// preferences (RFC 7240, section 2).
  static func wait(_ values: [ArraySlice<UInt8>]) -> Int? {
    for preference in values.flatMap({ String(decoding: $0, as: UTF8.self).split(separator: ",") })
    {
      let parts = preference.prefix { $0 != ";" }
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
      guard parts.count == 2, parts[0].lowercased() == "wait" else { continue }
      let isQuoted = parts[1].count >= 2 && parts[1].hasPrefix("\"") && parts[1].hasSuffix("\"")
      let digits = isQuoted ? String(parts[1].dropFirst().dropLast()) : parts[1]
      guard digits.utf8.allSatisfy(ASCII.isDigit), !digits.isEmpty else { continue }
      return min(Int(digits) ?? longestWait, longestWait)
    }
    return nil
  }
}

extension APIAnswer {
  fileprivate func naming(_ behind: [String]) -> APIAnswer {
    guard !behind.isEmpty else { return self }
    var answer = self
    answer.head = head.naming(pendingNodes: behind)
    let names: JSONOutput = ["pendingNodes": .strings(behind)]
    switch document {
    case .object?: answer.document = document.map { $0 + names }
    case nil where head.body.isEmpty:
      answer.fields.append("Content-Type", "application/json")
      answer.fields.append("Cache-Control", "no-store")
      answer.document = names
    // Lines and other bodies have the names in the field alone.
    default: break
    }
    return answer
  }
}
