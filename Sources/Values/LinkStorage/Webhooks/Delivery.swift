import JSONSyntax
package import Links

/// A message to send to one endpoint.
package struct NewDelivery: Equatable, Sendable {
  package let webhook: String
  /// The message's `webhook-id`, which stays the same over all attempts.
  package let message: String
  package let type: WebhookEventType
  /// The body, exactly as signed and sent.
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

/// A message to an endpoint and the state of its delivery.
package struct Delivery: Equatable, Sendable {
  package enum State: Int, CaseIterable, Sendable {
    case pending = 0
    case delivered = 1
    case failed = 2
  }

  /// The number, which increases with every delivery of a store and is never reused.
  package let number: Int
  package let new: NewDelivery
  package var state = State.pending
  /// The time of the next attempt; meaningless once the delivery is over.
  package var nextAt: Timestamp
  /// The attempts so far, oldest first, up to `attemptsKept`.
  package var attempts: [DeliveryAttempt] = []
  /// The number of attempts since the delivery was created or requested again.
  package var tries = 0

  package init(number: Int, _ new: NewDelivery) {
    self.number = number
    self.new = new
    nextAt = new.time
  }

  package static let attemptsKept = 20
  /// More seconds than there ever are between two attempts.
  package static let longestWait = 2 * 86_400

  /// Whether an attempt failed, and the next one is still to come.
  package func waitsAfterFailure(at now: Timestamp) -> Bool {
    state == .pending && !attempts.isEmpty && nextAt > now
  }

  package mutating func note(_ attempt: DeliveryAttempt) {
    attempts.append(attempt)
    attempts.removeFirst(max(0, attempts.count - Self.attemptsKept))
    tries += 1
  }
}

package struct DeliveryAttempt: Equatable, Sendable {
  package let time: Timestamp
  /// The status of the answer; nil when there was none.
  package let status: Int?
  /// Why it failed; nil when it succeeded.
  package let error: StoredFault?
  /// The duration until the end of the answer, in milliseconds.
  package let milliseconds: Int

  package init(time: Timestamp, status: Int?, error: StoredFault?, milliseconds: Int) {
    self.time = time
    self.status = status
    self.error = error
    self.milliseconds = milliseconds
  }
}

/// Why something failed, as a store keeps it.
package struct StoredFault: Equatable, Sendable {
  /// The English sentence, for APIs and for people whose Keiro does not know the code.
  package let sentence: String
  /// The code with its values, from which the sentence is made again in every language; nil for one
  /// stored before there were codes.
  package let code: String?

  package init(sentence: String, code: String?) {
    self.sentence = sentence
    self.code = code
  }
}

/// The stored form of attempts: an array for each, followed by an object with the code of its fault if
/// it has one. A node of an older release ignores the objects and shows the sentences in the arrays.
package enum DeliveryCodec {
  package static func encode(_ attempts: [DeliveryAttempt]) -> String {
    JSONOutput.array(
      attempts.flatMap { attempt in
        let parts = JSONOutput.array([
          .int(attempt.time.secondsSinceEpoch), .optional(attempt.status),
          .optional(attempt.error?.sentence), .int(attempt.milliseconds),
        ])
        guard let code = attempt.error?.code else { return [parts] }
        return [parts, .object([.init("code", .string(code))])]
      }
    ).compact
  }

  /// The attempts in a text; empty for a text that `encode` did not write.
  package static func decode(_ text: String) -> [DeliveryAttempt] {
    guard let root = JSONDocument(stored: text.utf8)?.root else { return [] }
    let nodes = root.array ?? []
    return nodes.enumerated().compactMap { index, node in
      guard let items = node.array, items.count == 4, let time = items[0].wholeNumber else {
        return nil
      }
      let code = nodes.dropFirst(index + 1).first?.member("code")?.string
      return DeliveryAttempt(
        time: Timestamp(secondsSinceEpoch: time), status: items[1].wholeNumber,
        error: items[2].string.map { StoredFault(sentence: $0, code: code) },
        milliseconds: items[3].wholeNumber ?? 0)
    }
  }
}
