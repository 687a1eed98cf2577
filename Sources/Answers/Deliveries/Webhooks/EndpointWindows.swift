package import LinkStorage
package import Links

/// How much each endpoint may be sent at a time, so that those which never answer hold up nobody.
///
/// An endpoint begins with one place, has four once it has answered, and one again when it fails.
/// Those that fail share half of all places.
package struct EndpointWindows: Sendable {
  private struct State {
    var underWay = 0
    var window = 1
    var isFailing = false
    var pausedUntil: Timestamp?
  }

  package static let windowOfOne = 4
  /// More than a thousand endpoints that never answer leave places for the others.
  package static let places = 1536

  private var states: [String: State] = [:]
  /// Under way in all.
  package private(set) var underWay = 0
  private var failing = 0

  package init() {}

  /// What may be begun now.
  ///
  /// - Parameters:
  ///   - webhooks: all that there are; those that are switched off get nothing.
  ///   - now: what is paused until then goes on.
  package func rooms(_ webhooks: [Webhook], now: Timestamp) -> [DeliveryRoom] {
    var left = Self.places - underWay
    var leftForFailing = Self.places / 2 - failing
    var rooms: [DeliveryRoom] = []
    // Those that do well come first.
    for takesFailing in [false, true] {
      for webhook in webhooks where webhook.isEnabled {
        let state = states[webhook.id] ?? State()
        guard state.isFailing == takesFailing, state.pausedUntil.map({ $0 <= now }) ?? true else {
          continue
        }
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

  package mutating func begin(_ id: String) {
    underWay += 1
    states[id, default: State()].underWay += 1
    if states[id]?.isFailing == true { failing += 1 }
  }

  package mutating func end(_ id: String, isSuccess: Bool, pause: Timestamp?) {
    var state = states[id] ?? State()
    if state.isFailing { failing -= state.underWay }
    underWay -= 1
    state.underWay -= 1
    state.isFailing = !isSuccess
    state.window = isSuccess ? Self.windowOfOne : 1
    if state.isFailing { failing += state.underWay }
    if let pause { state.pausedUntil = max(pause, state.pausedUntil ?? pause) }
    states[id] = state
  }

  /// Forgets endpoints that are gone and have nothing under way.
  package mutating func keep(_ webhooks: [Webhook]) {
    let known = Set(webhooks.map(\.id))
    states = states.filter { $0.value.underWay > 0 || known.contains($0.key) }
  }
}
