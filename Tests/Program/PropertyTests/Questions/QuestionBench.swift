import Cryptography
import Dashboard
import DirectRequests
import HTTPCore
import JSONSyntax
import KeiroCommand
import KeiroConfiguration
import Links
import LinkStorage
import Management
import ProgramSupport
import Service
import SiteModel
import SQLiteStore
import Telemetry
import Testing
import WebSyntax
import WireCalls

/// One configuration file with its store, used by the command line, the API, the calls of other
/// services and the pages of a dashboard.
final class QuestionBench {
  let snapshot: ServiceSnapshot
  let store: any LinkStore
  private let folder: TemporaryFolder
  private let service: ManagementService
  private let handler: ManagementHandler
  private let token: String
  private static let origin = "https://keiro.example.com"
  private static let now = HTTPInstant(
    secondsSinceEpoch: Double(RandomConfigurations.now.secondsSinceEpoch),
    steadySeconds: Double(RandomConfigurations.now.secondsSinceEpoch))

  init(_ world: RandomConfigurations.World) throws {
    folder = try TemporaryFolder(isInMemory: true)
    let loaded = try ConfigurationLoader.load(path: folder.write(world.text, to: "keiro.json"))
    let compilation = ServiceSnapshot.compile(loaded.configuration.service)
    snapshot = try #require(compilation.snapshot, "\(compilation.problems)\n\(world.text)")
    store = try SQLiteStore(path: folder.path + "/keiro.db")
    let now = RandomConfigurations.now
    let store = store
    try waitForAnswer {
      store.apply(world.links, overwritesEdits: false, by: .service, now: now, completion: $0)
    }
    let batch = CountBatch(
      writer: CountWriter(), sequence: 1, clicks: world.clicks, launches: world.launches)
    try waitForAnswer { store.count(batch, now: now, completion: $0) }
    let text = try #require(TokenText.generate())
    token = text.text
    let known = APIToken(
      id: text.id, digest: text.digest, name: nil, scopes: [TokenScope.admin.rawValue],
      createdAt: now)
    try waitForAnswer { store.createToken(known, by: .service, completion: $0) }
    var services = ManagementServices()
    services.origin = Self.origin
    service = ManagementService(
      snapshot: snapshot, directory: LinkDirectory(store: store, passwords: .plain),
      proxies: TrustedProxies(networks: []), services: services)
    handler = ManagementHandler(
      sources: .init(unreadiness: { nil }, scrape: { "" }), service: service,
      access: ManagementAccess(names: [], addresses: nil, networks: []),
      metrics: WorkerMetrics(routeNames: RouteLabel.names))
  }

  deinit {
    store.close()
  }

  /// Writes a file that a command reads, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    try folder.write(bytes, to: name)
  }

  // MARK: - Asking

  struct CommandAnswer: CustomStringConvertible {
    let arguments: [String]
    let result: CommandResult

    var code: ExitCode { result.code }

    /// The document that it prints; nil if that is none.
    var root: JSONNode? { try? result.document }

    /// The error in the document; nil without one.
    var refusal: Refusal? {
      root?.member("error").map { Refusal(code: $0.member("code")?.string ?? "", $0) }
    }

    var description: String {
      "keiro \(arguments.joined(separator: " ")): \(code): \(result.output)\(result.error)"
    }
  }

  func command(_ arguments: [String]) -> CommandAnswer {
    let result = keiro(
      arguments, environment: ["KEIRO_CONFIG": folder.path + "/keiro.json"],
      now: RandomConfigurations.now)
    return CommandAnswer(arguments: arguments, result: result)
  }

  struct APIAnswer: CustomStringConvertible {
    let call: String
    let status: Int
    let body: String

    init(_ call: String, _ sent: [UInt8], _ response: HTTPResponse) {
      self.call = "\(call) \(String(decoding: sent, as: UTF8.self))"
      status = response.status.code
      body = String(decoding: response.body, as: UTF8.self)
    }

    var description: String { "\(call): \(status): \(body)" }

    /// The document in the body; nil if that is none.
    var root: JSONNode? { (try? JSONDocument(parsing: Array(body.utf8)))?.root }

    /// The problem that the body describes; nil if it is not a problem.
    var problem: Refusal? {
      guard status >= 300, let root else { return nil }
      let type = root.member("type")?.string?.split(separator: ":").last
      return Refusal(code: type.map(String.init) ?? "", root)
    }

    /// The details of every invalid field, or that of the problem itself.
    var details: [String] {
      guard let problem else { return [] }
      return problem.faults.isEmpty ? [problem.detail] : problem.faults.map(\.detail)
    }
  }

  /// The reason of a refusal, as printed by command line and API.
  struct Refusal: Equatable {
    let code: String
    let detail: String
    let faults: [FieldFault]

    /// - Parameter node: an object with `detail` and `errors`.
    init(code: String, _ node: JSONNode) {
      self.code = code
      detail = node.member("detail")?.string ?? ""
      faults = (node.member("errors")?.array ?? []).map { fault in
        FieldFault(fault.member("field")?.string ?? "", fault.member("detail")?.string ?? "")
      }
    }
  }

  func api(_ method: String, _ target: String, _ body: [UInt8] = []) throws -> APIAnswer {
    let request = try Self.request(
      "\(method) \(target)", "Host: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n", body)
    let response = handler.response(to: request, from: HTTPPeer(address: nil), at: Self.now)
    return APIAnswer("\(method) \(target)", body, response)
  }

  // MARK: - Other services

  /// Makes another service's call, in which `TOKEN` stands for the token.
  func wire(_ method: String, _ target: String, _ body: [UInt8]) throws -> APIAnswer {
    let text = String(decoding: body, as: UTF8.self).replacing("TOKEN", with: token)
    let request = try Self.request(
      "\(method) \(target)",
      "Host: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\nX-Api-Key: \(token)\r\n",
      Array(text.utf8))
    let calls = WireCalls(CompatibleService.allCases, of: service)
    let response = calls.answer(to: request, from: HTTPPeer(address: nil), at: Self.now).awaited
    return APIAnswer("\(method) \(target)", body, response)
  }

  // MARK: - Pages

  static func encoded(_ text: String) -> String { PercentCoding.encodeComponent(text) }

  /// The dashboard, and a signed-in browser's cookie.
  private lazy var browser: (pages: DashboardPages, cookie: String)? = {
    var settings = DashboardSettings()
    settings.origin = Self.origin
    let pages = DashboardPages(
      service: service, directory: service.directory, proxies: service.proxies, settings: settings,
      sources: DashboardSources(version: "1", uploadFolder: folder.path), memory: DashboardMemory())
    guard let pages,
      let answer = try? Self.post("/dashboard/sign-in", [("token", token)], to: pages, cookie: ""),
      let cookie = answer.fields["Set-Cookie"]
    else { return nil }
    return (pages, String(cookie.prefix { $0 != ";" }))
  }()

  struct PageAnswer: CustomStringConvertible {
    let form: String
    let status: Int
    let html: String

    var description: String { "\(form): \(status): \(html.prefix(4000))" }

    /// Whether the page contains a sentence, whose first letter may be capitalised there.
    func contains(_ sentence: String) -> Bool {
      html.lowercased().contains(HTMLText.escape(sentence).lowercased())
    }
  }

  /// Submits a form of the dashboard as a signed-in browser does.
  func page(_ target: String, _ form: [(name: String, value: String)]) throws -> PageAnswer {
    let (pages, cookie) = try #require(browser)
    let response = try Self.post(target, form, to: pages, cookie: "Cookie: \(cookie)\r\n")
    return PageAnswer(
      form: "\(target) \(form)", status: response.status.code,
      html: String(decoding: response.body, as: UTF8.self))
  }

  private static func post(
    _ target: String, _ form: [(name: String, value: String)], to pages: DashboardPages,
    cookie: String
  ) throws -> HTTPResponse {
    let body = form.map { name, value in
      "\(encoded(name))=\(encoded(value))"
    }
    let request = try request(
      "POST \(target)", "Host: keiro.example.com\r\nOrigin: \(origin)\r\n\(cookie)",
      Array(body.joined(separator: "&").utf8))
    return pages.answer(to: request, from: HTTPPeer(address: nil, isSecure: true), at: now).awaited
  }

  // MARK: - Requests

  private static func request(
    _ start: String, _ fields: String, _ body: [UInt8]
  ) throws -> HTTPRequest {
    let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
    let bytes = Array("\(start) HTTP/1.1\r\n\(fields)\(length)\r\n".utf8) + body
    let limits = HTTPLimits(targetBytes: 70_000, headerBytes: 70_000, bodyBytes: 10_000_000)
    return try #require(HTTPRequest.decoded(bytes, limits: limits), "\(start)")
  }
}
