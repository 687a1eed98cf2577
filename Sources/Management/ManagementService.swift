import Dispatch
package import HTTPCore
import Links
package import Service
package import SiteModel

/// The management listener without its connection: turns calls into answers.
package struct ManagementService: Sendable {
  let snapshot: ServiceSnapshot
  let directory: LinkDirectory
  let proxies: TrustedProxies

  package init(snapshot: ServiceSnapshot, directory: LinkDirectory, proxies: TrustedProxies) {
    self.snapshot = snapshot
    self.directory = directory
    self.proxies = proxies
  }

  /// The operation of a request.
  func operation(_ request: HTTPRequest) throws(Problem) -> (APIOperation, APIPlace) {
    guard let place = APIPlace(path: request.fields.bytes[request.path]) else { throw .notFound }
    let method = request.method == .head ? .get : request.method
    guard let operation = place.operations.first(where: { $0.method == method }) else {
      throw Self.methodNotAllowed(request.method, place)
    }
    return (operation, place)
  }

  private static func methodNotAllowed(_ method: HTTPMethod, _ place: APIPlace) -> Problem {
    var methods = place.operations.map(\.method.name)
    if methods.contains("GET") { methods.append("HEAD") }
    let allowed = (methods + ["OPTIONS"]).joined(separator: ", ")
    return .methodNotAllowed(method, allowed: allowed)
  }

  /// The call of a request, if its caller has the permission.
  func call(
    _ request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) throws(Problem) -> APICall {
    let (operation, place) = try operation(request)
    let authentication = Authentication(
      directory: directory, request: request,
      client: proxies.client(of: request, from: peer).address, now: now)
    let token = try authentication.token(for: operation)
    let call = APICall(
      operation: operation, place: place, request: request, now: now, token: token,
      snapshot: snapshot, directory: directory)
    _ = try call.parameters()
    return call
  }

  /// Files arrive in chunks, after the caller is authenticated.
  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake {
    guard let (operation, _) = try? operation(request),
      operation == .importLinks || operation == .createLinks
    else { return .collect }
    do throws(Problem) {
      let call = try call(request, from: peer, at: now)
      return .stream(operation == .importLinks ? try LinkImportSink(call) : LinkBatch(call))
    } catch {
      return .refuse(error.response(from: .api))
    }
  }

  /// Runs a call; none of the work runs on the worker.
  func perform(_ call: APICall, _ completion: @escaping HTTPCompletion) {
    directory.workQueue.async {
      do throws(Problem) {
        try call.perform(completion)
      } catch {
        completion(call.operation.isFirebase ? error.googleResponse : error.response(from: .api))
      }
    }
  }
}

extension APICall {
  func perform(_ completion: @escaping HTTPCompletion) throws(Problem) {
    switch operation {
    case .createLink: try createLink(completion)
    case .changeLink: try changeLink(key(), completion)
    case .deleteLink: try deleteLink(key(), completion)
    case .createDynamicLink: try createDynamicLink(completion)
    default: completion(try answer())
    }
  }

  private func answer() throws(Problem) -> HTTPResponse {
    switch operation {
    case .listLinks: try listLinks()
    case .readLink: try readLink(key())
    case .exportLinks: try LinkExportSource(self).response()
    case .statistics: try statistics()
    case .explain: try explain()
    case .validate: try validate()
    case .match: try match()
    case .diff: try diff()
    case .evaluateLaunch: try evaluateLaunch()
    case .buildNotification: try buildNotification()
    case .dynamicLinkStatistics: try dynamicLinkStatistics()
    case .reopenAttribution: try reopenAttribution()
    case .openAPI: openAPI()
    case .importLinks, .createLinks:
      // Without a body there is nothing to stream.
      throw Problem(.badRequest, "empty-body", "the body is empty: expected a file of links")
    case .health, .readiness, .metrics, .createLink, .changeLink, .deleteLink, .createDynamicLink:
      throw .notFound
    }
  }

  private func key() throws(Problem) -> LinkKey {
    guard let key = place.key else { throw .notFound }
    return key
  }
}
