package import HTTPCore
import LinkStorage
package import Management
package import Service

/// Answers the calls of other services on the management listener, for their published clients.
///
/// Each call is a translation: queries go to `Questions`, changes to `Changes`, and their results
/// are returned in the format of the service. Services that are not enabled have no addresses here.
package final class WireCalls: ManagementPages {
  private let services: Set<CompatibleService>
  private let service: ManagementService
  private var directory: LinkDirectory { service.directory }

  package init(_ services: [CompatibleService], of service: ManagementService) {
    self.services = Set(services)
    self.service = service
  }

  // Their published clients include pages, and every call carries its token explicitly.
  package let answersOtherOrigins = true

  package func covers(_ request: HTTPRequest) -> Bool {
    guard !services.isEmpty, let path = WirePath(path: request.bytes(request.path)) else {
      return false
    }
    return services.contains(path.service)
  }

  /// The limit in bytes for YOURLS forms, which are read before the signature inside them is known.
  private static let formBytes = 32 << 10
  /// The limit in bytes for authenticated callers of the other services: a link with its tags.
  private static let documentBytes = 256 << 10

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    let client = service.proxies.client(of: request, from: peer).address
    let refuse: @Sendable () -> HTTPResponse = {
      Self.refusal(.busy("too many request bodies are arriving at once"), of: request, from: nil)
    }
    guard WirePath(path: request.bytes(request.path))?.service != .yourls else {
      let lease = directory.openBodies.lease(for: .site(of: client), orElse: refuse)
      return .collectSome(limit: Self.formBytes, lease: lease)
    }
    return service.reading { [self] () throws(Problem) in
      try call(request, from: peer, at: now)
    } then: { [directory] call in
      let token = call.token
      let lease = directory.callBodies.lease(for: .token(token?.id ?? ""), orElse: refuse)
      return .collectSome(limit: token == nil ? 0 : Self.documentBytes, lease: lease)
    } orElse: {
      .refuse(Self.refusal($0, of: request, from: nil))
    }
  }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    service.reading { [self] () throws(Problem) in
      try call(request, from: peer, at: now)
    } then: { [self] call in
      answer(to: call)
    } orElse: {
      .ready(Self.refusal($0, of: request, from: nil))
    }
  }

  private func answer(to call: WireCall) -> HTTPAnswer {
    guard call.operation.definition.isHeavy else {
      return service.later { completion in completion(Self.run(call)) }
    }
    let work: ManagementService.HeavyWork = { meter, completion in
      var call = call
      call.meter = meter
      completion(Self.run(call))
    }
    return service.heavy(work, of: call.token, at: call.now) {
      Self.refusal($0, of: call.request, from: call)
    }
  }

  // MARK: - Calls

  private func call(
    _ request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) throws(Problem) -> WireCall {
    guard let path = WirePath(path: request.bytes(request.path)) else {
      throw Self.missing(request)
    }
    let form = try Self.form(request, path.service)
    let authentication = Authentication(
      directory: directory, request: request,
      client: service.proxies.client(of: request, from: peer).address, now: now)
    let operation = try operation(request, path, form, authentication)
    let definition = operation.definition
    let text = Self.credential(path.service, form, authentication)
    let token =
      definition.scopes.isEmpty ? nil : try authentication.token(text, allowing: definition.scopes)
    if let further = definition.further { _ = try authentication.token(text, allowing: [further]) }
    return WireCall(
      operation: operation, name: path.name, request: request, form: form, now: now,
      token: token, snapshot: service.sites(for: token), directory: directory)
  }

  static func form(
    _ request: HTTPRequest, _ service: CompatibleService
  ) throws(Problem) -> WireForm {
    var form = WireForm()
    if let query = request.query { try form.add(request.bytes(query)) }
    guard service == .yourls, request.method == .post else { return form }
    let type = request.fields["Content-Type"]
    guard let boundary = MultipartDecoder.boundary(contentType: type) else {
      try form.add(request.body[...])
      return form
    }
    // As PHP's curl sends an array, which YOURLS's own sample does.
    var decoder = MultipartDecoder(boundary: boundary)
    let events = decoder.feed(request.body)
    guard events.last == .end else {
      throw Problem(
        .badRequest, "malformed-request",
        "expected a whole form of at most \(MultipartDecoder.partLimit) parts")
    }
    for case .field(let name, let value) in events { try form.add(name, value) }
    return form
  }

  /// Returns the token of a call. Every call carries it explicitly, without cookies that a page in
  /// a browser could cause to be sent.
  private static func credential(
    _ service: CompatibleService, _ form: WireForm, _ authentication: Authentication
  ) -> String? {
    switch service {
    case .yourls: form["signature"]
    case .shlink:
      authentication.request.first("X-Api-Key").map { String(decoding: $0, as: UTF8.self) }
    case .bitly: authentication.bearer
    }
  }

  private func operation(
    _ request: HTTPRequest, _ path: WirePath, _ form: WireForm,
    _ authentication: Authentication
  ) throws(Problem) -> WireOperation {
    let method = request.method == .head ? .get : request.method
    guard path.service == .yourls else {
      if let operation = path.operations.first(where: { $0.definition.method == method }) {
        return operation
      }
      guard !path.operations.isEmpty else { throw Self.missing(request) }
      let names = path.operations.map(\.definition.method.name).joined(separator: ", ")
      throw .methodNotAllowed(request.method, allowed: names.replacing("GET", with: "GET, HEAD"))
    }
    guard method == .get || method == .post else {
      throw .methodNotAllowed(request.method, allowed: "GET, HEAD, POST")
    }
    if let operation = path.operations.first(where: { $0.definition.action == form["action"] }) {
      return operation
    }
    // YOURLS authenticates the caller before it looks at the action.
    _ = try authentication.token(
      form["signature"], allowing: WireOperation.yourlsVersion.definition.scopes)
    throw Problem(.badRequest, "unknown-action", "Unknown or missing \"action\" parameter")
  }

  private static func run(_ call: WireCall) -> HTTPResponse {
    do throws(Problem) {
      let answer =
        switch call.operation.definition.service {
        case .yourls: try call.yourlsAnswer()
        case .shlink: try call.shlinkAnswer()
        case .bitly: try call.bitlyAnswer()
        }
      guard call.operation.definition.scopes == [.writeLinks] else { return answer }
      return answer.naming(pendingNodes: call.directory.feed.missingCopies)
    } catch {
      return refusal(error, of: call.request, from: call)
    }
  }

  /// A call of the service that Keiro does not answer.
  private static func missing(_ request: HTTPRequest) -> Problem {
    let path = String(decoding: request.bytes(request.path).prefix(200), as: UTF8.self)
    return Problem(
      .notFound, "not-found",
      "the call '\(request.method.name) \(path)' is not one of those that Keiro answers: see its guide "
        + "'Clients of other services'")
  }

  /// - Parameter call: nil when the request was refused before there was one.
  private static func refusal(
    _ problem: Problem, of request: HTTPRequest, from call: WireCall?
  ) -> HTTPResponse {
    let service = WirePath(path: request.bytes(request.path))?.service ?? .shlink
    let form = call?.form ?? (try? form(request, service)) ?? WireForm()
    return switch service {
    case .yourls: YourlsError(problem: problem, form: form).response
    case .shlink: ShlinkError(problem: problem, request: request, call: call).response
    case .bitly: BitlyError(problem: problem).response
    }
  }
}
