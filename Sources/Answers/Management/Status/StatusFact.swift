import JSONSyntax
package import LinkStorage
package import Links
import WebSyntax

/// A thing about the service that needs someone.
package struct StatusFact: Wording, Equatable {
  package enum Weight: String, CaseIterable, Sendable {
    case critical, warning, note
  }

  package enum Code: String, CaseIterable, Sendable {
    case nodeSilent, nodeBehind, spool, reload, certificate, doctor, webhookOff, webhookFailing
    case destinations, storeWrites, storeDamage, storeUnreachable, clock, disk
  }

  package let code: Code
  /// What it is about: a node, a host, an identifier, a path, or a state of destinations.
  package let subject: String
  /// A name for people, or a list of names.
  package var detail = ""
  package var count = 0
  /// Since when, where that is known from elsewhere.
  package var since: Timestamp?
  /// Who sees it: those who reach these hosts.
  package var reach: HostReach

  /// - Parameter reach: the hosts that it is about; nil for that in `subject`, or for the whole service.
  package init(
    _ code: Code, _ subject: String, detail: String = "", count: Int = 0, since: Timestamp? = nil,
    reach: HostReach? = nil
  ) {
    (self.code, self.subject, self.detail) = (code, subject, detail)
    (self.count, self.since) = (count, since)
    let host = [.certificate, .doctor].contains(code) ? HostPattern(subject) : nil
    self.reach = reach ?? HostReach([host].compactMap(\.self))
  }

  /// The same thing has the same key on every node.
  var key: String { "\(code.rawValue) \(subject)" }

  /// The kind in the API.
  package var kind: String {
    switch code {
    case .nodeSilent, .nodeBehind: "node"
    case .spool: "spool"
    case .reload: "reload"
    case .certificate: "certificate"
    case .doctor: "doctor"
    case .webhookOff, .webhookFailing: "webhook"
    case .destinations: "destination"
    case .storeWrites, .storeDamage, .storeUnreachable, .clock: "store"
    case .disk: "disk"
    }
  }

  package var weight: Weight {
    switch code {
    case .storeWrites, .storeDamage, .storeUnreachable, .doctor, .nodeSilent: .critical
    case .certificate: count < 1 ? .critical : .warning
    case .disk: count < Self.criticalMegabytes ? .critical : .warning
    case .destinations: subject == HealthState.moved.rawValue ? .note : .warning
    case .nodeBehind, .spool, .reload, .webhookOff, .webhookFailing, .clock: .warning
    }
  }

  /// The free megabytes below which a disk is nearly full.
  private static let criticalMegabytes = 200

  /// The page of the dashboard where something can be done about it.
  package var link: String {
    switch code {
    case .doctor, .certificate:
      subject.hasPrefix("*.")
        ? "/dashboard/sites"
        : "/dashboard/sites/\(PercentCoding.encodeComponent(subject))#doctor"
    case .webhookOff, .webhookFailing:
      "/dashboard/webhooks/\(PercentCoding.encodeComponent(subject))"
    case .destinations: "/dashboard/links?state=\(subject)"
    case .reload: "/dashboard/sites"
    default: "/dashboard/status"
    }
  }

  // MARK: - Sentences

  package var english: String {
    let node = subject.isEmpty ? "the service" : "node '\(subject)'"
    return switch code {
    case .nodeSilent: "\(node) has stopped without saying so"
    case .nodeBehind: "\(node) is \(count) s behind the database"
    case .spool: "\(node) has \(count) clicks that the database has not taken"
    case .reload: "\(node) did not take the changed configuration: 'keiro check' names the faults"
    case .certificate where count < 0: "the certificate '\(subject)' has ended"
    case .certificate:
      "the certificate '\(subject)' ends in \(count) \(count == 1 ? "day" : "days")"
    case .doctor: "\(count) failing check\(count == 1 ? "" : "s") on \(subject): \(detail)"
    case .webhookOff: "the webhook '\(detail)' was switched off, since its receiver failed for long"
    case .webhookFailing: "the receiver of the webhook '\(detail)' fails"
    case .destinations: "\(destinations.english): \(count) link\(count == 1 ? "" : "s")"
    case .storeWrites: "\(node) cannot write to its store"
    case .storeDamage: "\(node) has found damage in its store: 'keiro store verify' names it"
    case .storeUnreachable: "\(node) does not reach the database"
    case .clock: "the clock of \(node) differs by \(count) h from what the store has seen"
    case .disk: "\(node) has \(count) MB left on the disk of '\(detail)'"
    }
  }

  package var japanese: String {
    let node = subject.isEmpty ? "サービス" : "ノード「\(subject)」"
    return switch code {
    case .nodeSilent: "\(node)が予告なく停止しています"
    case .nodeBehind: "\(node)がデータベースより \(count) 秒遅れています"
    case .spool: "\(node)に、データベースに書き込まれていないクリックが \(count) 件あります"
    case .reload: "\(node)は変更された設定を読み込めませんでした。keiro check で確認してください"
    case .certificate where count < 0: "証明書「\(subject)」の期限が切れています"
    case .certificate: "証明書「\(subject)」は \(count) 日後に期限が切れます"
    case .doctor: "\(subject)：不合格のチェック \(count) 件（\(detail)）"
    case .webhookOff: "Webhook「\(detail)」は受信側のエラーが続いたため停止しました"
    case .webhookFailing: "Webhook「\(detail)」の受信側でエラーが続いています"
    case .destinations: "\(destinations.japanese)：リンク \(count) 個"
    case .storeWrites: "\(node)がストアに書き込めません"
    case .storeDamage: "\(node)のストアに破損があります。keiro store verify で確認してください"
    case .storeUnreachable: "\(node)からデータベースに接続できません"
    case .clock: "\(node)の時計がストアの記録と \(count) 時間ずれています"
    case .disk: "\(node)：「\(detail)」のディスクの空きは \(count) MB です"
    }
  }

  private var destinations: (english: String, japanese: String) {
    switch HealthState(rawValue: subject) {
    case .moved: ("destination has moved", "リンク先が移動した")
    case .looping: ("destination redirects in a circle", "リンク先が循環している")
    default: ("destination is gone", "リンク先が存在しない")
    }
  }
}

extension StatusFact {
  /// Webhooks whose receivers fail, or that were switched off since they did.
  static func webhooks(_ webhooks: [Webhook]) -> [StatusFact] {
    webhooks.compactMap { webhook in
      let name = webhook.description ?? webhook.url
      let isOff = !webhook.isEnabled && webhook.disabledReason != nil
      guard let since = isOff ? webhook.disabledAt : webhook.failingSince,
        isOff || webhook.isEnabled
      else { return nil }
      return StatusFact(
        isOff ? .webhookOff : .webhookFailing, webhook.id, detail: name, since: since,
        reach: webhook.reach)
    }
  }

  /// What a process publishes for the others.
  func stored(since: Timestamp) -> JSONOutput {
    .strings([code.rawValue, subject, detail, String(count), String(since.secondsSinceEpoch)])
  }

  /// Reads what another process has published; nil for what this version does not know.
  init?(stored node: JSONNode) {
    let texts = (node.array ?? []).compactMap(\.string)
    guard texts.count == 5, let code = Code(rawValue: texts[0]), let count = Int(texts[3]),
      let since = Int(texts[4])
    else { return nil }
    self.init(
      code, texts[1], detail: texts[2], count: count,
      since: Timestamp(secondsSinceEpoch: since))
  }
}
