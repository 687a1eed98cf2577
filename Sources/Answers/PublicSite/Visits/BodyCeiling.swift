import HTTPCore
import Service
import Synchronization
import WebSyntax

/// Refuses a body of a call that is too long, as calls refuse, whether or not its length was
/// announced.
final class BodyCeiling: HTTPBodyLease {
  private let bytes: Int
  private let route: RouteLabel
  /// Memory that the bodies of all calls share.
  private let memory: (any HTTPBodyLease)?
  private let isPassed = Atomic(false)

  init(_ bytes: Int, _ route: RouteLabel, within memory: (any HTTPBodyLease)? = nil) {
    self.bytes = bytes
    self.route = route
    self.memory = memory
  }

  var problem: Problem {
    Problem(.contentTooLarge, "body-too-long", "the body is longer than \(bytes) bytes")
  }

  /// How a call receives its body.
  func intake(of request: HTTPRequest) -> HTTPIntake {
    admits(request)
      ? .collectSome(limit: .max, lease: self) : .refuse(problem.response(from: route))
  }

  /// Returns false when the announced length is beyond the limit.
  func admits(_ request: HTTPRequest) -> Bool {
    let length = request.first("Content-Length").flatMap { DecimalDigits.number($0) }
    return length ?? 0 <= bytes
  }

  func reach(_ count: Int) -> Bool {
    guard count <= bytes else {
      isPassed.store(true, ordering: .relaxed)
      return false
    }
    return memory?.reach(count) ?? true
  }

  var refusal: HTTPResponse {
    if let memory, !isPassed.load(ordering: .relaxed) { return memory.refusal }
    return problem.response(from: route)
  }
}
