import Cryptography
import Dispatch
import FoundationEssentials
import HTTPCore
import JSONSyntax
import KeiroCommand
import LinkStorage
import Links
import Management
import SQLiteStore
import Service
import SiteModel
import Synchronization
import Telemetry
import Testing

/// One configuration file with its store, for both to be asked: the command line and the API.
final class QuestionBench {
  let snapshot: ServiceSnapshot
  let store: SQLiteStore
  private let folder: String
  private let handler: ManagementHandler
  private let token: String

  init(_ world: RandomConfigurations.World) throws {
    folder = try Self.makeFolder()
    try Data(world.text.utf8).write(to: URL(filePath: folder + "/keiro.json"))
    let loaded = try ConfigurationLoader.load(path: folder + "/keiro.json")
    let compilation = ServiceSnapshot.compile(loaded.configuration.service)
    snapshot = try #require(compilation.snapshot, "\(compilation.problems)\n\(world.text)")
    store = try SQLiteStore(path: folder + "/keiro.db")
    let now = RandomConfigurations.now
    let store = store
    try waitForAnswer {
      store.apply(world.links, overwritesEdits: false, now: now, completion: $0)
    }
    let batch = CountBatch(
      writer: CountWriter(), sequence: 1, clicks: world.clicks, launches: world.launches)
    try waitForAnswer { store.count(batch, now: now, completion: $0) }
    let text = try #require(TokenText.generate())
    token = text.text
    let known = APIToken(
      id: text.id, digest: text.digest, name: nil, scopes: [TokenScope.admin.rawValue],
      createdAt: now)
    try waitForAnswer { store.createToken(known, completion: $0) }
    let passwords = PasswordHasher(
      hash: { PasswordHash($0) }, verify: { $0 == $1.text }, fault: { _ in nil })
    handler = ManagementHandler(
      sources: .init(unreadiness: { nil }, scrape: { "" }),
      service: ManagementService(
        snapshot: snapshot, directory: LinkDirectory(store: store, passwords: passwords),
        proxies: TrustedProxies(networks: [])),
      access: ManagementAccess(names: [], addresses: nil, networks: []),
      metrics: WorkerMetrics(routeNames: RouteLabel.names))
  }

  deinit {
    store.close()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// In memory where the system has a place for that: nothing here has to outlive the test.
  private static func makeFolder() throws -> String {
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
    let path = parent + "/keiro-properties-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    return path
  }

  /// Writes a file that a command reads, and returns its path.
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = folder + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    return path
  }

  // MARK: - Asking

  struct CommandAnswer {
    let code: ExitCode
    let output: String
    let error: String
  }

  func command(_ arguments: [String]) -> CommandAnswer {
    let recorder = Recorder()
    let code = KeiroCommand.main(
      arguments: arguments, environment: ["KEIRO_CONFIG": folder + "/keiro.json"],
      console: recorder.console, now: RandomConfigurations.now)
    return CommandAnswer(
      code: code, output: recorder.text(.output), error: recorder.text(.error))
  }

  struct APIAnswer {
    let status: Int
    let body: String

    /// The details of every field that is wrong, or that of the problem itself.
    var details: [String] {
      let root = (try? JSONDocument(parsing: Array(body.utf8)))?.root
      let errors = root?.member("errors")?.array ?? []
      let details = errors.compactMap { $0.member("detail")?.string }
      return details.isEmpty ? [root?.member("detail")?.string].compactMap(\.self) : details
    }
  }

  func api(_ method: String, _ target: String, _ body: [UInt8] = []) throws -> APIAnswer {
    let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
    let head =
      "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer \(token)\r\n"
    let bytes = Array((head + length + "\r\n").utf8) + body
    var decoder = HTTPRequestDecoder(
      limits: HTTPLimits(targetBytes: 70_000, headerBytes: 70_000, bodyBytes: 10_000_000))
    var offset = 0
    var event = decoder.decode(bytes.span, offset: &offset)
    if event == .head {
      try #require(decoder.beginBody(isStreamed: false) == nil)
      event = decoder.decode(bytes.span, offset: &offset)
    }
    try #require(event == .request, "\(target)")
    let now = Double(RandomConfigurations.now.secondsSinceEpoch)
    let answer = handler.answer(
      to: decoder.request, from: HTTPPeer(address: nil),
      at: HTTPInstant(secondsSinceEpoch: now, steadySeconds: now))
    let response = Self.wait(answer)
    return APIAnswer(
      status: response.status.code, body: String(decoding: response.body, as: UTF8.self))
  }

  private static func wait(_ answer: HTTPAnswer) -> HTTPResponse {
    switch answer {
    case .ready(let response): return response
    case .deferred(let work):
      let result = Mutex<HTTPResponse?>(nil)
      let semaphore = DispatchSemaphore(value: 0)
      work { response in
        result.withLock { $0 = response }
        semaphore.signal()
      }
      semaphore.wait()
      return result.withLock { $0 } ?? HTTPResponse(.internalServerError, outcome: .none)
    }
  }
}
