import HTTPCore

/// A handler that collects bodies and says why a request has failed.
protocol TestHandler: HTTPHandler {}

extension TestHandler {
  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { .collect }

  func response(to failure: HTTPFailure, from peer: HTTPPeer) -> HTTPResponse {
    HTTPResponse(failure.status, body: Array(failure.message.utf8))
  }

  func finished(_ request: HTTPRequest?, _ response: HTTPResponse, _ exchange: HTTPExchange) {}

  func tick(at now: HTTPInstant) {}
}

/// Echoes the request, so that responses can be told apart.
final class EchoHandler: TestHandler {
  let name: String
  let body: [UInt8]

  init(name: String = "echo", body: [UInt8] = []) {
    self.name = name
    self.body = body
  }

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    let text = "\(name) \(request.method.name) \(request.text(request.target))"
    return .ready(HTTPResponse(.ok, body: Array(text.utf8) + request.body + body))
  }
}

/// Responds with the closure of a test.
final class AnsweringHandler: TestHandler {
  private let answer: (HTTPRequest) -> HTTPAnswer
  private let onTick: () -> Void

  init(
    _ answer: @escaping (HTTPRequest) -> HTTPAnswer = { _ in .ready(HTTPResponse(.noContent)) },
    onTick: @escaping () -> Void = {}
  ) {
    self.answer = answer
    self.onTick = onTick
  }

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    answer(request)
  }
  func tick(at now: HTTPInstant) { onTick() }
}
