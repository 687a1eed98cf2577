import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Service
import WebSyntax

/// The operations of the management listener. Routing, authorisation, parameters and the OpenAPI
/// document are all derived from their table, so none of them can miss one.
package enum APIOperation: String, CaseIterable, Sendable {
  case health, readiness, changeReadiness, metrics, openAPI
  case createLink, listLinks, findLink, readLink, changeLink, deleteLink, createLinks
  case importLinks, exportLinks, applyLinks, statistics, audit, status
  case listVersions, listDeletedLinks, purgeLinks, restoreLink, undoChange
  case listTemplates, keepTemplate, removeTemplate
  case createToken, listTokens, revokeToken, addPerson, listPeople, changePerson, removePerson
  case createWebhook, listWebhooks, readWebhook, changeWebhook, deleteWebhook
  case testWebhook, rotateWebhook, listDeliveries, retryDelivery, retryDeliveries
  case sendNotification
  case explain, validate, match, diff, evaluateLaunch, buildNotification, examineHosts
  case createDynamicLink, dynamicLinkStatistics, reopenAttribution

  struct Row: Sendable {
    let operation: APIOperation
    let method: HTTPMethod
    /// The path as OpenAPI spells it.
    let path: String
    /// The permissions of which the caller's token needs at least one; empty for public operations.
    let scopes: [TokenScope]
    /// What the operation does, without a full stop.
    let summary: String
    /// What else there is to know, in sentences.
    let details: String?
    let parameters: [any DescribedParameter]
    let body: Body?
    let answers: [Answer]
    /// The statuses of refusals besides those that all operations with the same traits have.
    let refusals: [Int]
    let traits: Traits
    let route: RouteLabel
    /// The question or change that the operation runs; nil for what is answered without a call, or
    /// later.
    let run: Run?

    typealias Run = @Sendable (APICall) -> () throws(Problem) -> APIAnswer

    init(
      _ operation: APIOperation, _ method: HTTPMethod, _ path: String, _ scopes: [TokenScope],
      _ summary: String, _ details: String? = nil, _ parameters: [any DescribedParameter] = [],
      body: Body? = nil, answers: [Answer], refusals: [Int] = [], traits: Traits = [],
      route: RouteLabel = .api, run: Run?
    ) {
      (self.operation, self.method, self.path, self.scopes) = (operation, method, path, scopes)
      (self.summary, self.details, self.parameters) = (summary, details, parameters)
      (self.body, self.answers, self.refusals) = (body, answers, refusals)
      (self.traits, self.route, self.run) = (traits, route, run)
    }
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: Int

    /// Calls may compute for long; these have a queue of their own and end with their connection.
    static let heavy = Traits(rawValue: 1)
    /// Calls change what nodes keep copies of: links and tokens.
    static let changesCopies = Traits(rawValue: 2)
    /// Callers are Firebase's clients, which pass their key in the query, add the common parameters of
    /// Google's APIs (`alt`, `prettyPrint`, `sdkVersion`), and expect Google's errors.
    static let firebase = Traits(rawValue: 4)
  }

  struct Body: Sendable {
    /// The media types with their schemas.
    let media: [JSONOutput.Member]
    var isRequired = true
    var sentence: String?

    static func json(_ schema: String, isRequired: Bool = true) -> Body {
      Body(media: [Answer.media("application/json", .schema(schema))], isRequired: isRequired)
    }

    static func mergePatch(_ schema: String) -> Body {
      Body(media: [Answer.media("application/merge-patch+json", .schema(schema))])
    }
  }

  /// An answer to a request that was carried out.
  struct Answer: Sendable {
    let status: Int
    let sentence: String
    /// The media types with their schemas; empty for an answer without a body.
    var media: [JSONOutput.Member] = []
    /// The header fields, each with its sentence.
    var fields: [(name: String, sentence: String?)] = []

    init(
      _ sentence: String, status: Int = 200, fields: [(name: String, sentence: String?)] = [],
      _ schema: JSONOutput? = nil, as type: String = "application/json"
    ) {
      self.status = status
      self.sentence = sentence
      self.fields = fields
      media = schema.map { [Self.media(type, $0)] } ?? []
    }

    static func media(_ type: String, _ schema: JSONOutput) -> JSONOutput.Member {
      .init(type, ["schema": schema])
    }

    /// A change that leaves nothing to show.
    static func nothing(_ sentence: String) -> Answer { Answer(sentence, status: 204) }

    /// A text for people or programs.
    static func text(_ sentence: String) -> Answer {
      Answer(sentence, ["type": "string"], as: "text/plain")
    }

    static func link(_ sentence: String, status: Int = 200) -> Answer {
      Answer(
        sentence, status: status,
        fields: [("ETag", "Tells this state of the link from every other; for If-Match.")]
          + (status == 201 ? [("Location", nil)] : []),
        .schema("Link"))
    }

    static func page(_ name: String, of schema: String) -> Answer {
      Answer("A page.", .list(name, of: schema, others: ["next": ["type": ["string", "null"]]]))
    }
  }

  var row: Row {
    guard let row = Self.rows[self] else { preconditionFailure("the table lacks \(self)") }
    return row
  }

  /// The table: a test names an operation that it lacks.
  private static let rows = Dictionary(
    uniqueKeysWithValues: table.map { ($0.operation, $0) })

  static let table: [Row] = probes + links + files + questions + accounts + webhooks + firebase

  var method: HTTPMethod { row.method }
  var path: String { row.path }
  var scopes: [TokenScope] { row.scopes }
  var route: RouteLabel { row.route }
  var isHeavy: Bool { row.traits.contains(.heavy) }
  var isFirebase: Bool { row.traits.contains(.firebase) }
  var changesCopies: Bool { row.traits.contains(.changesCopies) }

  /// Pages for everybody may have anything in their query, as scrapers and probes add their own.
  var refusesUnknownParameters: Bool { !scopes.isEmpty && !isFirebase }

  /// Whether a call may turn out to take long: always, or by its parameters.
  func mayBeHeavy(_ request: HTTPRequest) -> Bool {
    isHeavy || self == .examineHosts || request.query != nil
  }
}

/// The operations at an address, and the parameters in its path.
struct APIPath: Equatable, Sendable {
  let operations: [APIOperation]
  /// The link of `/v1/links/{host}/{slug}`, with its escapes decoded. In a slug that ends in `/versions`,
  /// that slash is written `%2F`; no slug has a colon.
  private(set) var key: LinkKey?
  /// What another path names, such as the token of `/v1/tokens/{token}`, with its escapes decoded; empty
  /// for none.
  private(set) var name = ""
  /// The number of a delivery or a change.
  private(set) var number: Int?

  private static let table = PathTable(APIOperation.allCases, path: \.path)

  /// The methods of the address, as `Allow` lists them.
  var allowed: String {
    let methods = operations.map(\.method.name)
    return (methods + (methods.contains("GET") ? ["HEAD"] : []) + ["OPTIONS"])
      .joined(separator: ", ")
  }

  /// Nil when no operation has this address.
  init?(path: ArraySlice<UInt8>) {
    let read = Self.table.first(matching: path) { operations, values in
      APIPath(operations, values)
    }
    guard let read else { return nil }
    self = read
  }

  /// The path of a request from this process. Names that nothing has are for the operation to refuse.
  init?(_ request: APIRequest) {
    let names = PathTemplate(request.operation.path).names
    self.init(
      [request.operation], zip(names, request.values.map { Array($0.utf8)[...] }).map { ($0, $1) },
      isOwn: true)
  }

  private init?(
    _ operations: [APIOperation], _ values: [(name: String, value: ArraySlice<UInt8>)],
    isOwn: Bool = false
  ) {
    self.operations = operations
    var host: String?
    for (name, value) in values {
      guard let bytes = PercentCoding.decode(value),
        let text = String(validating: bytes, as: UTF8.self)
      else { return nil }
      switch name {
      case "host": host = text
      case "slug":
        key = host.map { LinkKey(named: $0, text) ?? LinkKey(host: $0, slug: text) }
      case "number" where isOwn || value.count <= 18: number = DecimalDigits.number(value)
      case "id" where isOwn || Self.isIdentifier(value): self.name = text
      case "token", "person", "template", "shortLink": self.name = text
      default: return nil
      }
    }
    if host != nil, key == nil { return nil }
    if values.last?.name == "number", number == nil { return nil }
  }

  /// Whether the bytes may be an identifier as Keiro makes them.
  private static func isIdentifier(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.count <= 100 && bytes.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}
