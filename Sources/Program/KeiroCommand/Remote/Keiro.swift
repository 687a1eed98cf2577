import Changes
import JSONSyntax
import KeiroConfiguration
import LinkStorage
import Links
import Management
import Questions
import Service
import WebSyntax

/// The Keiro that a command works with: the store of a configuration on this machine, or a running
/// server. Both answer the calls of the API, so that a command names nothing but its call, and prints
/// the document of the answer.
enum Keiro {
  case here(OpenedStore, LocalAPI)
  case there(RemoteKeiro)

  static func with(
    _ location: KeiroLocation, at now: Timestamp, for purpose: StorePurpose,
    _ body: (Keiro) throws(CommandFailure) -> ExitCode
  ) throws(CommandFailure) -> ExitCode {
    switch location {
    case .configuration(let file):
      let opened = try OpenedStore(
        CompiledConfiguration.used(file), of: file, at: now, for: purpose)
      defer { opened.store.close() }
      return try body(.here(opened, LocalAPI(opened)))
    case .server(let address): return try body(.there(RemoteKeiro(address)))
    }
  }

  /// The document of the answer to a call; null for an answer without one.
  func document(_ request: APIRequest) throws(CommandFailure) -> JSONNode {
    switch self {
    case .here(let opened, let api):
      let document = try rethrown(api.document(request)) { problem in
        problem.storeFailure.map { CommandFailure($0, ofStore: opened.name) }
          ?? CommandFailure(problem)
      }
      return JSONNode(document)
    case .there(let remote): return try remote.document(request)
    }
  }
}

extension LocalAPI {
  fileprivate init(_ opened: OpenedStore) {
    var services = ManagementServices()
    services.outgoing = opened.outgoing
    services.origin = opened.dashboard.origin
    // A server has no room left for telling it in the store.
    services.status = StatusBoard { [settings = opened.settings] in
      StatusFact.disk(of: settings.file?.path, node: settings.nodeName).map { [$0] } ?? []
    }
    self.init(
      opened.snapshot, opened.store, by: opened.changes.authority, services: services,
      at: opened.now)
  }
}

extension OpenedStore {
  @discardableResult
  func changed<Outcome>(
    _ change: @autoclosure () throws(ChangeError) -> Outcome
  ) throws(CommandFailure) -> Outcome {
    try rethrown(change()) { (error: ChangeError) in
      if case .failed(let failure) = error { return CommandFailure(failure, ofStore: name) }
      return CommandFailure(Problem(error))
    }
  }

  func stored<Value>(
    _ read: @autoclosure () throws(LinkStoreError) -> Value
  ) throws(CommandFailure) -> Value {
    try rethrown(read()) { CommandFailure($0, ofStore: name) }
  }
}

extension Keiro {
  /// - Parameter isFormer: whether the link may have been deleted.
  func link(_ name: LinkName, isFormer: Bool = false) throws(CommandFailure) -> JSONNode {
    do throws(CommandFailure) {
      return try document(APIRequest(finding: name, isFormer: isFormer))
    } catch {
      var failure = error
      // The field of the call means nothing to whoever gave an operand.
      if failure.faults.map(\.field) == ["url"] { failure.lines = failure.faults.map(\.detail) }
      throw failure
    }
  }

  /// The answer to a call that names a link by host and slug.
  ///
  /// - Parameter isFormer: whether the link may have been deleted.
  func document(
    of name: LinkName, isFormer: Bool = false, _ request: (LinkKey) -> APIRequest
  ) throws(CommandFailure) -> JSONNode {
    try document(request(key(name, isFormer: isFormer)))
  }

  /// The key of the named link; a name with host and slug needs no look-up.
  func key(_ name: LinkName, isFormer: Bool = false) throws(CommandFailure) -> LinkKey {
    if case .parts(let host?, let slug) = name { return LinkKey(host: host, slug: slug) }
    let link = try link(name, isFormer: isFormer)
    guard let host = link.text("host"), let slug = link.text("slug") else {
      throw .environment("not-keiro", "the server's answer names no link")
    }
    return LinkKey(host: host, slug: slug)
  }
}

enum KeiroLocation: Equatable, Sendable {
  case configuration(String)
  case server(ServerAddress)
}

struct ServerAddress: Equatable, Sendable {
  /// The URL of its management listener, without a trailing slash.
  let url: String
  let token: Token

  enum Token: Equatable, Sendable {
    /// The path of a file that contains the token; `-` is standard input.
    case file(String)
    case text(String)
  }
}

extension OptionSpecification {
  static let server = Self(
    "--server", .text("URL", form: "a management listener such as http://127.0.0.1:8081"),
    "use the Keiro with this management listener; default $KEIRO_SERVER")
  static let tokenFile = Self(
    "--token-file", .file("FILE|-"),
    "a file with the token for --server; default $KEIRO_TOKEN")
  static let insecure = Self("--insecure", "with --server: allow http beyond this machine")

  static let locations: [OptionSpecification] = [.config, .server, .tokenFile, .insecure]
}

extension ParsedArguments {
  /// The Keiro to work with; options take precedence over the environment.
  func location() throws(UsageError) -> KeiroLocation {
    try refuse((.config, .server))
    guard let text = server else {
      try demand((.server, by: .tokenFile), (.server, by: .insecure))
      return .configuration(configuration)
    }
    guard let url = serverURL(text) else {
      throw error(.notServer(text))
    }
    if let file = value(.tokenFile) { return .server(ServerAddress(url: url, token: .file(file))) }
    guard let token = setting("KEIRO_TOKEN") else { throw error(.noToken) }
    return .server(ServerAddress(url: url, token: .text(token)))
  }

  /// The server that an option names, or else the environment where no option names a configuration.
  var server: String? {
    value(.server) ?? (value(.config) == nil ? setting("KEIRO_SERVER") : nil)
  }

  private func setting(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Nil if the text is not an address, or if the token would cross a network unencrypted.
  private func serverURL(_ text: String) -> String? {
    guard let url = WebURL(sentFor: text),
      url.scheme == "https" || has(.insecure) || HostOrigins.isLoopback(url.host)
    else { return nil }
    return Self.listenerURL(text)
  }

  /// The text of a URL that may be that of a listener, without slashes at its end; nil for others.
  static func listenerURL(_ text: String) -> String? {
    guard let url = WebURL(sentFor: text), url.query == nil, url.fragment == nil else { return nil }
    return String(url.description.reversed().drop { $0 == "/" }.reversed())
  }
}
