import JSONSyntax

/// The order of pushes on the connection to APNs: a value whose events return actions.
///
/// With a provider token, APNs allows one stream on a new connection until it has seen a valid request,
/// and then as many as it announces. So the first push goes alone, and again whenever the connection
/// may have been lost.
package struct PushFlow: Sendable {
  package typealias Number = Int

  private var waiting: [Number] = []
  private var start = 0
  private var underWay = 0
  private var isWarm = false
  private var isLost = false
  /// Whether the connection has answered.
  package private(set) var hasProgress = false
  /// The time of the last answer, in seconds of a monotonic clock.
  private var lastAnswer: Double?

  /// The maximum number of concurrent streams; libcurl further limits them to what the server
  /// announces.
  package static let streams = 500
  /// Seconds after which an idle connection counts as lost, since it may have been closed unnoticed.
  static let idle = 600.0

  /// Whether no push is waiting or under way.
  package var isIdle: Bool { underWay == 0 && start == waiting.count }

  package mutating func add(_ number: Number) { waiting.append(number) }

  package mutating func next(at now: Double) -> [Number] {
    if underWay == 0, let lastAnswer, now - lastAnswer > Self.idle { isWarm = false }
    let room = (isWarm ? Self.streams : 1) - underWay
    guard room > 0, start < waiting.count else { return [] }
    if !isWarm { (isLost, hasProgress) = (false, false) }
    let numbers = Array(waiting[start..<min(start + room, waiting.count)])
    start += numbers.count
    underWay += numbers.count
    if start > 1000, start * 2 > waiting.count {
      waiting.removeFirst(start)
      start = 0
    }
    return numbers
  }

  /// Notes an answer, which proves that the connection works, unless other pushes on it were already
  /// lost.
  ///
  /// - Parameter isGood: whether the request was valid; only that allows more streams.
  package mutating func answered(isGood: Bool, at now: Double) {
    underWay -= 1
    lastAnswer = now
    hasProgress = true
    if isGood, !isLost { isWarm = true }
  }

  /// Notes that the connection was lost or must be replaced.
  ///
  /// - Returns: whether this is the first push to report it: all pushes under way are lost together.
  @discardableResult
  package mutating func lost() -> Bool {
    defer { isLost = true }
    underWay -= 1
    isWarm = false
    return !isLost
  }

  /// Removes and returns the pushes that were not sent.
  package mutating func takeWaiting() -> [Number] {
    defer { (waiting, start) = ([], 0) }
    return Array(waiting[start...])
  }
}

/// The reaction to an answer from APNs, by Apple's tables of statuses and reasons.
package enum PushTreatment: Equatable, Sendable {
  /// Taken, or refused because of the caller or the device: report it and do not retry.
  case report
  /// Retry with the same identifier on a new connection.
  case again
  /// Retry once, with a new provider token.
  case renewToken
  /// The key is not valid: send nothing else with it for now.
  case stopKey
}

package struct PushAnswer: Equatable, Sendable {
  package let status: Int
  /// Apple's reason; nil for an accepted push.
  package let reason: String?
  /// The time since which the device token is dead (status 410), in milliseconds since 1970; nil for
  /// other answers.
  package let timestamp: Int?

  /// - Parameter body: a JSON object with `reason`; empty for status 200.
  package init(status: Int, body: [UInt8]) {
    self.status = status
    let root = try? JSONDocument(parsing: body).root
    let reason = root?.member("reason")?.string
    self.reason = status == 200 ? nil : reason.map { String($0.prefix(100)) } ?? "Unknown"
    if status == 410, case .number(let text)? = root?.member("timestamp")?.value {
      timestamp = Int(text)
    } else {
      timestamp = nil
    }
  }

  package var treatment: PushTreatment {
    switch (status, reason) {
    case (400, "IdleTimeout"): .again
    case (403, "ExpiredProviderToken"): .renewToken
    case (403, _): .stopKey
    case (500..., _): .again
    default: .report
    }
  }
}
