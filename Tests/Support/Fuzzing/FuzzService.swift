import Cryptography
import DirectRequests
import HTTPCore
import KeiroConfiguration
import Links
import LinkStorage
import Management
import SQLiteStore
import PublicSite
import Service
import SiteModel
import Telemetry
import WebSyntax

/// A small service with its own store, called without a connection.
struct FuzzService {
  let store: any LinkStore
  let directory: LinkDirectory

  static let now = HTTPInstant(secondsSinceEpoch: 1_795_224_669)
  static let timestamp = Timestamp(secondsSinceEpoch: 1_795_224_669)
  static let peer = HTTPPeer(address: IPAddress("192.0.2.1"))

  init() throws(LinkStoreError) {
    store = try SQLiteStore(in: MemoryDatabase())
    directory = LinkDirectory(store: store, passwords: .plain)
  }

  func publicHandler(_ snapshot: ServiceSnapshot) -> PublicHandler {
    guard let prepared = PreparedSites(snapshot) else {
      preconditionFailure("libcrypto cannot compute a digest")
    }
    return PublicHandler(
      snapshot: snapshot, prepared: prepared, proxies: TrustedProxies(networks: []),
      journal: RequestJournal(metrics: WorkerMetrics(routeNames: RouteLabel.names), write: nil),
      directory: directory, recorder: ClickRecorder(store: store))
  }

  func managementHandler() -> ManagementHandler {
    ManagementHandler(
      sources: .init(unreadiness: { nil }, scrape: { "" }),
      service: ManagementService(
        snapshot: Self.snapshot, directory: directory, proxies: TrustedProxies(networks: [])),
      access: ManagementAccess(names: [], addresses: nil, networks: []),
      metrics: WorkerMetrics(routeNames: RouteLabel.names))
  }

  /// The text of a token that allows everything, once `admit` has been called.
  static let token = TokenText.prefix + String(repeating: "A", count: 43)

  func admit() {
    let token = APIToken(
      id: "fuzz", digest: TokenText.digest(of: Self.token) ?? [], name: nil,
      scopes: [TokenScope.admin.rawValue], createdAt: Self.timestamp)
    let creation = try? waitForAnswer { store.createToken(token, by: .service, completion: $0) }
    FuzzTarget.expect(creation == .created, "the token was not taken")
  }

  /// The response to a request as a server would send it, including streamed bodies; nil when the
  /// bytes are not a complete request.
  func answer(of handler: some HTTPHandler, to bytes: [UInt8]) -> HTTPResponse? {
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    var offset = 0
    var event = decoder.decode(bytes.span, offset: &offset)
    var sink: (any HTTPBodySink)?
    var limit = Int.max
    if event == .head {
      let request = decoder.request
      switch onLoop({ handler.intake(for: request, from: Self.peer, at: Self.now) }).awaited {
      case .collect, .unread: break
      case .collectSome(let bytes, _): limit = bytes
      case .stream(let taker): sink = taker
      case .refuse(let response): return response
      }
      if let failure = decoder.beginBody(isStreamed: sink != nil, limit: limit) {
        return handler.response(to: failure, from: Self.peer)
      }
      event = decoder.decode(bytes.span, offset: &offset)
    }
    switch event {
    case .needsMore, .head: return nil
    case .failure(let failure): return handler.response(to: failure, from: Self.peer)
    case .request:
      if let sink { return sink.response(to: decoder.takeBody()) }
      let request = decoder.request
      return onLoop { handler.answer(to: request, from: Self.peer, at: Self.now) }.awaited
    }
  }

  /// The body of a response that supplies it in pieces.
  static func body(of response: HTTPResponse) -> [UInt8] {
    var body = response.body
    while let source = response.source {
      switch waitFor({ completion in source.next { completion($0) } }) {
      case .bytes(let bytes): body += bytes
      case .end: return body
      case .failure:
        FuzzTarget.expect(false, "a body was broken off")
        return body
      }
    }
    return body
  }
}

extension FuzzService {
  /// A configuration with one of each kind of element.
  static let definition: ServiceDefinition = {
    let loaded = try? ConfigurationLoader.load(Array(configuration.utf8), file: "/absent/f.json")
    guard let service = loaded?.configuration.service else {
      preconditionFailure("the configuration is not as good as it should be")
    }
    return service
  }()

  static let snapshot: ServiceSnapshot = {
    let compilation = ServiceSnapshot.compile(definition)
    guard let snapshot = compilation.snapshot else {
      preconditionFailure("the definition does not compile: \(compilation.problems)")
    }
    return snapshot
  }()

  private static let configuration = """
    {"apps": {
      "food": {
        "name": "Food",
        "apple": {"appIDs": ["AAAAAAAAAA.b.food"], "appStoreID": "111", "oldestSystem": "9.0",
          "customSchemes": ["food"]},
        "android": {"packageName": "b.food", "sha256CertFingerprints": ["\(fingerprint)"]},
        "launch": {"home": "home", "linkSchemes": ["food"], "widgetSchemes": ["food-widget"],
          "siriActivityTypes": ["b.food.order"],
          "handoffActivityTypes": ["b.food.browse"], "notificationURLKey": "url",
          "spotlight": "article", "search": "search", "widget": "article", "intent": "search",
          "shortcuts": {"b.food.cart": "cart"}, "requiresLogin": ["orders"],
          "loginScreen": "login"}},
      "maps": {"name": "Maps", "apple": {"appIDs": ["AAAAAAAAAA.b.maps"]}}},
     "sites": [
      {"hosts": ["a.example"], "title": "Food & Co", "alternateHost": "open.a.example",
       "routes": [
        {"/": "/private/*", "exclude": true},
        {"/": "/article/{id}", "apps": ["food"], "screen": "article", "title": "No. {id}"},
        {"/": "/map/{place}", "apps": ["maps"], "screen": "map"},
        {"/": "/orders", "apps": ["food"], "screen": "orders"},
        {"/": "/out/{path}", "web": "https://b.example/{path}?from=a"},
        {"/": "/", "apps": ["food"], "screen": "home"}],
       "shortLinks": {"prefix": "/s/", "app": "food", "links": {
        "one": {"url": "https://a.example/article/1"},
        "loop": {"url": "https://a.example/s/loop"}}}},
      {"hosts": ["*.w.example"], "language": "ja", "shortLinks": {"prefix": "/"}}]}
    """

  private static let fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
}
