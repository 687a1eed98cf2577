import HTTPCore
import JSONSyntax
import Management
import Outgoing
import System

/// A running Keiro, used through its management API.
struct RemoteKeiro: Sendable {
  private let client: OutgoingClient
  private let url: String
  private let token: String

  /// The size limit of an answer in bytes: a page of links with large fields.
  private static let bodyLimit = 64 << 20
  /// The size limit of a token file in bytes, far above every token.
  private static let tokenLimit = 4096

  init(_ address: ServerAddress) throws(CommandFailure) {
    url = address.url
    token = try Self.text(address.token)
    client = try rethrown(OutgoingClient(OutgoingRules(userNamed: address.url))) {
      (error: OutgoingError) in
      CommandFailure.environment(Self.unreachable, error.message)
    }
  }

  private static func text(_ token: ServerAddress.Token) throws(CommandFailure) -> String {
    let text: String
    switch token {
    case .text(let given): text = given
    case .file(let path):
      let bytes = try CommandFailure.reading(
        path, try CommandInput(path: path).bytes(limit: tokenLimit))
      text = String(decoding: bytes, as: UTF8.self)
    }
    let token = text.filter { !$0.isWhitespace }
    guard !token.isEmpty, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw .refusal(
        "no-token",
        "no token found in --token-file or KEIRO_TOKEN: expected one line such as 'keiro tokens "
          + "create' prints")
    }
    return token
  }

  // MARK: - Calls

  /// The answer to a call; throws if the server refuses it.
  func ask(_ call: APIRequest) throws(CommandFailure) -> OutgoingAnswer {
    var request = OutgoingRequest(call.method, url + call.target)
    request.fields =
      [
        ("Authorization", "Bearer \(token)"), ("Accept", "application/json, */*"),
        ("User-Agent", "keiro/\(keiroVersion)"),
      ] + call.fields
    request.body = call.body
    request.timeout = call.timeout
    request.bodyLimit = Self.bodyLimit
    let answer = try rethrown(client.send(request)) { (error: OutgoingError) in
      let step =
        error.isOfProtocol ? ": expected the address of Keiro's management listener" : ""
      return CommandFailure.environment(
        Self.unreachable, "cannot reach '\(url)': \(error.message)" + step)
    }
    guard (200...299).contains(answer.status) else { throw failure(answer) }
    guard !answer.isPage else { throw stranger(answer) }
    return answer
  }

  /// Throws unless an answer is one of Keiro's API.
  func verify(_ answer: OutgoingAnswer) throws(CommandFailure) {
    guard answer.isOfAPI || isManagement else { throw stranger(answer) }
  }

  /// Whether the address has the description of Keiro's API, which a management listener shows to
  /// everybody.
  private var isManagement: Bool {
    var request = OutgoingRequest("GET", url + "/openapi.json")
    request.timeout = 20
    request.bodyLimit = Self.bodyLimit
    guard let answer = try? client.send(request), answer.status == 200 else { return false }
    let root = try? JSONDocument(parsing: answer.body).root
    return root?.member("info")?.text("title") == "Keiro"
  }

  static let unreachable = "server-unreachable"
  /// The seconds to wait before each retry of a call that did not reach the server.
  private static let pauses = [0.5, 1, 2, 4, 8]

  /// The answer to a call that is safe to repeat; retries when the connection breaks.
  func persistently(_ call: APIRequest) throws(CommandFailure) -> OutgoingAnswer {
    for pause in Self.pauses {
      do throws(CommandFailure) {
        return try ask(call)
      } catch {
        guard error.code == Self.unreachable else { throw error }
        Clock.sleep(seconds: pause)
      }
    }
    return try ask(call)
  }

  func document(_ call: APIRequest) throws(CommandFailure) -> JSONNode {
    let answer = try ask(call)
    try verify(answer)
    guard !answer.body.isEmpty else { return JSONNode(.null) }
    guard let document = JSONDocument(stored: answer.body) else { throw stranger(answer) }
    return document.root
  }

  private func failure(_ answer: OutgoingAnswer) -> CommandFailure {
    let prefix = "urn:keiro:problem:"
    guard let problem = try? JSONDocument(parsing: answer.body).root,
      let type = problem.text("type"), type.hasPrefix(prefix)
    else { return stranger(answer) }
    // A public site of Keiro has the same problems, though none of a link or a token.
    let name = String(type.dropFirst(prefix.count))
    guard !Self.sharedProblems.contains(name) || isManagement else { return stranger(answer) }
    let faults = problem.elements("errors").map { fault in
      FieldFault(fault.text("field") ?? "", fault.text("detail") ?? "")
    }
    return CommandFailure(
      code: name, detail: problem.text("detail") ?? type,
      faults: faults, exit: answer.status == 503 ? .environmentFailed : .negative)
  }

  private static let sharedProblems: Set = [
    "not-found", "method-not-allowed", "method-not-implemented", "malformed-request",
  ]

  private func stranger(_ answer: OutgoingAnswer) -> CommandFailure {
    .environment(
      "not-keiro",
      "'\(url)' answered \(answer.status) without a word of Keiro's: expected the address of its "
        + "management listener")
  }
}

extension OutgoingAnswer {
  fileprivate var isPage: Bool {
    self["content-type"]?.hasPrefix("text/html") == true
      || body.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  /// Whether the answer has the marks of the API's answers, which are for the caller alone, or, where
  /// something in between has taken these away, a member of its documents.
  fileprivate var isOfAPI: Bool {
    if self["keiro-next-cursor"] != nil { return true }
    if self["cache-control"] == "no-store", self["x-content-type-options"] == "nosniff" {
      return true
    }
    let root = try? JSONDocument(parsing: body).root
    return root?.object?.contains { Self.members.contains($0.name) } ?? false
  }

  private static let members: Set = [
    "created", "deliveries", "entries", "hosts", "people", "rows", "shortURL", "steps", "tokens",
    "versions", "webhooks",
  ]
}
