package import HTTPCore
import JSONSyntax
package import Service
import Synchronization
import System
import Telemetry
import WebSyntax

/// The limits of one heavy call. The listener limits bodies.
package struct CallBounds: Sendable {
  /// The largest number of apps times URLs for `/v1/match`.
  package var verdicts = 10_000
  package var bytes = 16 << 20
  /// The longest processor time of a call, in seconds.
  package var seconds = 10.0

  package init() {}
}

/// Measures a heavy call while it works, and stops it when it exceeds its limits or its client has
/// gone. It belongs to the thread that works: time that others take from it does not count.
package final class WorkMeter: Sendable {
  private let cancellation: HTTPCancellation
  private let bounds: CallBounds
  private let start = Clock.ofThread()
  private let bytes = Mutex(0)
  /// Counts the calls that exceeded their limits.
  private let excesses: RequestGuards

  package init(_ cancellation: HTTPCancellation, _ bounds: CallBounds, _ excesses: RequestGuards) {
    self.cancellation = cancellation
    self.bounds = bounds
    self.excesses = excesses
  }

  var seconds: Double {
    Double(Clock.ofThread() - start) / 1_000_000_000
  }

  /// Whether the work may continue, with an answer that has grown by a number of bytes.
  func goesOn(adding count: Int) -> Bool {
    let total = bytes.withLock { bytes in
      bytes += count
      return bytes
    }
    return !cancellation.isCancelled && total <= bounds.bytes && seconds <= bounds.seconds
  }

  /// Runs work that is interrupted when it exceeds its limits.
  package func watch<Result>(_ work: () -> Result) -> Result {
    Interruption.watch({ !self.goesOn(adding: 0) }, work)
  }

  /// - Throws: when the work was interrupted before it was done.
  package func check() throws(Problem) {
    guard !cancellation.isCancelled else {
      throw Problem(.serviceUnavailable, "abandoned", .clientGone)
    }
    try check(bytes: bytes.withLock { $0 })
    guard seconds <= bounds.seconds else {
      throw excess(Sentence(ServiceRefusal.tooLongComputing(seconds: Int(bounds.seconds))))
    }
  }

  /// - Throws: when an answer of the length exceeds the limit.
  package func check(bytes count: Int) throws(Problem) {
    guard count <= bounds.bytes else {
      throw excess(Sentence(ServiceRefusal.tooLongAnswer(bytes: bounds.bytes)))
    }
  }

  func check(verdicts count: Int, of apps: Int) throws(Problem) {
    guard count <= bounds.verdicts else {
      throw excess(
        Sentence(
          english: "\(apps) apps and \(count / max(apps, 1)) URLs give \(count) verdicts: expected "
            + "at most \(bounds.verdicts); name an 'app', or send fewer URLs at a time"))
    }
  }

  private func excess(_ sentence: Sentence) -> Problem {
    excesses.oversized.add()
    return Problem(.contentTooLarge, "too-much-work", sentence)
  }
}
