import JSONSyntax
package import LinkStorage
package import Links
package import Outgoing

package enum AttemptResult: Equatable, Sendable {
  /// - Parameter wait: the seconds that the receiver asked to wait (`Retry-After`); nil for none.
  case answer(status: Int, wait: Int?)
  case failure(DeliveryFault)

  var isSuccess: Bool {
    if case .answer(let status, _) = self { (200..<300).contains(status) } else { false }
  }
}

/// The consequences of an attempt for the delivery and its endpoint.
package struct DeliveryVerdict: Equatable, Sendable {
  package var delivery: Delivery
  /// The time before which the endpoint gets no other delivery; nil for none.
  package var pause: Timestamp?
  /// The changed endpoint; nil when nothing about it has changed.
  package var webhook: Webhook?

  /// Seconds of continuous failure after which an endpoint is disabled.
  static let patience = 7 * 24 * 3600
  /// Seconds of pause for an overloaded endpoint that does not state a time.
  static let rest = 60

  /// The times are those of the beginning of the attempt and of its end; for the jitter see
  /// `RetrySchedule`.
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
    // A ping reports to its sender, and says nothing about how the endpoint otherwise does.
    guard delivery.new.type != .ping || status == 410 else { return }
    self.webhook = Self.failed(webhook, status, started: started, now: now)
    if status == 410 { self.delivery.state = .failed }
  }

  private static func parts(
    of result: AttemptResult
  ) -> (status: Int?, wait: Int?, error: StoredFault?) {
    switch result {
    case .answer(let status, _) where (200..<300).contains(status): (status, nil, nil)
    case .answer(let status, let wait): (status, wait, DeliveryFault.answered(status).stored)
    case .failure(let fault): (nil, nil, fault.stored)
    }
  }

  private static func failed(
    _ webhook: Webhook, _ status: Int?, started: Timestamp, now: Timestamp
  ) -> Webhook? {
    var failed = webhook
    // The earlier one, also where a clock that was ahead has dated the first failure.
    let since = min(webhook.failingSince ?? started, started)
    failed.failingSince = since
    if webhook.isEnabled {
      if status == 410 {
        failed.disable(now, .answered(410))
      } else if now.secondsSinceEpoch - since.secondsSinceEpoch >= patience {
        failed.disable(now, .failing(since: since))
      }
    }
    return failed == webhook ? nil : failed
  }
}

extension Delivery {
  /// The delivery, given up because its endpoint no longer receives such events.
  func withheld(_ now: Timestamp) -> Delivery {
    var delivery = self
    delivery.note(
      DeliveryAttempt(
        time: now, status: nil, error: DeliveryFault.hostDropped.stored,
        milliseconds: 0))
    delivery.state = .failed
    return delivery
  }
}

extension Webhook {
  fileprivate mutating func disable(_ now: Timestamp, _ reason: DeliveryFault) {
    disabledAt = now
    disabledReason = reason.stored
    updatedAt = now
  }

  /// The event for other webhooks when this one was disabled; limited to its host, if it has only one.
  package func disablingEvent(_ now: Timestamp) -> WebhookEvent {
    let host = hosts.count == 1 ? hosts[0] : nil
    return WebhookEvent(
      .endpointDisabled, host: host, time: now,
      data: [
        "host": .optional(host), "webhook": .string(id), "url": .string(url),
        "reason": .optional(disabledReason?.sentence),
      ])
  }
}

extension Timestamp {
  /// The time that many seconds later.
  package func adding(_ seconds: Int) -> Timestamp {
    let (sum, overflows) = secondsSinceEpoch.addingReportingOverflow(seconds)
    return Timestamp(secondsSinceEpoch: overflows ? secondsSinceEpoch : sum)
  }
}

package enum RetrySchedule {
  /// Seconds between attempts as in Standard Webhooks, about three and a half days in total.
  static let delays = [
    5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600, 14 * 3600, 20 * 3600, 24 * 3600,
  ]
  /// The longest wait, in seconds, that a receiver may ask for.
  static let longestWait = 24 * 3600

  /// Seconds until the next attempt; nil for none.
  ///
  /// - Parameters:
  ///   - tries: the number of failed attempts so far, at least 1.
  ///   - jitter: a number from 0 to 1; a tenth of the delay times this is added, so that simultaneous
  ///     failures are not retried simultaneously.
  ///   - wish: the seconds that the receiver asked to wait; nil for none.
  package static func delay(after tries: Int, jitter: Double, wish: Int?) -> Int? {
    guard tries >= 1, tries <= delays.count else { return nil }
    let delay = delays[tries - 1]
    let jittered = delay + Int(Double(delay) / 10 * min(max(jitter, 0), 1))
    return max(jittered, min(wish ?? 0, longestWait))
  }
}

/// Why an attempt at a delivery failed, or why its webhook was switched off.
package enum DeliveryFault: Wording, Equatable {
  /// The endpoint answered with a status that is no success.
  case answered(Int)
  /// The webhook no longer has the host of the event.
  case hostDropped
  /// Every attempt has failed since a time.
  case failing(since: Timestamp)
  /// No answer came for a reason that receivers usually give; holds the English sentence.
  case noAnswer(Obstacle, String)
  /// Nothing was sent, or no answer came, for any other reason; holds the English sentence.
  case other(String)

  /// A usual reason for the lack of an answer.
  package enum Obstacle: String, CaseIterable, Sendable {
    case timeout
    case tooLong = "too-long"
    case unprocessed
    case unreachable
    case nameless
    case untrusted

    fileprivate init?(_ error: OutgoingError) {
      switch error {
      case .timeout: self = .timeout
      case .tooLong: self = .tooLong
      case .unprocessed: self = .unprocessed
      case _ where error.isUnreachable: self = .unreachable
      case _ where error.isNameless: self = .nameless
      case _ where error.isUntrusted: self = .untrusted
      default: return nil
      }
    }
  }

  package init(_ error: OutgoingError) {
    let obstacle = Obstacle(error)
    self = obstacle.map { .noAnswer($0, error.message) } ?? .other(error.message)
  }

  package var times: [String] {
    if case .failing(let since) = self { [since.description] } else { [] }
  }

  package var english: String {
    switch self {
    case .answered(let status) where (300..<400).contains(status):
      "the endpoint answered \(status): redirects are not followed"
    case .answered(let status): "the endpoint answered \(status)"
    case .hostDropped: "the webhook no longer has the host of this event"
    case .failing(let since): "every attempt has failed since \(since.description)"
    case .noAnswer(_, let reason), .other(let reason): reason
    }
  }

  package var japanese: String {
    switch self {
    case .answered(let status) where (300..<400).contains(status):
      "受信側の応答は \(status) です。リダイレクトはたどりません"
    case .answered(let status): "受信側の応答は \(status) です"
    case .hostDropped: "このイベントのホストは、Webhook の対象から外れました"
    case .failing(let since): "\(since.description) から、すべての試行が失敗しています"
    case .noAnswer(.timeout, _): "時間内に応答がありませんでした"
    case .noAnswer(.tooLong, _): "応答が長すぎます"
    case .noAnswer(.unprocessed, _): "サーバーが処理の前に接続を切りました"
    case .noAnswer(.unreachable, _): "サーバーに接続できません"
    case .noAnswer(.nameless, _): "ホスト名を解決できません"
    case .noAnswer(.untrusted, _): "サーバーの証明書を信頼できません。期限、ホスト名、認証局を確認してください"
    case .other(let reason): "配信できませんでした（\(reason)）"
    }
  }
}

// MARK: - The stored form

extension DeliveryFault {
  /// The form in which stores keep the fault.
  package var stored: StoredFault { StoredFault(sentence: english, code: code) }

  /// Reads a stored fault. One without a code, or with one that only a newer keiro knows, is the
  /// sentence that was stored.
  package init(_ stored: StoredFault) {
    let parts = (stored.code ?? "").split(separator: " ")
    let number = parts.count == 2 ? Int(parts[1]) : nil
    switch (parts.first.map(String.init), number) {
    case ("answered", let status?): self = .answered(status)
    case ("host-dropped", _): self = .hostDropped
    case ("failing", let since?): self = .failing(since: Timestamp(secondsSinceEpoch: since))
    case (let code?, _):
      let obstacle = Obstacle(rawValue: code)
      self = obstacle.map { .noAnswer($0, stored.sentence) } ?? .other(stored.sentence)
    case (nil, _): self = .other(stored.sentence)
    }
  }

  /// A word, followed by its number if it has one.
  private var code: String? {
    switch self {
    case .answered(let status): "answered \(status)"
    case .hostDropped: "host-dropped"
    case .failing(let since): "failing \(since.secondsSinceEpoch)"
    case .noAnswer(let obstacle, _): obstacle.rawValue
    case .other: nil
    }
  }
}
