import Changes
package import Deliveries
import Dispatch
package import HTTPCore
package import LinkStorage
package import Outgoing
package import Service
package import SiteModel

/// The management listener without its connection: turns calls into answers.
package struct ManagementService: Sendable {
  package let snapshot: ServiceSnapshot
  /// The store with its caches, guards and queues.
  package let directory: LinkDirectory
  /// The proxies whose forwarding fields are trusted.
  package let proxies: TrustedProxies
  package let services: ManagementServices
  /// Nil where hosts cannot be examined.
  package let doctor: HostDoctorAccess?
  private let bounds: CallBounds

  package init(
    snapshot: ServiceSnapshot, directory: LinkDirectory, proxies: TrustedProxies,
    services: ManagementServices = ManagementServices(), bounds: CallBounds = CallBounds(),
    doctor: HostDoctorAccess? = nil
  ) {
    var services = services
    services.status = services.status ?? StatusBoard(doctor: doctor?.records)
    self.services = services
    self.bounds = bounds
    self.doctor = doctor
    self.snapshot = snapshot
    self.directory = directory
    self.proxies = proxies
  }

  /// The sites within a token's reach; all sites without a token.
  package func sites(for token: APIToken?) -> ServiceSnapshot {
    token?.reach.patterns.map(snapshot.bounded) ?? snapshot
  }

  func operation(_ request: HTTPRequest) throws(Problem) -> (APIOperation, APIPath) {
    guard let path = APIPath(path: request.fields.bytes[request.path]) else { throw .notFound }
    let method = request.method == .head ? .get : request.method
    guard let operation = path.operations.first(where: { $0.method == method }) else {
      throw .methodNotAllowed(request.method, allowed: path.allowed)
    }
    return (operation, path)
  }

  /// Continues with a call, for which its caller's token is looked up meanwhile.
  package func reading<Call: Sendable, Next: HTTPReadable>(
    _ call: @escaping @Sendable () throws(Problem) -> Call,
    then next: @escaping (Call) throws(Problem) -> Next,
    orElse refuse: @escaping (Problem) -> Next
  ) -> Next {
    .reading(on: directory.queues.calls) {
      Result(catching: call)
    } next: { call in
      do throws(Problem) {
        guard let call else { throw .busy("too many calls are waiting") }
        return try next(try call.get())
      } catch {
        return refuse(error)
      }
    }
  }

  /// The call of a request, if its caller has the permission; for threads that may wait.
  func call(
    _ request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) throws(Problem) -> APICall {
    let (operation, path) = try operation(request)
    let authentication = Authentication(
      directory: directory, request: request,
      client: proxies.client(of: request, from: peer).address, now: now)
    let token =
      operation.scopes.isEmpty
      ? nil
      : try authentication.token(allowing: operation.scopes, keyInQuery: operation.isFirebase)
    var call = APICall(
      operation: operation, path: path, fields: request.fields, body: request.body, now: now,
      token: token, authority: token.map { Authority($0) }, snapshot: sites(for: token),
      directory: directory, services: services)
    call.parameters = try APICall.parameters(
      request.query.map { request.fields.bytes[$0] } ?? [], of: operation)
    if operation.row.body != nil { try Problem.check(coding: call.fields["Content-Encoding"]) }
    return call
  }

  /// The most bytes of a body accepted for a public operation, which ignores it.
  private static let openBytes = 4096

  /// Accepts bodies only from known callers at known addresses; files arrive in pieces.
  func intake(
    for call: APICall, of request: HTTPRequest, from peer: HTTPPeer
  ) throws(Problem) -> HTTPIntake {
    switch call.operation {
    case .importLinks: return .stream(try TransferSink(call, LinkImportUpload(call)))
    case .applyLinks: return .stream(try TransferSink(call, LinkApplication(call)))
    case .createLinks: return .stream(try TransferSink(call, LinkBatch(call)))
    default: break
    }
    let refuse: @Sendable () -> HTTPResponse = {
      call.response(to: .busy("too many request bodies are arriving at once"))
    }
    guard let token = call.token else {
      let client = proxies.client(of: request, from: peer).address
      let lease = directory.openBodies.lease(for: .site(of: client), orElse: refuse)
      return .collectSome(limit: Self.openBytes, lease: lease)
    }
    let lease = directory.callBodies.lease(for: .token(token.id), orElse: refuse)
    return .collectSome(limit: .max, lease: lease)
  }

  /// Runs a call that may be heavy, none of it on the worker.
  func perform(_ call: APICall) -> HTTPAnswer {
    if call.operation == .examineHosts { return examine(call) }
    guard call.isHeavy else { return later(call.run) }
    let work: HeavyWork = { meter, completion in
      var call = call
      call.meter = meter
      call.run(completion)
    }
    return heavy(work, of: call.token, at: call.now, refusal: call.response)
  }

  /// The work of a call on a thread that may wait for the store.
  package typealias Work = @Sendable (_ completion: @escaping HTTPCompletion) -> Void
  /// The work of a call that takes long; the meter stops it when it exceeds its limits.
  package typealias HeavyWork =
    @Sendable (_ meter: WorkMeter, _ completion: @escaping HTTPCompletion) -> Void

  package func later(_ work: @escaping Work) -> HTTPAnswer {
    .later { [directory] completion in
      // The queue always has room: the connections are bounded.
      _ = directory.queues.calls.submit { work(completion) }
    }
  }

  /// Schedules work that may compute for long: within the share of the caller, and no longer than
  /// the connection lasts. Without room for it the answer is a refusal.
  package func heavy(
    _ work: @escaping HeavyWork, of token: APIToken?, at now: HTTPInstant,
    refusal: @escaping @Sendable (Problem) -> HTTPResponse
  ) -> HTTPAnswer {
    Self.deferred(refusal) { [self] cancellation, completion throws(Problem) in
      try submit(work, owner: token?.id ?? "", at: now, cancellation, completion)
    }
  }

  /// An answer by work on a queue that may have no room for it.
  static func deferred(
    _ refusal: @escaping @Sendable (Problem) -> HTTPResponse,
    _ submit:
      @escaping @Sendable (HTTPCancellation, @escaping HTTPCompletion) throws(Problem) -> Void
  ) -> HTTPAnswer {
    let cancellation = HTTPCancellation()
    return .deferred(
      HTTPDeferredWork(cancellation: cancellation) { completion in
        do throws(Problem) {
          try submit(cancellation, completion)
        } catch {
          completion(refusal(error))
        }
      })
  }

  private func submit(
    _ work: @escaping HeavyWork, owner: String, at now: HTTPInstant,
    _ cancellation: HTTPCancellation, _ completion: @escaping HTTPCompletion
  ) throws(Problem) {
    let guards = directory.guards
    if let wait = guards.computing.wait(nil, subject: owner, at: now) {
      throw .tooManyRequests("the calls of this token computed for too long", wait: wait)
    }
    let bounds = bounds
    let admission = directory.queues.heavyCalls.submit(owner: owner, cancellation: cancellation) {
      let meter = WorkMeter(cancellation, bounds, guards)
      meter.watch { work(meter, completion) }
      let end = HTTPInstant(
        secondsSinceEpoch: now.secondsSinceEpoch,
        steadySeconds: now.steadySeconds + meter.seconds)
      guards.computing.charge(meter.seconds, to: nil, subject: owner, at: end)
    }
    switch admission {
    case .admitted: break
    case .full: throw .busy("too many calls that compute for long are waiting")
    case .shareTaken:
      throw .tooManyRequests("too many calls of this token are computing at once", wait: 1)
    }
  }
}

extension APICall {
  func run(_ completion: @escaping HTTPCompletion) {
    do throws(Problem) {
      try perform(completion)
    } catch {
      completion(response(to: error))
    }
  }

  func response(to problem: Problem) -> HTTPResponse {
    operation.isFirebase ? problem.googleResponse : problem.response(from: .api)
  }

  /// A slot among the imports and exports.
  func transferSlot() throws(Problem) -> TransferSlots.Slot {
    try directory.transferSlot(of: transferOwner)
  }

  /// The caller whose share of the imports and exports the call uses.
  var transferOwner: TransferSlots.Owner {
    TransferSlots.Owner(id: token?.id ?? "", reach: reach)
  }

  private func perform(_ completion: @escaping HTTPCompletion) throws(Problem) {
    if operation == .sendNotification { return try sendNotification(completion) }
    guard let run = operation.row.run else { throw .notFound }
    complete(try run(self)(), completion)
  }

  /// The answer to a call that would be streamed if it had a body.
  func refuseEmptyFile() throws(Problem) -> APIAnswer {
    throw Problem(.badRequest, "empty-body", "the body is empty: expected a file of links")
  }
}

/// The services that the management API uses besides the store and the sites.
package struct ManagementServices: Sendable {
  /// The limits on requests to other servers.
  package var outgoing = OutgoingRules()
  /// Nil where no notifications are sent.
  package var pushes: PushSender?
  /// The origin of the dashboard, where people create their passkeys; nil without a dashboard.
  package var origin: String?
  /// The imports whose files arrive in pieces.
  package var uploads = ImportUploads()
  /// The origins whose pages may call as clients of other services do.
  package var callingOrigins = CallingOrigins()
  /// What needs someone; nil for what is in the store alone.
  package var status: StatusBoard?

  package init() {}
}
