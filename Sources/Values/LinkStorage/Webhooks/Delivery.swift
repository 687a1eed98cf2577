import JSONSyntax
package import Links

/// A message to be sent to one endpoint.
package struct NewDelivery: Equatable, Sendable {
  /// The identifier of the endpoint.
  package let webhook: String
  /// The message's `webhook-id`, which stays the same over all attempts.
  package let message: String
  package let type: WebhookEventType
  /// As it is signed and sent.
  package let body: String
  package let time: Timestamp

  package init(
    webhook: String, message: String, type: WebhookEventType, body: String, time: Timestamp
  ) {
    self.webhook = webhook
    self.message = message
    self.type = type
    self.body = body
    self.time = time
  }
}

/// A message on its way to an endpoint, and what became of it.
package struct Delivery: Equatable, Sendable {
  package enum State: Int, Sendable {
    case pending = 0
    case delivered = 1
    /// Given up.
    case failed = 2
  }

  /// Grows with every delivery of a store; never given twice.
  package let number: Int
  package let new: NewDelivery
  package var state = State.pending
  /// When the next attempt is due; meaningless once the delivery is done.
  package var nextAt: Timestamp
  /// The attempts so far, the oldest first; of very many the last ones.
  package var attempts: [DeliveryAttempt] = []
  /// How many attempts there were since the delivery was made or asked for again.
  package var tries = 0

  package init(number: Int, _ new: NewDelivery) {
    self.number = number
    self.new = new
    nextAt = new.time
  }

  /// So many attempts are kept.
  package static let attemptsKept = 20

  /// Enters an attempt.
  package mutating func note(_ attempt: DeliveryAttempt) {
    attempts.append(attempt)
    attempts.removeFirst(max(0, attempts.count - Self.attemptsKept))
    tries += 1
  }

  /// Sends it again from now on, as if it were new.
  package mutating func beginAgain(_ now: Timestamp) {
    state = .pending
    nextAt = now
    tries = 0
  }
}

/// One attempt at a delivery.
package struct DeliveryAttempt: Equatable, Sendable {
  package let time: Timestamp
  /// The status of the answer; nil when there was none.
  package let status: Int?
  /// Why it failed; nil when it did not.
  package let error: String?
  /// From the beginning to the end of the answer.
  package let milliseconds: Int

  package init(time: Timestamp, status: Int?, error: String?, milliseconds: Int) {
    self.time = time
    self.status = status
    self.error = error
    self.milliseconds = milliseconds
  }
}

/// Attempts as engines keep them.
package enum DeliveryCodec {
  package static func encode(_ attempts: [DeliveryAttempt]) -> String {
    JSONOutput.array(
      attempts.map { attempt in
        .array([
          .int(attempt.time.secondsSinceEpoch), attempt.status.map(JSONOutput.int) ?? .null,
          .optional(attempt.error), .int(attempt.milliseconds),
        ])
      }
    ).compact
  }

  package static func decode(_ text: String) -> [DeliveryAttempt] {
    guard let root = try? JSONDocument(parsing: Array(text.utf8)).root else { return [] }
    return (root.array ?? []).compactMap { node in
      guard let items = node.array, items.count == 4, let time = items[0].wholeNumber else {
        return nil
      }
      return DeliveryAttempt(
        time: Timestamp(secondsSinceEpoch: time), status: items[1].wholeNumber,
        error: items[2].string,
        milliseconds: items[3].wholeNumber ?? 0)
    }
  }
}
