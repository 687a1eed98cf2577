package import HTTPCore
import Service
package import Telemetry

/// Answers the management listener: liveness, readiness, metrics and the API.
package final class ManagementHandler: HTTPHandler, Sendable {
  package struct Sources: Sendable {
    /// The reason why the service is not ready; nil when it is ready.
    let unreadiness: @Sendable () -> String?
    /// The functions missing from a service that is ready; nil when nothing is missing.
    let degradation: @Sendable () -> String?
    /// The reason why no changes are accepted; nil when they are.
    let unchangeability: @Sendable () -> String?
    let scrape: @Sendable () -> String

    package init(
      unreadiness: @escaping @Sendable () -> String?,
      degradation: @escaping @Sendable () -> String? = { nil },
      unchangeability: (@Sendable () -> String?)? = nil,
      scrape: @escaping @Sendable () -> String
    ) {
      self.unreadiness = unreadiness
      self.degradation = degradation
      self.unchangeability = unchangeability ?? unreadiness
      self.scrape = scrape
    }
  }

  private let sources: Sources
  private let service: ManagementService
  private let access: ManagementAccess
  private let metrics: WorkerMetrics
  private let pages: [any ManagementPages]

  package init(
    sources: Sources, service: ManagementService, access: ManagementAccess, metrics: WorkerMetrics,
    pages: [any ManagementPages] = []
  ) {
    self.pages = pages
    self.sources = sources
    self.service = service
    self.access = access
    self.metrics = metrics
  }

  package func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    let intake = plainIntake(for: request, from: peer, at: now)
    guard let origins = callingOrigins(of: request) else { return intake }
    return intake.mapRefusal { origins.opened($0, to: request) }
  }

  /// The origins that may read the answers at an address; nil where none may, as on all of the API.
  private func callingOrigins(of request: HTTPRequest) -> CallingOrigins? {
    let origins = service.services.callingOrigins
    guard !origins.isEmpty else { return nil }
    return pages(for: request)?.answersOtherOrigins == true ? origins : nil
  }

  private func plainIntake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    do throws(Problem) {
      try admit(request, from: peer)
      if let pages = pages(for: request) {
        return pages.intake(for: request, from: peer, at: now)
      }
      if request.method == .options { return .refuse(try options(request)) }
      return service.reading { [service] () throws(Problem) in
        try service.call(request, from: peer, at: now)
      } then: { [service] call throws(Problem) in
        try service.intake(for: call, of: request, from: peer)
      } orElse: { [self] in
        .refuse(response(to: $0, of: request))
      }
    } catch {
      return .refuse(response(to: error, of: request))
    }
  }

  private func pages(for request: HTTPRequest) -> (any ManagementPages)? {
    pages.first { $0.covers(request) }
  }

  /// - Throws: for a method that no address allows, and for names and networks that are not served.
  private func admit(_ request: HTTPRequest, from peer: HTTPPeer) throws(Problem) {
    if let problem = Problem.ofMethod(request.method, allowed: Self.methods) { throw problem }
    do throws(Problem) {
      try access.check(
        request, from: peer, proxies: service.proxies, isProbe: answersUnderEveryName(request))
    } catch {
      service.directory.guards.misdirected.add()
      throw error
    }
  }

  private func answersUnderEveryName(_ request: HTTPRequest) -> Bool {
    [.health, .readiness, .changeReadiness].contains(operation(request))
  }

  package func isProbe(_ request: HTTPRequest) -> Bool {
    answersUnderEveryName(request) || operation(request) == .metrics
  }

  private func operation(_ request: HTTPRequest) -> APIOperation? {
    try? service.operation(request).0
  }

  package func answer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    guard let origins = callingOrigins(of: request) else {
      return plainAnswer(to: request, from: peer, at: now)
    }
    return plainAnswer(to: request, from: peer, at: now, preflight: origins.preflight(of: request))
      .map { origins.opened($0, to: request) }
  }

  /// - Parameter preflight: the answer if nothing speaks against the caller.
  private func plainAnswer(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant,
    preflight: HTTPResponse? = nil
  ) -> HTTPAnswer {
    do throws(Problem) {
      try admit(request, from: peer)
      if let preflight { return .ready(preflight) }
      if let pages = pages(for: request) {
        return pages.answer(to: request, from: peer, at: now)
      }
      if request.method == .options { return .ready(try options(request)) }
      switch try service.operation(request).0 {
      case .health: return .ready(text("ok\n", route: .health))
      case .readiness:
        return probe { [self] in
          readiness(sources.unreadiness()) { sources.degradation().map { "degraded: " + $0 } }
        }
      case .changeReadiness: return probe { [self] in readiness(sources.unchangeability()) }
      case .metrics:
        return probe { [self] in
          text(sources.scrape(), route: .metrics, contentType: PrometheusText.contentType)
        }
      case let operation where operation.mayBeHeavy(request):
        return service.reading { [service] () throws(Problem) in
          try service.call(request, from: peer, at: now)
        } then: { [service] call in
          service.perform(call)
        } orElse: { [self] in
          .ready(response(to: $0, of: request))
        }
      default: return call(request, from: peer, at: now)
      }
    } catch {
      return .ready(response(to: error, of: request))
    }
  }

  /// Answers a call that is soon done, from the look-up of its token to its end on one thread.
  private func call(
    _ request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPAnswer {
    service.later { [self] completion in
      do throws(Problem) {
        try service.call(request, from: peer, at: now).run(completion)
      } catch {
        completion(response(to: error, of: request))
      }
    }
  }

  /// Answers a probe or a scrape, which asks the store how it is.
  private func probe(_ answer: @escaping @Sendable () -> HTTPResponse) -> HTTPAnswer {
    .later { [queues = service.directory.queues] completion in
      // The queue always has room: the connections are bounded.
      _ = queues.probes.submit { completion(answer()) }
    }
  }

  private func response(to problem: Problem, of request: HTTPRequest) -> HTTPResponse {
    operation(request)?.isFirebase == true
      ? problem.googleResponse : problem.response(from: .api)
  }

  /// The methods allowed by at least one address.
  private static let methods = "GET, HEAD, POST, PATCH, DELETE, OPTIONS"

  private func options(_ request: HTTPRequest) throws(Problem) -> HTTPResponse {
    var allowed = Self.methods
    if request.targetForm != .asterisk {
      guard let path = APIPath(path: request.fields.bytes[request.path]) else { throw .notFound }
      allowed = path.allowed
    }
    return HTTPResponse(.noContent, fields: HTTPFields(["Allow": allowed]), outcome: .options)
  }

  /// - Parameter lack: what a service that is ready lacks; nil for nothing.
  private func readiness(_ reason: String?, lack: () -> String? = { nil }) -> HTTPResponse {
    guard let reason else { return text((lack() ?? "ready") + "\n", route: .ready) }
    return Problem(.serviceUnavailable, "not-ready", reason).response(from: .ready)
  }

  private func text(
    _ text: String, route: RouteLabel, contentType: String = "text/plain; charset=utf-8"
  ) -> HTTPResponse {
    let fields = HTTPFields(["Content-Type": contentType, "Cache-Control": "no-store"])
    return HTTPResponse(
      .ok, fields: fields, body: Array(text.utf8), route: route, outcome: .management)
  }

  package func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    var answer =
      pages.lazy.compactMap { $0.response(to: failure) }.first
      ?? Problem(failure.status, "malformed-request", failure.message).response(from: .malformed)
    answer.closesConnection = true
    return answer
  }

  package func finished(
    _ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange
  ) {
    metrics.countRequest(
      route: response.answerNote.route.rawValue, status: response.status.code,
      microseconds: exchange.microseconds)
  }

  package func tick(at now: HTTPInstant) {}
}

/// Answers of the management listener besides the API: web pages and calls of compatible services.
package protocol ManagementPages: AnyObject, Sendable {
  /// Returns whether `intake` and `answer` are responsible for a request.
  func covers(_ request: HTTPRequest) -> Bool

  /// Whether pages of the origins in the configuration may read the answers.
  var answersOtherOrigins: Bool { get }

  /// Returns how to handle the body that a request announces.
  func intake(for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPIntake

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer

  /// The response to a request whose head could not be read; nil where it was for none of the pages.
  func response(to failure: HTTPFailure) -> HTTPResponse?
}

extension ManagementPages {
  package func response(to failure: HTTPFailure) -> HTTPResponse? { nil }
}
