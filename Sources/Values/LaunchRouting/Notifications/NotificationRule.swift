/// One check on a communication notification.
struct NotificationRule: Sendable {
  let code: String
  let severity: NotificationFinding.Severity
  let check: @Sendable (CommunicationNotification) -> [Fault]

  /// One violation of a rule.
  struct Fault {
    let path: String
    let message: String
    var help: String?

    init(_ path: String, _ message: String, help: String? = nil) {
      self.path = path
      self.message = message
      self.help = help
    }
  }

  /// All rules, in order of evaluation.
  static let all: [NotificationRule] = [
    conversationIdentifierMissing, senderNameMissing, senderIdentityMissing, senderIsCurrentUser,
    contentMissing, currentUserListed, groupTooSmall, groupNameMissing, recipientsListedAndCounted,
    recipientListLong, imageURLScheme, deepLinkFormat, payloadTooLarge,
  ]

  func findings(_ notification: CommunicationNotification) -> [NotificationFinding] {
    check(notification).map { fault in
      NotificationFinding(
        code: code, severity: severity, path: fault.path, message: fault.message, help: fault.help)
    }
  }
}

extension CommunicationNotification {
  /// All faults of the notification, in rule order.
  public var findings: [NotificationFinding] {
    NotificationRule.all.flatMap { $0.findings(self) }
  }

  /// Every person in the notification with its path.
  var people: [(path: String, person: Person)] {
    [("sender", sender)]
      + recipients.enumerated().map { ("recipients[\($0.offset)]", $0.element) }
  }
}
