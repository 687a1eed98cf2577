package import HTTPCore
package import LinkStorage
package import Service
import Synchronization
import WebSyntax

/// Who calls without a bearer token in a request: somebody who has signed in.
package struct InnerCaller: Sendable {
  /// What the caller may do; its identifier has a share of queues and computing time.
  package let token: APIToken
  /// In whose name changes are made.
  package let actor: AuditActor

  package init(token: APIToken, actor: AuditActor) {
    self.token = token
    self.actor = actor
  }
}

/// A call of the API from within the process. Pages ask the API as its callers do, so that both
/// always say the same.
package struct InnerCall: Sendable {
  package var method: HTTPMethod
  /// Path and query, percent-encoded.
  package var target: String
  package var fields: [(name: String, value: String)]
  package var body: [UInt8]

  package init(
    _ method: HTTPMethod, _ target: String, fields: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
  }
}

extension ManagementService {
  /// The answer to a call from within; it waits, so it belongs on a thread that may.
  ///
  /// - Parameter cancellation: ends the work of a call that computes for long.
  package func answer(
    to call: InnerCall, as caller: InnerCaller, cancellation: HTTPCancellation,
    at now: HTTPInstant
  ) -> HTTPResponse {
    do throws(Problem) {
      var call = try opened(call, caller, now)
      let meter = WorkMeter(cancellation, CallBounds(), directory.guards)
      call.meter = meter
      return Interruption.watch({ !meter.goesOn(adding: 0) }) { Self.wait(call.run) }
    } catch {
      return error.response(from: .api)
    }
  }

  /// Takes a file of links piece by piece, as `POST /v1/import` does.
  ///
  /// - Parameter query: the parameters, percent-encoded.
  package func importing(
    query: String, as caller: InnerCaller, at now: HTTPInstant
  ) throws(Problem) -> any HTTPBodySink {
    let call = try opened(InnerCall(.post, "/v1/import?" + query), caller, now)
    return try LinkImportSink(call, try call.transferSlot())
  }

  func opened(
    _ asked: InnerCall, _ caller: InnerCaller, _ now: HTTPInstant
  ) throws(Problem) -> APICall {
    guard let request = asked.request else {
      throw Problem(.badRequest, "malformed-request", "the call is too long or malformed")
    }
    let (operation, place) = try operation(request)
    if !operation.scopes.isEmpty, !operation.scopes.contains(where: caller.token.allows) {
      throw Problem(
        .forbidden, "insufficient-scope",
        "your role does not allow '\(operation.scopes.first?.rawValue ?? "")'")
    }
    var call = APICall(
      operation: operation, place: place, request: request, now: now, token: caller.token,
      snapshot: sites(for: caller.token), directory: directory, services: services,
      actor: caller.actor)
    call.parameters = try call.readParameters()
    return call
  }

  private static func wait(_ run: (@escaping HTTPCompletion) -> Void) -> HTTPResponse {
    let slot = AnswerSlot<HTTPResponse>()
    run(slot.fill)
    return slot.wait()
  }
}

extension InnerCall {
  /// The same as a connection would have brought it; nil when it is no request.
  fileprivate var request: HTTPRequest? {
    var head = "\(method.name) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for field in fields {
      guard let field = HTTPField(field.name, field.value) else { return nil }
      head += "\(field.name): \(field.value)\r\n"
    }
    if !body.isEmpty { head += "Content-Length: \(body.count)\r\n" }
    let bytes = Array((head + "\r\n").utf8) + body
    var decoder = HTTPRequestDecoder(limits: Self.limits)
    var offset = 0
    var event = decoder.decode(bytes.span, offset: &offset)
    if event == .head {
      guard decoder.beginBody(isStreamed: false) == nil else { return nil }
      event = decoder.decode(bytes.span, offset: &offset)
    }
    return event == .request && offset == bytes.count ? decoder.request : nil
  }

  private static let limits = HTTPLimits(
    targetBytes: 65_536, headerBytes: 65_536, bodyBytes: 4 << 20)
}

extension ManagementService {
  /// Whether `GET /v1/links` takes an order.
  package var sortsLinks: Bool { APIOperation.listLinks.parameters?.contains("sort") ?? false }

  /// Whether the API has an operation of that name.
  package func has(_ operation: String) -> Bool { APIOperation(rawValue: operation) != nil }
}
