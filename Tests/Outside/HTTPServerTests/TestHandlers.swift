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

/// Responds with the closure of a test, except to a server's barrier.
final class AnsweringHandler: TestHandler {
  private let answer: (HTTPRequest) -> HTTPAnswer
  private let sink: (any HTTPBodySink)?
  private let onTick: () -> Void

  /// - Parameter sink: takes every body; nil for bodies that are collected.
  init(
    sink: (any HTTPBodySink)? = nil, onTick: @escaping () -> Void = {},
    _ answer: @escaping (HTTPRequest) -> HTTPAnswer
  ) {
    self.sink = sink
    self.onTick = onTick
    self.answer = answer
  }

  func intake(
    for request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPIntake { sink.map { .stream($0) } ?? .collect }

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    request.text(request.path) == "/barrier" ? .ready(HTTPResponse(.noContent)) : answer(request)
  }

  func tick(at now: HTTPInstant) { onTick() }
}

/// Supplies a piece for ever.
final class EndlessSource: HTTPBodySource {
  private let piece: [UInt8]

  init(bytes count: Int) { piece = [UInt8](repeating: UInt8(ascii: "x"), count: count) }

  func next(completion: @escaping @Sendable (HTTPBodyPart) -> Void) { completion(.bytes(piece)) }

  /// A response with such a body.
  static func response(bytes count: Int) -> HTTPAnswer {
    var response = HTTPResponse(.ok)
    response.source = EndlessSource(bytes: count)
    return .ready(response)
  }
}
