package import JSONSyntax

extension CommunicationNotification {
  /// All faults of the notification, in rule order.
  public var findings: [NotificationFinding] {
    var report = NotificationReport()
    for rule in Self.rules {
      report.code = rule.code
      rule.check(self, &report)
    }
    return report.findings
  }

  static let rules: [Rule<CommunicationNotification, NotificationReport>] = [
    // The system would neither group the messages nor learn the user's contacts.
    Rule("conversation-identifier-missing") { notification, report in
      guard notification.conversationIdentifier.isEmpty else { return }
      report.error(
        "conversationIdentifier",
        "is missing: expected an identifier shared by all messages of the conversation")
    },
    // The sender's name is the title, with or without the extension.
    Rule("sender-name-missing") { notification, report in
      guard notification.sender.name == nil else { return }
      report.error("sender.displayName", "is missing: expected the title of the notification")
    },
    // A Focus recognises the people it allows by an address in the contacts or by the app's
    // identifier; a name alone does not identify a person.
    Rule("sender-identity-missing") { notification, report in
      let sender = notification.sender
      let identifiers = [sender.contactIdentifier, sender.customIdentifier]
      guard sender.handle == nil, identifiers.allSatisfy({ ($0 ?? "").isEmpty }) else { return }
      report.warning(
        "sender",
        "has none of 'handle', 'contactIdentifier' and 'customIdentifier': no Focus can allow this "
          + "person")
    },
    // Users are not notified of their own messages.
    Rule("sender-is-current-user") { notification, report in
      guard notification.sender.isMe else { return }
      report.error("sender.isMe", "the sender is the current user: expected another person")
    },
    Rule("content-missing") { notification, report in
      guard (notification.content ?? "").isEmpty else { return }
      report.warning("content", "is missing: the notification shows only the sender")
    },
    // The system ignores the entry, so a list that reaches two recipients only by including it does
    // not make a group.
    Rule("current-user-listed") { notification, report in
      for (index, person) in notification.recipients.enumerated() where person.isMe {
        report.warning(
          "recipients[\(index)]", "is the current user, who is implied: list only other people",
          help: "delete the entry")
      }
    },
    Rule("group-too-small") { notification, report in
      let count = notification.otherRecipients
      guard notification.group != nil, count < 2 else { return }
      report.error(
        "group",
        "a group shows its name and picture only with two or more recipients besides the current "
          + "user, listed or counted: there \(count == 1 ? "is 1" : "are \(count)")",
        help: "list them in 'recipients', count them in 'recipientCount', or delete 'group'")
    },
    // A group's picture is attached to its name (`speakableGroupName`).
    Rule("group-name-missing") { notification, report in
      guard let group = notification.group, (group.name ?? "").isEmpty else { return }
      report.error("group.name", "is missing: a group's picture is shown only with its name")
    },
    // The system uses the count only when no recipients are listed.
    Rule("recipients-listed-and-counted") { notification, report in
      guard notification.recipientCount != nil, !notification.recipients.isEmpty else { return }
      report.warning(
        "recipientCount", "is ignored because recipients are listed: expected one of the two")
    },
    // Each listed recipient takes up bytes in the payload and memory in the notification service
    // extension, which has little.
    Rule("recipient-list-long") { notification, report in
      let count = notification.recipients.count
      guard count > 10 else { return }
      report.warning(
        "recipients",
        "\(count) recipients are listed: more than 10 use too much of the service extension's memory",
        help: "set 'recipientCount' instead of the list")
    },
    // The extension loads pictures over the network, where App Transport Security requires https.
    Rule("image-url-scheme") { notification, report in
      let images =
        notification.people.map { ("\($0).imageURL", $1.imageURL) }
        + [("group.imageURL", notification.group?.imageURL)]
      for case (let path, let url?) in images {
        guard !isSecure(url) else { continue }
        report.error(path, "'\(url)' is not the address of a picture: expected an https URL")
      }
    },
    Rule("attachment-url-scheme") { notification, report in
      for (index, attachment) in notification.attachments.enumerated() {
        guard let url = attachment.audioURL, !isSecure(url) else { continue }
        report.error(
          "attachments[\(index)].audioURL",
          "'\(url)' is not the address of a recording: expected an https URL")
      }
    },
    // The intent also describes messages that are sent, and people that the system suggests.
    Rule("ignored-when-received") { notification, report in
      for path in notification.fieldsOfSending {
        report.warning(
          path, "travels with the message, but the system ignores it in one that is received")
      }
    },
    // The app opens the deep link like any other.
    Rule("deep-link-format") { notification, report in
      guard let url = notification.url, AppURL(url) == nil else { return }
      report.error("url", "'\(url)' is not a URL: expected a scheme followed by a path or a host")
    },
    Rule("payload-too-large") { notification, report in
      let payload = NotificationPayload(notification)
      let limit = NotificationPayload.byteLimit
      guard payload.byteCount > limit else { return }
      let largest = notification.largestField
      report.error(
        largest.path,
        "the payload has \(payload.byteCount) bytes, \(payload.byteCount - limit) more than the "
          + "\(limit) that APNs accepts: the largest field is '\(largest.path)' with "
          + "\(largest.byteCount) bytes")
    },
  ]
}

extension CommunicationNotification {
  fileprivate static func isSecure(_ url: String) -> Bool {
    AppURL(url)?.isWeb == true && AppURL(url)?.scheme == "https"
  }

  /// The sender and the recipients with their paths.
  fileprivate var people: [(path: String, person: Person)] {
    [("sender", sender)] + recipients.enumerated().map { ("recipients[\($0)]", $1) }
  }

  /// The fields that only matter for messages that the app sends.
  fileprivate var fieldsOfSending: [String] {
    (outgoingMessageType == nil ? [] : ["outgoingMessageType"])
      + (attachments.isEmpty ? [] : ["attachments"])
      + people.filter(\.1.isContactSuggestion).map { $0.0 + ".isContactSuggestion" }
  }
}

/// Collects the findings of one rule after another.
struct NotificationReport {
  var code = ""
  private(set) var findings: [NotificationFinding] = []

  mutating func error(_ path: String, _ message: String, help: String? = nil) {
    findings.append(
      .init(code: code, severity: .error, path: path, message: message, help: help))
  }

  mutating func warning(_ path: String, _ message: String, help: String? = nil) {
    findings.append(
      .init(code: code, severity: .warning, path: path, message: message, help: help))
  }
}

/// A fault of a communication notification.
public struct NotificationFinding: Hashable, Sendable {
  /// The stable name of the rule, such as `group-too-small`.
  public let code: String
  /// The severity.
  public let severity: Severity
  /// The field concerned, such as `recipients[3]`; empty for the whole notification.
  public let path: String
  /// The line, counted from 1; nil when the notification was not read from text.
  public internal(set) var line: Int?
  /// The column in Unicode scalars, counted from 1; nil if the notification was not read from text.
  public internal(set) var column: Int?
  /// The finding as a sentence without a capital or full stop.
  public let message: String
  /// The suggested fix; nil when the message suffices.
  public let help: String?

  /// The severity of a finding.
  public enum Severity: String, CaseIterable, Hashable, Sendable {
    /// A fault that prevents a payload from being created.
    case error
    /// A fault with which the payload works, but probably not as intended.
    case warning
  }
}

extension NotificationFinding {
  package var output: JSONOutput {
    [
      "code": .string(code), "severity": .string(severity.rawValue), "path": .string(path),
      "line": .optional(line), "column": .optional(column),
      "message": .string(message), "help": .optional(help),
    ]
  }
}
