import JSONSyntax
import KeiroConfiguration
import Outgoing
import WebSyntax

extension CommandTable {
  static let health = CommandSpecification(
    "health", "ask whether the service is alive, as a container does",
    details: [
      "Asks the management listeners of the configuration, or the one of --server, and needs no token.",
      "Exits with 0 when Keiro answers (with --ready: when it is ready for visitors), else with 1.",
    ],
    options: [.config, .server, .ready, .json],
    examples: [
      "health  # is the service of the configuration alive?",
      "health --ready --server http://127.0.0.1:8081",
    ]
  ) { arguments throws(UsageError) in
    try arguments.health().run
  }
}

extension OptionSpecification {
  fileprivate static let ready = Self("--ready", "ask whether it is ready for visitors")
}

extension ParsedArguments {
  func health() throws(UsageError) -> HealthCommand {
    try refuse((.config, .server))
    var place = HealthCommand.Place.configuration(configuration)
    if let text = server {
      guard let url = Self.listenerURL(text) else {
        throw error(.invalidValue(.server, value: text))
      }
      place = .server(url)
    }
    return HealthCommand(place: place, wantsReadiness: has(.ready))
  }
}

struct HealthCommand {
  enum Place: Equatable {
    /// The management listeners of the configuration at a path.
    case configuration(String)
    /// The URL of a management listener, without a trailing slash.
    case server(String)
  }

  let place: Place
  let wantsReadiness: Bool

  /// The seconds for an answer: probes come often and wait for little.
  private static let patience = 5
  private static let bodyLimit = 1 << 16

  /// A management listener, as a client reaches it.
  struct Address: Equatable {
    /// The URL without a path.
    let url: String
    let name: String
    /// The path of the Unix socket; nil for an internet address.
    var unixSocket: String?
    /// Whether its certificate counts as good: the listener is on this machine, and certificates name
    /// hosts rather than its addresses.
    var isOwn = false
  }

  enum Answer: Equatable {
    /// The words of a Keiro that is as it should be.
    case good(String)
    /// The words of a Keiro that is not.
    case bad(String)
    /// Why there is no answer of a Keiro.
    case none(String)
  }

  func run(_ console: Console) throws(CommandFailure) -> ExitCode {
    var silences: [String] = []
    for address in try addresses() {
      switch ask(address) {
      case .good(let words):
        let document: JSONOutput = ["listener": .string(address.name), "answer": .string(words)]
        return console.give(
          CommandAnswer(document: JSONNode(document), lines: [words]))
      case .bad(let words): throw .refusal("not-healthy", words)
      case .none(let reason): silences.append(reason)
      }
    }
    guard !silences.isEmpty else {
      throw .refusal(
        "no-answer",
        "the configuration has no management listener to ask: expected one in 'server.management', "
          + "such as 127.0.0.1:8081")
    }
    var failure = CommandFailure.refusal("no-answer", silences.joined(separator: "; "))
    failure.lines = silences
    throw failure
  }

  private func addresses() throws(CommandFailure) -> [Address] {
    switch place {
    case .server(let url): return [Address(url: url, name: url)]
    case .configuration(let file):
      let settings: ServerSettings
      do throws(ConfigurationFailure) {
        settings = try ConfigurationLoader.serverSettings(path: file)
      } catch {
        // Probes know two answers, and read other codes as faults of their own.
        var failure = CommandFailure(error, file: file)
        failure.exit = .negative
        throw failure
      }
      let wantsCertificates = settings.tls?.clientAuthorities != nil
      let open = settings.management.filter { !wantsCertificates || !ListenAddress($0).isSecure }
      guard !open.isEmpty || settings.management.isEmpty else {
        throw .refusal(
          "no-answer",
          "every listener of 'server.management' wants a client's certificate "
            + "('server.tls.clientCA'): expected one without tls: for probes on this machine, such as "
            + "127.0.0.1:8082")
      }
      return open.compactMap(Address.init(listener:))
    }
  }

  private func ask(_ address: Address) -> Answer {
    var rules = OutgoingRules()
    rules.allowNetworks = .everywhere
    rules.allowPlainHTTP = true
    let path = wantsReadiness ? "/readyz" : "/healthz"
    var inspection = OutgoingInspection(OutgoingRequest("GET", address.url + path))
    inspection.request.fields = [("User-Agent", "keiro/\(keiroVersion)")]
    inspection.request.timeout = Self.patience
    inspection.request.bodyLimit = Self.bodyLimit
    inspection.connectTimeout = Self.patience
    inspection.unixSocket = address.unixSocket
    inspection.acceptsAnyCertificate = address.isOwn
    do throws(OutgoingError) {
      let seen = try OutgoingClient(rules).inspect(inspection)
      guard let status = seen.status, seen.failure == nil else {
        let reason = seen.failure?.error.message ?? "there was no answer"
        return .none("\(address.name) does not answer: \(reason)")
      }
      return Self.answer(status, seen.body, of: address.name)
    } catch {
      return .none(error.message)
    }
  }

  static func answer(_ status: Int, _ body: [UInt8], of name: String) -> Answer {
    let words = String(decoding: body, as: UTF8.self)
    let line = String(words.prefix { $0 != "\n" })
    if status == 200, words == line + "\n",
      line == "ok" || line == "ready" || line.hasPrefix("degraded: ")
    {
      return .good(line)
    }
    if let problem = try? JSONDocument(parsing: body).root,
      problem.text("type")?.hasPrefix("urn:keiro:problem:") == true,
      let detail = problem.text("detail"), status != 404
    {
      return .bad("\(name): \(detail)")
    }
    return .none(
      "\(name) answered \(status) without a word of Keiro's: expected the address of its "
        + "management listener")
  }
}

extension HealthCommand.Address {
  /// The address at which a client on this machine reaches a listener; nil when only the running service
  /// knows its port.
  init?(listener text: String) {
    let listener = ListenAddress(text)
    if listener.address.hasPrefix("unix:") {
      let path = String(listener.address.dropFirst("unix:".count))
      self.init(url: "http://localhost", name: text, unixSocket: path, isOwn: true)
      return
    }
    guard let address = listener.ipAddress, listener.port != 0 else { return nil }
    let here = address.isUnspecified ? address.v4 == nil ? "[::1]" : "127.0.0.1" : nil
    guard let url = listener.url(of: here) else { return nil }
    self.init(url: url, name: text, isOwn: true)
  }
}
