/// Which pushes are sent next on the connection to APNs: values in, actions out.
///
/// With a provider token APNs opens one stream of a new connection until it has seen a good
/// request, and then as many as it announces. So one push goes alone first, and again whenever a
/// connection may have been lost.
package struct PushFlow: Sendable {
  /// A push by its number.
  package typealias Number = Int

  private var waiting: [Number] = []
  private var start = 0
  private var underWay = 0
  private var isWarm = false
  private var isLost = false
  /// Whether the connection has given an answer.
  package private(set) var hasProgress = false
  /// Seconds of a clock that only goes ahead.
  private var lastAnswer: Double?

  /// Streams at a time; libcurl bounds them further by what the server announces.
  package static let streams = 500
  /// Seconds after which a connection counts as lost: it may have been closed unseen.
  static let idle = 600.0

  package init() {}

  package var isIdle: Bool { underWay == 0 && start == waiting.count }

  package mutating func add(_ number: Number) { waiting.append(number) }

  /// What is to be sent now.
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

  /// APNs has answered: the connection stands, unless others of the same one were lost already.
  ///
  /// - Parameter isGood: whether the request was good; only that opens further streams.
  package mutating func answered(isGood: Bool, at now: Double) {
    underWay -= 1
    lastAnswer = now
    hasProgress = true
    if isGood, !isLost { isWarm = true }
  }

  /// The connection was lost, or is to be made anew.
  ///
  /// - Returns: whether this is the first push to tell so: all that were under way are lost together.
  @discardableResult
  package mutating func lost() -> Bool {
    defer { isLost = true }
    underWay -= 1
    isWarm = false
    return !isLost
  }

  /// Takes back what was not sent.
  package mutating func takeWaiting() -> [Number] {
    defer { (waiting, start) = ([], 0) }
    return Array(waiting[start...])
  }
}
