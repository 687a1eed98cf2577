import Dispatch
package import HTTPCore
import LinkStorage
package import Links
import Synchronization
import System

extension PasswordHasher {
  /// Compares passwords without hashing them, which is slow by design.
  package static let plain = PasswordHasher(
    hash: { PasswordHash($0) }, verify: { password, hash in password == hash.text },
    fault: { $0.text == "costly" ? "it costs too much" : nil })
}

extension HTTPRequest {
  /// Decodes a whole request; nil for one that is refused before any handler sees it.
  package static func decoded(
    _ bytes: [UInt8], limits: HTTPLimits = HTTPLimits()
  ) -> HTTPRequest? {
    var decoder = HTTPRequestDecoder(limits: limits)
    var offset = 0
    var event = decoder.decode(bytes.span, offset: &offset)
    if event == .head {
      guard decoder.beginBody(isStreamed: false) == nil else { return nil }
      event = decoder.decode(bytes.span, offset: &offset)
    }
    return event == .request ? decoder.request : nil
  }
}

extension HTTPAnswer {
  package var awaited: HTTPResponse {
    switch self {
    case .ready(let response): response
    case .deferred(let work): waitFor { completion in onLoop { work { completion($0) } } }
    case .unread(let reading): reading.awaited.awaited
    }
  }
}

extension HTTPIntake {
  /// The intake, as soon as it is decided.
  package var awaited: HTTPIntake {
    guard case .unread(let reading) = self else { return self }
    return reading.awaited.awaited
  }
}

extension HTTPReading {
  /// What follows, once everything has been read.
  package var awaited: Next {
    waitFor { completion in onLoop { self { completion(()) } } }
    return onLoop { next() }
  }
}

/// Runs something as on an event loop, where a read of a store traps.
package func onLoop<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let queue = DispatchQueue(label: "keiro.tests.loop")
  LoopMark.set(on: queue)
  var result: Swift.Result<Result, Failure>?
  queue.sync { result = Swift.Result { () throws(Failure) in try body() } }
  guard let result else { preconditionFailure("a queue runs what it is given") }
  return try result.get()
}

extension HTTPResponse {
  /// The whole body, even if it is streamed.
  package var wholeBody: [UInt8] {
    var body = body
    while let source {
      let part = waitFor { completion in source.next { completion($0) } }
      guard case .bytes(let bytes) = part else { break }
      body += bytes
    }
    return body
  }
}

extension HTTPHandler {
  /// The response to a whole request, made as on a worker's loop. A body may be refused before it is
  /// read.
  package func response(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPResponse {
    let body = request.body
    var kept: (any HTTPBodyLease)?
    if !body.isEmpty {
      switch onLoop({ intake(for: request, from: peer, at: now) }).awaited {
      case .refuse(let response): return response
      case .stream(let sink): return sink.response(to: body)
      case .collectSome(let limit, let lease):
        guard body.count <= limit else {
          return response(
            to: HTTPFailure(.contentTooLarge, "the body is too long"), from: peer)
        }
        if let lease, !lease.reach(body.count) { return lease.refusal }
        kept = lease
      case .collect, .unread: break
      }
    }
    return withExtendedLifetime(kept) {
      onLoop { answer(to: request, from: peer, at: now) }.awaited
    }
  }
}

extension HTTPBodySink {
  /// The response to a body that arrives in small pieces.
  package func response(to body: [UInt8]) -> HTTPResponse {
    var rest = body[...]
    while !rest.isEmpty {
      let piece = Array(rest.prefix(max(7, body.count / 50)))
      rest = rest.dropFirst(piece.count)
      waitFor { completion in receive(piece) { completion(()) } }
    }
    return waitFor { completion in finish { completion($0) } }
  }
}

/// Waits for a callback on another thread, which must come only once.
@discardableResult
package func waitFor<Value: Sendable>(
  _ begin: (@escaping @Sendable (Value) -> Void) -> Void
) -> Value {
  let slot = AnswerSlot<Value>()
  let hasEnded = Atomic(false)
  begin { value in
    precondition(!hasEnded.exchange(true, ordering: .relaxed), "some work has ended twice")
    slot.fill(value)
  }
  return slot.wait()
}
