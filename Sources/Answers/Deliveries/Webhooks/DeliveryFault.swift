import JSONSyntax
package import Links
import Outgoing

/// Why an attempt at a delivery failed, or why its webhook was switched off. Stores keep the English
/// sentence, from which pages read it again.
package enum DeliveryFault: Wording, Equatable {
  /// The endpoint answered with a status that is no success.
  case answered(Int)
  /// The webhook no longer has the host of the event.
  case hostDropped
  /// Every attempt has failed since a time.
  case failing(since: Timestamp)
  /// No answer came, or nothing was sent; holds the English reason.
  case noAnswer(String)

  /// Reads a stored sentence.
  package init(stored text: String) {
    let rest = { (start: String) in text.hasPrefix(start) ? text.dropFirst(start.count) : nil }
    if let status = rest(Self.answer).flatMap({ Int($0.prefix { $0.isNumber }) }),
      Self.answered(status).english == text
    {
      self = .answered(status)
    } else if text == Self.hostDropped.english {
      self = .hostDropped
    } else if let since = rest(Self.failure).flatMap({ Timestamp(String($0)) }) {
      self = .failing(since: since)
    } else {
      self = .noAnswer(text)
    }
  }

  private static let answer = "the endpoint answered "
  private static let failure = "every attempt has failed since "

  package var times: [String] {
    if case .failing(let since) = self { [since.description] } else { [] }
  }

  package var english: String {
    switch self {
    case .answered(let status) where (300..<400).contains(status):
      "\(Self.answer)\(status): redirects are not followed"
    case .answered(let status): "\(Self.answer)\(status)"
    case .hostDropped: "the webhook no longer has the host of this event"
    case .failing(let since): "\(Self.failure)\(since.description)"
    case .noAnswer(let reason): reason
    }
  }

  package var japanese: String {
    switch self {
    case .answered(let status) where (300..<400).contains(status):
      "受信側の応答は \(status) です。リダイレクトはたどりません"
    case .answered(let status): "受信側の応答は \(status) です"
    case .hostDropped: "このイベントのホストは、Webhook の対象から外れました"
    case .failing(let since): "\(since.description) から、すべての試行が失敗しています"
    case .noAnswer(let reason): Self.reasons[reason] ?? "配信できませんでした（\(reason)）"
    }
  }

  /// The reasons that receivers usually give, those of libcurl in the words of its releases.
  private static let reasons = [
    OutgoingError.timeout.message: "時間内に応答がありませんでした",
    OutgoingError.tooLong.message: "応答が長すぎます",
    OutgoingError.unprocessed.message: "サーバーが処理の前に接続を切りました",
    "Couldn't connect to server": "サーバーに接続できません",
    "Could not connect to server": "サーバーに接続できません",
    "Couldn't resolve host name": "ホスト名を解決できません",
    "Could not resolve hostname": "ホスト名を解決できません",
  ]
}
