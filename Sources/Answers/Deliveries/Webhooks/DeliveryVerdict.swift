import JSONSyntax
package import LinkStorage
package import Links

/// What an attempt came to.
package enum AttemptResult: Equatable, Sendable {
  /// - Parameter wait: seconds that the receiver asked for (`Retry-After`); nil for nothing.
  case answer(status: Int, wait: Int?)
  /// No answer, and why.
  case failure(String)

  var isSuccess: Bool {
    if case .answer(let status, _) = self { (200..<300).contains(status) } else { false }
  }
}

/// What follows from an attempt: for the delivery, and for its endpoint.
package struct DeliveryVerdict: Equatable, Sendable {
  package var delivery: Delivery
  /// No other delivery to the endpoint before this time; nil for no such time.
  package var pause: Timestamp?
  /// The endpoint as it should be noted down; nil when nothing about it has changed.
  package var webhook: Webhook?

  /// Seconds of failures alone after which an endpoint is switched off.
  static let patience = 7 * 24 * 3600
  /// Seconds that an endpoint is left alone when it says that it has too much to do, and no time.
  static let rest = 60

  /// - Parameters:
  ///   - delivery: before the attempt.
  ///   - webhook: its endpoint as it is known.
  ///   - result: of the attempt.
  ///   - started: when the attempt began.
  ///   - milliseconds: how long it took.
  ///   - now: its end.
  ///   - jitter: 0 to 1, see `RetrySchedule`.
  package init(
    _ delivery: Delivery, to webhook: Webhook, _ result: AttemptResult, started: Timestamp,
    milliseconds: Int, now: Timestamp, jitter: Double
  ) {
    self.delivery = delivery
    let (status, wait, error) = Self.parts(of: result)
    self.delivery.note(
      DeliveryAttempt(time: started, status: status, error: error, milliseconds: milliseconds))
    guard !result.isSuccess else {
      self.delivery.state = .delivered
      if webhook.failingSince != nil {
        var well = webhook
        well.failingSince = nil
        self.webhook = well
      }
      return
    }
    let delay = RetrySchedule.delay(after: self.delivery.tries, jitter: jitter, wish: wait)
    if let delay {
      self.delivery.nextAt = now.adding(delay)
    } else {
      self.delivery.state = .failed
    }
    if let status, [429, 502, 504].contains(status) || status == 503 && wait != nil {
      pause = now.adding(min(wait ?? Self.rest, RetrySchedule.longestWait))
    }
    // A test tells its sender; it says nothing of how the endpoint does otherwise.
    guard delivery.new.type != .ping || status == 410 else { return }
    self.webhook = Self.failed(webhook, status, started: started, now: now)
    if status == 410 { self.delivery.state = .failed }
  }

  private static func parts(
    of result: AttemptResult
  ) -> (status: Int?, wait: Int?, error: String?) {
    switch result {
    case .answer(let status, _) where (200..<300).contains(status): (status, nil, nil)
    case .answer(let status, let wait) where (300..<400).contains(status):
      (status, wait, "the endpoint answered \(status): redirects are not followed")
    case .answer(let status, let wait): (status, wait, "the endpoint answered \(status)")
    case .failure(let error): (nil, nil, error)
    }
  }

  private static func failed(
    _ webhook: Webhook, _ status: Int?, started: Timestamp, now: Timestamp
  ) -> Webhook? {
    var failed = webhook
    if failed.failingSince == nil { failed.failingSince = started }
    let since = failed.failingSince ?? started
    if webhook.isEnabled {
      if status == 410 {
        failed.disable(now, "the endpoint answered 410")
      } else if now.secondsSinceEpoch - since.secondsSinceEpoch >= patience {
        failed.disable(now, "every attempt has failed since \(since.description)")
      }
    }
    return failed == webhook ? nil : failed
  }
}

extension Delivery {
  /// Given up, since its endpoint no longer hears of what it tells.
  func withheld(_ now: Timestamp) -> Delivery {
    var delivery = self
    delivery.note(
      DeliveryAttempt(
        time: now, status: nil, error: "the webhook no longer has the host of this event",
        milliseconds: 0))
    delivery.state = .failed
    return delivery
  }
}

extension Webhook {
  fileprivate mutating func disable(_ now: Timestamp, _ reason: String) {
    disabledAt = now
    disabledReason = reason
    updatedAt = now
  }

  /// What the others are told when it was switched off; those of its host, if it has one.
  package func disablingEvent(_ now: Timestamp) -> WebhookEvent {
    let host = hosts.count == 1 ? hosts[0] : nil
    return WebhookEvent(
      .endpointDisabled, host: host, time: now,
      data: .object([
        .init("host", .optional(host)),
        .init("webhook", .string(id)), .init("url", .string(url)),
        .init("reason", .optional(disabledReason)),
      ]))
  }
}

extension Timestamp {
  package func adding(_ seconds: Int) -> Timestamp {
    let (sum, overflows) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return Timestamp(secondsSinceEpoch: overflows ? secondsSinceEpoch : sum)
  }
}
