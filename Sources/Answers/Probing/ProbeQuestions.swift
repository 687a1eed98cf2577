import AssociationValidation
import Doctor
import Outgoing

/// The detailed questions to one address of a host.
struct ProbeQuestions {
  struct Question: Sendable {
    let inspection: OutgoingInspection
    let endpoint: Endpoint
    let keep: Keeping
  }

  typealias Keeping = @Sendable (inout HostObservation, Observed) -> Void

  private(set) var all: [Question] = []
  private let requests: ProbeRequests
  private let endpoint: Endpoint

  /// - Parameters:
  ///   - endpoint: the address to ask.
  ///   - address: its answers to the requests for both files.
  init(
    _ requests: ProbeRequests, at endpoint: Endpoint, seen address: AddressObservation
  ) {
    self.requests = requests
    self.endpoint = endpoint
    addFiles(address)
    addRobots(address)
    addDocuments()
    addLinks()
    add(requests.oldTLS) { $0.oldTLS = $1 }
  }

  /// - Parameter other: the address to ask instead.
  mutating func add(
    _ inspection: OutgoingInspection, at other: Endpoint? = nil,
    _ keep: @escaping Keeping
  ) {
    all.append(Question(inspection: inspection, endpoint: other ?? endpoint, keep: keep))
  }

  private mutating func get(_ path: String, as agent: String, _ keep: @escaping Keeping) {
    add(requests.get(path, as: agent), keep)
  }

  private mutating func addFiles(_ address: AddressObservation) {
    let apple = ProbedFile.apple
    // A file that does not end here would not end for others either.
    if address.apple.failure == nil {
      add(requests.head(apple.path, as: apple.fetcher)) { $0.appleHead = $1 }
      var plain = requests.get(apple)
      plain.unpacks = false
      add(plain) { $0.appleUncompressed = $1 }
    }
    add(apple, Self.appleAgents, ProbePath.appleStrays, address)
    get(ProbePath.appleRoot, as: apple.fetcher) { $0.appleRoot = $1 }
    add(.android, Self.androidAgents, ProbePath.androidStrays, address)
  }

  /// - Parameter strays: paths where the file is placed by mistake; asked for only if the correct path has
  ///   none.
  private mutating func add(
    _ file: ProbedFile, _ agents: [(String, String)], _ strays: [String],
    _ address: AddressObservation
  ) {
    let (answer, seen) = (address[keyPath: file.answer], file.seen)
    for (name, agent) in answer.failure == nil ? agents : [] {
      get(file.path, as: agent) { $0[keyPath: seen].agents.append(AgentObservation(name, $1)) }
    }
    for path in answer.content == .document ? [] : strays {
      get(path, as: file.fetcher) { $0[keyPath: seen].strays.append($1) }
    }
  }

  /// What Google's robot may fetch; only of a host with a file.
  private mutating func addRobots(_ address: AddressObservation) {
    guard address.android.content == .document else { return }
    get(ProbePath.robots, as: ProbeAgent.robot) { $0.robots = $1 }
  }

  static let appleAgents = [
    ("a phone (swcd)", ProbeAgent.phone), ("a browser", ProbeAgent.browser),
  ]
  static let androidAgents = [
    ("a phone", ProbeAgent.android), ("a browser", ProbeAgent.browser),
  ]

  private mutating func addDocuments() {
    for document in requests.target.documents {
      get("/.well-known/" + document.fileName, as: ProbeAgent.browser) {
        $0.documents[document] = $1
      }
    }
    guard requests.target.changesPassword else { return }
    get(ProbePath.changePassword, as: ProbeAgent.browser) { $0.changePassword = $1 }
    get(ProbePath.missing, as: ProbeAgent.browser) { $0.missingDocument = $1 }
  }

  private mutating func addLinks() {
    let target = requests.target
    if let path = target.shortLink {
      for (name, agent) in [
        ("an iPhone", ProbeAgent.browser), ("an Android phone", ProbeAgent.android),
        ("a desktop", ProbeAgent.desktop), ("a preview bot", ProbeAgent.preview),
      ] {
        // HEAD is not counted as a click.
        add(requests.head(path, as: agent)) { $0.shortLinks.append(AgentObservation(name, $1)) }
      }
    }
    if let path = target.unknownLink {
      get(path, as: ProbeAgent.desktop) { $0.unknownLink = $1 }
    }
    if target.isOwn {
      get(
        "/_keiro/resolve?url=https%3A%2F%2F\(target.host)%2F", as: ProbeAgent.browser
      ) { $0.resolve = $1 }
    }
    for path in ["/metrics", "/openapi.json", "/v1/links"] {
      get(path, as: ProbeAgent.desktop) { $0.managementPaths.append($1) }
    }
  }
}
