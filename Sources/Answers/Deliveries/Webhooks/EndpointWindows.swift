package import LinkStorage
package import Links

/// The number of deliveries each endpoint may be sent at a time, limited so that unresponsive endpoints
/// do not delay others.
///
/// An endpoint starts with a window of one, gets four once it has answered, and returns to one when it
/// fails. Failing endpoints share half of all slots.
package struct EndpointWindows: Sendable {
  private struct State {
    var underWay = 0
    var window = 1
    var isFailing = false
    var pausedUntil: Timestamp?

    func isPaused(at now: Timestamp) -> Bool {
      pausedUntil.map { now < $0 && !Self.isMisdated($0, at: now) } ?? false
    }

    mutating func pause(until end: Timestamp) {
      pausedUntil = max(end, pausedUntil.flatMap { Self.isMisdated($0, at: end) ? nil : $0 } ?? end)
    }

    /// Whether a pause ends so late that a clock that was ahead, and has been set right, has dated it.
    private static func isMisdated(_ end: Timestamp, at now: Timestamp) -> Bool {
      end > now.adding(RetrySchedule.longestWait)
    }
  }

  /// The maximum number of concurrent deliveries to one endpoint.
  package static let windowOfOne = 4
  /// The total number of slots; a thousand unresponsive endpoints leave some for the others.
  package static let slots = 1536

  /// By webhook and URL: another receiver begins anew.
  private var states: [[String]: State] = [:]
  package private(set) var underWay = 0
  private var failing = 0

  /// The deliveries that may begin now; disabled webhooks get none.
  package func rooms(_ webhooks: [Webhook], now: Timestamp) -> [DeliveryRoom] {
    var left = Self.slots - underWay
    var leftForFailing = Self.slots / 2 - failing
    var rooms: [DeliveryRoom] = []
    // Healthy endpoints come first.
    for takesFailing in [false, true] {
      for webhook in webhooks where webhook.isEnabled {
        let state = states[Self.key(webhook)] ?? State()
        guard state.isFailing == takesFailing, !state.isPaused(at: now) else { continue }
        let bound = takesFailing ? min(left, leftForFailing) : left
        let room = min(state.window - state.underWay, bound)
        guard room > 0 else { continue }
        rooms.append(DeliveryRoom(webhook: webhook.id, count: room))
        left -= room
        if takesFailing { leftForFailing -= room }
      }
    }
    return rooms
  }

  private static func key(_ webhook: Webhook) -> [String] { [webhook.id, webhook.url] }

  package mutating func begin(_ webhook: Webhook) {
    underWay += 1
    states[Self.key(webhook), default: State()].underWay += 1
    if states[Self.key(webhook)]?.isFailing == true { failing += 1 }
  }

  /// Notes the end of a delivery to an endpoint, which rests until `pause`, if given.
  package mutating func end(_ webhook: Webhook, isSuccess: Bool, pause: Timestamp?) {
    var state = states[Self.key(webhook)] ?? State()
    if state.isFailing { failing -= state.underWay }
    underWay -= 1
    state.underWay -= 1
    state.isFailing = !isSuccess
    state.window = isSuccess ? Self.windowOfOne : 1
    if state.isFailing { failing += state.underWay }
    if let pause { state.pause(until: pause) }
    states[Self.key(webhook)] = state
  }

  /// Forgets other endpoints without deliveries under way: whoever switches one off and on again wants
  /// no pause.
  package mutating func keep(_ webhooks: [Webhook]) {
    let known = Set(webhooks.map(Self.key))
    states = states.filter { $0.value.underWay > 0 || known.contains($0.key) }
  }
}
