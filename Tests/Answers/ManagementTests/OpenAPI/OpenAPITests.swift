import FoundationEssentials
import GoldenFiles
import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import ProgramSupport
import Service
import Testing

@testable import Management
@testable import ServiceSupport

@Suite struct OpenAPITests {
  let service: ServiceFixture
  let schema: JSONSchema

  init() throws {
    service = try ServiceFixture()
    let webhook = Webhook(
      id: "wh_x", url: "https://hooks.example/x", secret: "whsec_x",
      now: Timestamp(secondsSinceEpoch: 0))
    let store = service.directory.managed
    _ = try waitForAnswer {
      store.createWebhook(webhook, by: .service, now: webhook.createdAt, completion: $0)
    }
    let token = APIToken(
      id: "wh_x", digest: [1], name: nil, scopes: [], createdAt: Timestamp(secondsSinceEpoch: 0))
    _ = try waitForAnswer { store.createToken(token, by: .service, completion: $0) }
    schema = JSONSchema(root: try Self.document.get())
  }

  /// Read once, since the text is long and a debug build reads slowly.
  private static let document = Result {
    try ServiceFixture().call("GET", "/openapi.json").json
  }

  private func described(_ operation: APIOperation) -> JSONNode? {
    schema.root.member("paths")?.member(operation.path)?
      .member(operation.method.name.lowercased())
  }

  @Test func `is as the repository shows it`() throws {
    #expect(Set(APIOperation.table.map(\.operation)) == Set(APIOperation.allCases))
    let file = GoldenFile.checkout.appending(
      path: "Sources/Answers/Management/OpenAPI/openapi.json")
    #expect(try GoldenFile(file).difference(from: OpenAPIDocument.text) == nil)
  }

  @Test func `refers to nothing that is not there`() {
    let lost = schema.references.filter { schema.target(of: $0) == nil }
    #expect(lost == [])
  }

  @Test func `is made of schemas, and of types that there are`() throws {
    let schemas = try #require(schema.root.member("components")?.member("schemas")?.object)
    #expect(schemas.flatMap { misspelt(in: $0.node, $0.name) } == [])
  }

  /// The places at which the notation of `schemas.json` was handed on as it is written.
  private func misspelt(in schema: JSONNode, _ path: String) -> [String] {
    guard let keywords = schema.object else { return schema.bool == nil ? [path] : [] }
    return keywords.flatMap { keyword -> [String] in
      let (value, place) = (keyword.node, "\(path).\(keyword.name)")
      switch keyword.name {
      case "type":
        let words = (value.array ?? [value]).map { $0.string ?? "?" }
        return Self.types.isSuperset(of: words) ? [] : [place]
      case "required": return value.array == nil ? [place] : []
      case "properties":
        return (value.object ?? []).flatMap { misspelt(in: $0.node, "\(place).\($0.name)") }
      case "items", "additionalProperties", "propertyNames": return misspelt(in: value, place)
      case "oneOf", "anyOf", "allOf":
        return (value.array ?? []).flatMap { misspelt(in: $0, place) }
      default: return []
      }
    }
  }

  private static let types: Set = [
    "array", "boolean", "integer", "null", "number", "object", "string",
  ]

  // MARK: - Answers

  private struct Question {
    let operation: APIOperation
    let target: String
    let body: String
    let fields: String
    let status: Int

    init(
      _ operation: APIOperation, _ status: Int, _ body: String = "", query: String = "",
      fields: String = "", target: String? = nil
    ) {
      self.operation = operation
      self.status = status
      self.body = body
      self.fields = fields
      self.target = (target ?? CallerTests.target(operation)) + query
    }
  }

  private static let link = #"{"host": "a.example", "slug": "x", "url": "https://a.example/item/1""#
  private static let full =
    #", "tags": ["t"], "password": "p", "campaign": {"ct": "1"}, "apple": {"bundleID": "b.c"}, "android": {"minimumVersionCode": 2}, "maxClicks": 3, "expires": "2030-01-01T00:00:00Z", "importedClicks": 5}"#
  private static let dynamic =
    #"{"longDynamicLink": "https://a.example/?link=https://a.example/item/4&zz=1", "suffix": {"option": "SHORT"}}"#

  private static let questions: [Question] = [
    .init(.health, 200), .init(.readiness, 200), .init(.metrics, 200), .init(.openAPI, 200),
    .init(.createLink, 201, link + full), .init(.createLink, 409, link + "}"),
    .init(.createLink, 400, "{"), .init(.createLink, 422, "{}"),
    .init(
      .createLink, 200,
      link + full.replacing(#""password": "p", "#, with: "").dropLast()
        + #", "findExisting": true}"#),
    .init(.readLink, 200), .init(.readLink, 200, target: "/v1/links/a.example/fixed"),
    .init(.readLink, 304, fields: "If-None-Match: *\r\n"),
    .init(.readLink, 404, target: "/v1/links/a.example/no"), .init(.readLink, 400, query: "?a"),
    .init(.changeLink, 200, #"{"name": "N"}"#), .init(.changeLink, 422, #"{"x": 1}"#),
    .init(.changeLink, 412, "{}", fields: "If-Match: \"0-0\"\r\n"), .init(.changeLink, 400, "{"),
    .init(.changeLink, 409, "{}", target: "/v1/links/a.example/fixed"),
    .init(.listLinks, 200), .init(.listLinks, 400, query: "?limit=0"),
    .init(.createLinks, 200, "{}"), .init(.createLinks, 400),
    .init(.createLinks, 200, #"{"host": "a.example", "url": "https://a.example/"}"#),
    .init(
      .applyLinks, 200,
      #"{"host": "a.example", "slug": "file", "url": "https://a.example/", "password": "p"}"#),
    .init(
      .applyLinks, 200,
      #"{"host": "a.example", "slug": "file", "url": "https://a.example/2", "maxClicks": 3}"#),
    .init(.applyLinks, 200, #"{"host": "a.example", "slug": "x", "url": "https://a.example/"}"#),
    .init(.applyLinks, 200, "host,slug,url\n", query: "?prune=true&dryRun=&format=csv"),
    .init(.applyLinks, 200, "broken"), .init(.applyLinks, 400, "{}", query: "?prune=x"),
    .init(.applyLinks, 400, "{}", query: "?owner=%0A"),
    .init(.importLinks, 200, "{}", query: "?format=ndjson"), .init(.importLinks, 400, "{}"),
    .init(
      .importLinks, 200,
      #"{"host": "a.example", "slug": "l", "url": "https://a.example/", "maxClicks": 9, "reservedClicks": 2}"#,
      query: "?format=ndjson"),
    .init(.exportLinks, 200), .init(.exportLinks, 200, query: "?format=csv"),
    .init(.exportLinks, 400, query: "?format=x"), .init(.statistics, 200),
    .init(.statistics, 200, query: "?by=launch"), .init(.statistics, 400, query: "?by=x"),
    .init(.changeReadiness, 200),
    .init(.explain, 200, #"{"url": "https://a.example/s/x"}"#), .init(.explain, 422, "{}"),
    .init(.explain, 400), .init(.validate, 200, "{}"), .init(.validate, 400),
    .init(.readLink, 412, fields: "If-Match: \"0-0\"\r\n"), .init(.audit, 200),
    .init(.changeLink, 412, "{}", fields: "If-None-Match: *\r\n"),
    .init(.audit, 400, query: "?cursor=x"),
    .init(.validate, 400, "{}", query: "?kind=x"),
    .init(.explain, 200, #"{"url": "https://a.example/s/x", "matrix": true}"#),
    .init(.match, 200, #"{"urls": ["https://a.example/"]}"#), .init(.match, 422, "{}"),
    .init(.diff, 200, #"{"old": {"applinks": {}}, "new": "{}"}"#),
    .init(.diff, 422, #"{"old": {}, "new": []}"#), .init(.diff, 400, "["),
    .init(.evaluateLaunch, 200, #"{"kind": "normal"}"#),
    .init(.evaluateLaunch, 400, "{}", query: "?app=x"), .init(.evaluateLaunch, 422, "[]"),
    .init(.evaluateLaunch, 422, #"{"launch": 1}"#),
    .init(.examineHosts, 200), .init(.examineHosts, 200, #"{"host": "a.example"}"#),
    .init(.examineHosts, 422, #"{"hosts": ["foreign.example"]}"#), .init(.examineHosts, 400, "{"),
    .init(.explain, 422, #"{"url": 7, "ios": []}"#),
    .init(.buildNotification, 422, "{}"), .init(.buildNotification, 422),
    .init(.buildNotification, 422, "{"), .init(.buildNotification, 422, "null"),
    .init(
      .buildNotification, 200,
      #"{"sender": {"displayName": "A"}, "content": "c", "conversationIdentifier": "i"}"#),
    .init(.createDynamicLink, 200, dynamic), .init(.createDynamicLink, 400, "{}"),
    .init(.createDynamicLink, 400, "{"),
    .init(.dynamicLinkStatistics, 200, query: "?durationDays=7&sdkVersion=9&alt=json"),
    .init(.dynamicLinkStatistics, 404, target: "/v1/no/linkStats"),
    .init(.dynamicLinkStatistics, 400, query: "?durationDays=x"),
    .init(.reopenAttribution, 200, #"{"requestedLink": "https://a.example/s/x"}"#),
    .init(.reopenAttribution, 404, #"{"requestedLink": "https://a.example/s/no"}"#),
    .init(.reopenAttribution, 400, "{}"),
    .init(.findLink, 200, query: "?host=a.example&slug=fixed"),
    .init(.findLink, 400), .init(.findLink, 404, query: "?url=https://a.example/s/no"),
    .init(.findLink, 422, query: "?url=//"),
    .init(.explain, 200, #"{"all": true, "only": "fault"}"#),
    .init(.explain, 422, #"{"all": true, "url": "https://a.example/"}"#),
    .init(.exportLinks, 200, query: "?limit=1&host=a.example"),
    .init(.exportLinks, 400, query: "?cursor=x"),
    .init(
      .importLinks, 200, "{}", query: "?format=ndjson&offset=0&more=true",
      fields: "Idempotency-Key: k\r\n"),
    .init(
      .importLinks, 409, "{}", query: "?format=ndjson&offset=9",
      fields: "Idempotency-Key: k\r\n"),
    .init(
      .importLinks, 422, "{}", query: "?format=csv&offset=2", fields: "Idempotency-Key: k\r\n"),
    .init(.importLinks, 400, "{}", query: "?format=ndjson&offset=0"),
    .init(.createToken, 201, #"{"scopes": ["links:read"], "hosts": [], "expires": "1d"}"#),
    .init(.createToken, 422, #"{"scopes": ["x"], "expires": "soon"}"#),
    .init(.createToken, 422, #"{"scopes": []}"#), .init(.createToken, 400, "{"),
    .init(.listTokens, 200), .init(.listTokens, 400, query: "?a"),
    .init(.revokeToken, 204), .init(.revokeToken, 404, target: "/v1/tokens/no"),
    .init(.addPerson, 201, #"{"name": "Mika", "role": "editor"}"#),
    .init(.addPerson, 409, #"{"name": "Mika", "role": "editor"}"#),
    .init(.addPerson, 422, #"{"name": "", "role": "king"}"#), .init(.listPeople, 200),
    .init(.changePerson, 200, #"{"role": "viewer", "hosts": ["a.example"]}"#),
    .init(.changePerson, 422, #"{"role": "king"}"#), .init(.changePerson, 400, "{"),
    .init(.changePerson, 422, #"{"hosts": ["a.exampel"]}"#),
    .init(.changePerson, 404, "{}", target: "/v1/people/no"),
    .init(.removePerson, 200), .init(.removePerson, 404),
    .init(.status, 200), .init(.status, 400, query: "?a"),
    .init(.audit, 200, query: "?action=link.created&change=1&person=mika"),
    .init(.audit, 400, query: "?action=x"), .init(.audit, 400, query: "?change=x"),
    .init(.keepTemplate, 200, #"{"name": "Spring", "campaign": {"utm_source": "mail"}}"#),
    .init(.keepTemplate, 422, #"{"url": "https://a.example/"}"#), .init(.keepTemplate, 400, "{"),
    .init(.keepTemplate, 422, #"{"name": "Spring"}"#),
    .init(.keepTemplate, 422, #"{"name": "a\nb", "campaign": {"utm_source": "mail"}}"#),
    .init(.keepTemplate, 422, #"{"name": "a\u202Eb", "campaign": {"utm_source": "mail"}}"#),
    .init(.keepTemplate, 422, #"{"name": "Spring", "campaign": null}"#),
    .init(.keepTemplate, 422, #"{"name": "Spring", "campaign": {"utm_source": null}}"#),
    .init(.keepTemplate, 422, #"{"name": null, "campaign": {}}"#),
    .init(.listTemplates, 200), .init(.removeTemplate, 200, target: "/v1/templates/Spring"),
    .init(.removeTemplate, 404, target: "/v1/templates/Spring"),
    .init(.createWebhook, 201, #"{"url": "https://hooks.example/", "types": ["link.created"]}"#),
    .init(.createWebhook, 422, #"{"url": "http://hooks.example/", "types": ["x"]}"#),
    .init(.createWebhook, 422, "{}"), .init(.createWebhook, 400, "{"),
    .init(.listWebhooks, 200), .init(.readWebhook, 200),
    .init(.readWebhook, 404, target: "/v1/webhooks/wh_no"), .init(.readWebhook, 400, query: "?a"),
    .init(.changeWebhook, 200, #"{"description": "D", "hosts": ["a.example"]}"#),
    .init(.changeWebhook, 422, #"{"url": "https://127.0.0.1/"}"#),
    .init(.changeWebhook, 404, "{}", target: "/v1/webhooks/wh_no"),
    .init(.rotateWebhook, 200), .init(.rotateWebhook, 404, target: "/v1/webhooks/wh_no:rotate"),
    .init(.testWebhook, 202), .init(.testWebhook, 404, target: "/v1/webhooks/wh_no:test"),
    .init(.listDeliveries, 200), .init(.listDeliveries, 400, query: "?cursor=x"),
    .init(.listDeliveries, 404, target: "/v1/webhooks/wh_no/deliveries"),
    .init(.retryDelivery, 202),
    .init(.retryDelivery, 404, target: "/v1/webhooks/wh_x/deliveries/99:retry"),
    .init(.listDeliveries, 200, query: "?state=failed"),
    .init(.listDeliveries, 400, query: "?state=x"),
    .init(.retryDeliveries, 202),
    .init(.retryDeliveries, 404, target: "/v1/webhooks/wh_no/deliveries:retry"),
    .init(.changeWebhook, 200, #"{"enabled": false}"#), .init(.testWebhook, 409),
    .init(.retryDeliveries, 409), .init(.retryDelivery, 409),
    .init(.deleteWebhook, 204), .init(.deleteWebhook, 404),
    .init(.sendNotification, 422, "{}"), .init(.sendNotification, 400, "{"),
    .init(.sendNotification, 503, #"{"devices": ["ab"], "payload": {"aps": {}}}"#),
    .init(.listVersions, 200), .init(.listVersions, 400, query: "?cursor=x"),
    .init(.listVersions, 404, target: "/v1/links/a.example/none/versions"),
    .init(.listDeletedLinks, 200), .init(.listDeletedLinks, 400, query: "?cursor=x"),
    .init(.restoreLink, 200, #"{"version": 1}"#), .init(.restoreLink, 404, #"{"version": 99}"#),
    .init(.restoreLink, 422, #"{"version": 0}"#),
    .init(.restoreLink, 412, "{}", fields: "If-Match: \"0-0\"\r\n"),
    .init(.undoChange, 200, query: "?dryRun=true"), .init(.undoChange, 400, query: "?dryRun=x"),
    .init(.undoChange, 404, target: "/v1/changes/999999:undo"),
    .init(.findLink, 200, query: "?host=a.example&slug=x&former=true"),
    .init(.deleteLink, 412, fields: "If-Match: \"0-0\"\r\n"), .init(.deleteLink, 204),
    .init(.deleteLink, 404), .init(.purgeLinks, 400, query: "?until=x"), .init(.purgeLinks, 200),
  ]

  @Test func `answers as it is described`() throws {
    for question in Self.questions {
      // The link has no password when it is looked up, since hashes differ elsewhere.
      if question.status == 200, question.operation == .createLink {
        _ = try service.call("PATCH", "/v1/links/a.example/x", #"{"password": null}"#)
      }
      let answer = try service.call(
        question.operation.method.name, question.target, question.body, fields: question.fields)
      #expect(answer.status == question.status, "\(question.target) \(answer.text)")
      #expect(faults(of: answer, question.operation) == [], "\(question.target) \(answer.text)")
    }
    let asked = Set(Self.questions.filter { $0.status < 300 }.map(\.operation))
    // Notifications are not sent here: deploy/bench/pushes sends some.
    #expect(Set(APIOperation.allCases).subtracting(asked) == [.sendNotification])
  }

  @Test(arguments: [
    ("POST", "/v1/links", "NewLink"), ("PATCH", "/v1/links/a.example/x", "LinkPatch"),
  ])
  func `describes null in the place of a default`(
    _ method: String, _ target: String, _ name: String
  ) throws {
    try service.add(#""slug": "x", "url": "https://a.example/item/1""#)
    let rules = try #require(schema.root.member("components")?.member("schemas")?.member(name))
    let fields = (rules.member("properties")?.object ?? []).map(\.name)
    let nulls = fields.filter { !["host", "url"].contains($0) }.map { "\"\($0)\": null" }
    let body = (nulls + [#""url": "https://a.example/item/2""#]).joined(separator: ", ")
    let link = #"{"host": "a.example", \#(body)}"#
    #expect(schema.violations(try JSONDocument(parsing: Array(link.utf8)).root, of: rules) == [])
    let answer = try service.call(method, target, link)
    #expect((200...201).contains(answer.status), "\(answer.text)")
  }

  @Test(arguments: APIOperation.allCases.filter { !$0.scopes.isEmpty })
  func `refuses as it is described`(_ operation: APIOperation) throws {
    let target = CallerTests.target(operation)
    service.token = nil
    for status in [401, 403] {
      let answer = try service.call(
        operation.method.name, target, operation.method == .get ? "" : "{}")
      #expect(answer.status == status)
      #expect(faults(of: answer, operation) == [], "\(answer.text)")
      service.token = try service.makeToken([])
    }
    service.token = try ServiceFixture().makeToken([.admin])
    for _ in 0..<20 { _ = try service.call(operation.method.name, target) }
    let answer = try service.call(operation.method.name, target)
    #expect(answer.status == 429 && faults(of: answer, operation) == [])
  }

  /// The differences between an answer and its description.
  private func faults(of answer: Answer, _ operation: APIOperation) -> [String] {
    let responses = described(operation)?.member("responses")
    guard var answerRules = responses?.member(String(answer.status)) ?? responses?.member("default")
    else { return ["\(answer.status) is not described"] }
    if let reference = answerRules["$ref"] {
      answerRules = schema.target(of: reference) ?? answerRules
    }
    let content = answerRules.member("content")?.object ?? []
    guard !content.isEmpty else { return answer.body.isEmpty ? [] : ["a body is not described"] }
    let type = answer.contentType?.split(separator: ";").first.map(String.init)
    guard let media = content.first(where: { $0.name == type }) else {
      return ["\(type ?? "no type") is not described"]
    }
    guard let rules = media.node.member("schema"), type?.contains("json") == true else { return [] }
    let values = type == "application/x-ndjson" ? answer.lines : [answer.json]
    return values.flatMap { schema.violations($0, of: rules) }
  }
}

extension JSONNode {
  fileprivate subscript(_ name: String) -> String? { text(at: name) ?? member(name)?.string }
}
