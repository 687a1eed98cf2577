import AssociationValidation
import CDocuments
import HTTPCore
import JSONSyntax
import LinkStorage
import Service

/// The description of the API (OpenAPI 3.1), made from the table of operations, the table of link
/// fields, and `schemas.json`, which has the documents.
///
/// `openapi.json` beside it is the same text for readers of the repository.
enum OpenAPIDocument {
  static let text = document.pretty + "\n"

  private static let document: JSONOutput = [
    "openapi": "3.1.0",
    "info": [
      "title": "Keiro", "version": "1.0.0",
      "description": .string(
        "The management API of keiro. It has a listener of its own and is not for the open internet. "
          + "With server.compatible the listener also answers the calls of YOURLS "
          + "(/yourls-api.php), Shlink (/rest/v3, /rest/health) and Bitly (/v4) in the forms of "
          + "these services, which are not described here."),
    ],
    "paths": paths,
    "components": [
      "securitySchemes": [
        "token": [
          "type": "http", "scheme": "bearer", "description": "Made by 'keiro tokens create'.",
        ]
      ],
      "responses": responses,
      "schemas": schemas,
    ],
  ]

  // MARK: - Operations

  private static var paths: JSONOutput {
    var paths: [JSONOutput.Member] = []
    for row in APIOperation.table {
      let operation = JSONOutput.object([
        .init(row.method.name.lowercased(), description(of: row))
      ])
      if let index = paths.firstIndex(where: { $0.name == row.path }) {
        paths[index] = .init(row.path, paths[index].value + operation)
      } else {
        paths.append(.init(row.path, operation))
      }
    }
    return .object(paths)
  }

  private static func description(of row: APIOperation.Row) -> JSONOutput {
    func list(_ name: String, _ list: [JSONOutput]) -> JSONOutput {
      list.isEmpty ? [:] : [name: .array(list)]
    }
    let copies: [any DescribedParameter] =
      row.traits.contains(.changesCopies) ? [CallParameters.prefer] : []
    let body = row.body.map { body in
      described(body.sentence)
        + ["required": .bool(body.isRequired), "content": .object(body.media)]
    }
    let answers = row.answers.map { JSONOutput.Member(String($0.status), $0.output) }
    let refusals = refusals(of: row).map { status, name in
      JSONOutput.Member(status, ["$ref": .string("#/components/responses/\(name)")])
    }
    return ["operationId": .string(row.operation.rawValue), "summary": .string(row.summary)]
      + described(row.details)
      + list("security", row.scopes.map { ["token": [.string($0.rawValue)]] })
      + list("parameters", (row.parameters + copies).map { $0.description.output })
      + (body.map { ["requestBody": $0] } ?? [:])
      + ["responses": .object((answers + refusals).sorted { $0.name < $1.name })]
  }

  /// The refusals of an operation, each with the name of its response.
  private static func refusals(
    of row: APIOperation.Row
  ) -> [(status: String, response: String)] {
    // What is refused before it is known which operation a request is for.
    var statuses = [413, 414, 431] + row.refusals
    if row.traits.contains(.changesCopies) { statuses.append(202) }
    guard !row.traits.contains(.firebase) else {
      return statuses.map { (String($0), $0 == 413 ? "GoogleTooLarge" : String($0)) }
        + [("default", "Google")]
    }
    statuses += row.scopes.isEmpty ? [403, 421] : [400, 401, 403, 421, 429, 503]
    if row.body != nil { statuses.append(415) }
    return Set(statuses).map { (String($0), String($0)) }
  }

  // MARK: - Refusals

  private static var responses: JSONOutput {
    let pending = APIOperation.Answer(
      "The change is made, but not every node has it yet: after the wait of 'Prefer', or since the copy "
        + "of the node that answers stands still. A body of JSON names them in 'pendingNodes'.",
      fields: [
        (
          "Keiro-Pending-Nodes",
          "The names of the nodes that have not said that they have the change."
        ), ("Preference-Applied", nil),
      ], .schema("PendingNodes"))
    var google = APIOperation.Answer(
      "The content is too long (a problem), or the call asks for too much work (in Google's shape).",
      .schema("Problem"), as: "application/problem+json")
    google.media.append(APIOperation.Answer.media("application/json", .schema("GoogleError")))
    return .object(
      [.init("202", pending.output)]
        + problems.map { status, sentence in
          .init(
            String(status),
            APIOperation.Answer(sentence, .schema("Problem"), as: "application/problem+json").output
          )
        } + [
          .init("GoogleTooLarge", google.output),
          .init(
            "Google",
            APIOperation.Answer("An error in Google's shape.", .schema("GoogleError")).output),
        ])
  }

  private static let problems: KeyValuePairs = [
    400: "The request cannot be read.",
    401: "No token, or none that is known.",
    403: "The token does not allow it or does not reach the host, or the network is not one of "
      + "'server.managementNetworks'.",
    404: "There is no such link.",
    409: "The place is taken, or belongs to the configuration.",
    412: "A condition of the request does not hold: the link has changed since it was read, or is "
      + "there.",
    413: "The content is too long, or the call asks for too much work or too long an answer.",
    414: "The target of the request is too long.",
    415: "The body is of another type, or compressed.",
    421: "The Host is not one of this listener.",
    422: "Fields are wrong; each is named.",
    429: "Too many failures, or too much computing; see Retry-After.",
    431: "The header has too many fields, or too long ones.",
    503: "The store does not answer, or too much is waiting; see Retry-After.",
  ]

  // MARK: - Schemas

  private static var schemas: JSONOutput {
    let bytes = UnsafeBufferPointer(
      start: keiro_api_schemas.bytes, count: Int(keiro_api_schemas.count))
    guard let file = try? JSONDocument(parsing: Array(bytes)).root else { return [:] }
    let documents = (file.object ?? []).map { schema in
      let rules = schema.name == "LinkRules" ? file.member("NewLinkRules") : nil
      let fields = rules.map { JSONOutput(schema: $0).withoutLimits } ?? linkFields(of: schema.name)
      return JSONOutput.Member(schema.name, fields + JSONOutput(schema: schema.node))
    }
    func words(_ words: some Sequence<some RawRepresentable<String>>) -> JSONOutput {
      ["enum": .strings(words.map(\.rawValue))]
    }
    return .object(
      documents + [
        .init("AuditAction", words(AuditAction.allCases)),
        .init("EventType", words(WebhookEventType.allCases)),
        .init("HealthState", words(HealthState.allCases)),
        .init("PersonRole", words(PersonRole.allCases)),
        .init("TokenScope", words(TokenScope.allCases)),
      ])
  }

  /// A host without a wildcard.
  static let hostPattern = {
    let label = "[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?"
    return "\(label)(\\.\(label))*\\.?"
  }()

  static func described(_ sentence: String?) -> JSONOutput {
    sentence.map { ["description": .string($0)] } ?? [:]
  }
}

extension ParameterDescription {
  fileprivate var output: JSONOutput {
    ["name": .string(name), "in": .string(place.rawValue)]
      + (isRequired ? ["required": true] : [:]) + OpenAPIDocument.described(sentence)
      + ["schema": schema]
  }
}

extension APIOperation.Answer {
  fileprivate var output: JSONOutput {
    let fields = fields.map { field in
      JSONOutput.Member(
        field.name, OpenAPIDocument.described(field.sentence) + ["schema": ["type": "string"]])
    }
    return ["description": .string(sentence)]
      + (fields.isEmpty ? [:] : ["headers": .object(fields)])
      + (media.isEmpty ? [:] : ["content": .object(media)])
  }
}

extension APICall {
  func openAPI() -> APIAnswer {
    let fields = HTTPFields([
      "Content-Type": "application/json", "Cache-Control": "public, max-age=300",
      "X-Content-Type-Options": "nosniff",
    ])
    return APIAnswer(
      HTTPResponse(
        .ok, fields: fields, body: Array(OpenAPIDocument.text.utf8), route: operation.route,
        outcome: .api))
  }
}
