import JSONSyntax
package import LinkStorage
package import Links
package import Outgoing

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

    fileprivate init?(_ error: OutgoingError) {
      switch error {
      case .timeout: self = .timeout
      case .tooLong: self = .tooLong
      case .unprocessed: self = .unprocessed
      case _ where error.isUnreachable: self = .unreachable
      case _ where error.isNameless: self = .nameless
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
