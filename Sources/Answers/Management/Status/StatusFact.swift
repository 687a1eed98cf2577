package import JSONSyntax
package import LinkStorage
package import Links
import WebSyntax

/// A thing about the service that needs someone.
package struct StatusFact: TableSentence, Equatable {
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
  package let detail: String
  package let count: Int
  /// Since when; nil until the board knows.
  package var since: Timestamp?
  /// Who sees it: those who reach these hosts.
  package let reach: HostReach

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

  package var kind: String { row.kind }
  package var weight: Weight { row.weight }
  /// The page of the dashboard where something can be done about it.
  package var link: String { row.link ?? "/dashboard/status" }
  package var told: Sentence { row.told }

  /// The free megabytes below which a disk is nearly full.
  private static let criticalMegabytes = 200

  private typealias Row = (kind: String, weight: Weight, link: String?, told: Sentence)

  private var row: Row {
    let node: Sentence = subject.isEmpty ? "the service" : "node '\(subject)'"
    let plural = count == 1 ? "" : "s"
    let name = PercentCoding.encodeComponent(subject)
    // A certificate may go by its file, and a pattern of hosts has no page.
    let isHost = !subject.hasPrefix("*.") && HostPattern(subject) != nil
    let site = "/dashboard/sites" + (isHost ? "/\(name)#doctor" : "")
    return switch code {
    case .nodeSilent: ("node", .critical, nil, "\(node) has stopped without saying so")
    case .nodeBehind: ("node", .warning, nil, "\(node) is \(count) s behind the database")
    case .spool:
      ("spool", .warning, nil, "\(node) has \(count) clicks that the database has not taken")
    case .reload:
      (
        "reload", .warning, "/dashboard/sites",
        "\(node) did not take the changed configuration: 'keiro check' names the faults"
      )
    case .certificate where count < 0:
      ("certificate", .critical, site, "the certificate '\(subject)' has ended")
    case .certificate:
      (
        "certificate", count == 0 ? .critical : .warning, site,
        "the certificate '\(subject)' ends in \(count) day\(plural)"
      )
    case .doctor:
      ("doctor", .critical, site, "\(count) failing check\(plural) on \(subject): \(detail)")
    case .webhookOff:
      (
        "webhook", .warning, "/dashboard/webhooks/\(name)",
        "the webhook '\(detail)' was switched off, since its receiver failed: its page says how"
      )
    case .webhookFailing:
      (
        "webhook", .warning, "/dashboard/webhooks/\(name)",
        "the receiver of the webhook '\(detail)' fails"
      )
    case .destinations: destinations
    case .storeWrites: ("store", .critical, nil, "\(node) cannot write to its store")
    case .storeDamage:
      (
        "store", .critical, nil,
        "\(node) has found damage in its store: 'keiro store verify' names it"
      )
    case .storeUnreachable: ("store", .critical, nil, "\(node) does not reach the database")
    case .clock:
      (
        "store", .warning, nil,
        "the clock of \(node) differs by \(count) h from what the store has seen"
      )
    case .disk:
      (
        "disk", count < Self.criticalMegabytes ? .critical : .warning, nil,
        "\(node) has \(count) MB left on the disk of '\(detail)'"
      )
    }
  }

  private var destinations: Row {
    let state: Sentence =
      switch HealthState(rawValue: subject) {
      case .moved: "destination moved"
      case .looping: "redirect loop"
      default: "destination gone"
      }
    return (
      "destination", subject == HealthState.moved.rawValue ? .note : .warning,
      "/dashboard/links?state=\(subject)",
      "\(state): \(count) link\(count == 1 ? "" : "s")"
    )
  }
}

extension StatusFact {
  /// Webhooks whose receivers fail, or that were switched off since they did.
  static func webhooks(_ webhooks: [Webhook]) -> [StatusFact] {
    webhooks.compactMap { webhook in
      let isOff = !webhook.isEnabled && webhook.disabledReason != nil
      guard let since = isOff ? webhook.disabledAt : webhook.failingSince,
        isOff || webhook.isEnabled
      else { return nil }
      return StatusFact(
        isOff ? .webhookOff : .webhookFailing, webhook.id,
        detail: webhook.description ?? webhook.url, since: since, reach: webhook.reach)
    }
  }

  var document: JSONOutput {
    [
      "kind": .string(kind), "weight": .string(weight.rawValue),
      "since": .optional(since?.description), "title": .string(english), "link": .string(link),
    ]
  }

  var stored: JSONOutput {
    .strings([code.rawValue, subject, detail, String(count), since?.description ?? ""])
  }

  /// Reads what another process has published; nil for what this version does not know.
  init?(stored node: JSONNode) {
    let texts = (node.array ?? []).compactMap(\.string)
    guard texts.count == 5, let code = Code(rawValue: texts[0]), let count = Int(texts[3]),
      let since = Timestamp(texts[4])
    else { return nil }
    self.init(code, texts[1], detail: texts[2], count: count, since: since)
  }
}
