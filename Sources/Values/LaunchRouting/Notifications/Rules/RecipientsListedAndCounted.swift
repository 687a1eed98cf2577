extension NotificationRule {
  /// The system uses the count only when no recipients are listed.
  static let recipientsListedAndCounted = NotificationRule(
    code: "recipients-listed-and-counted", severity: .warning
  ) { notification in
    guard notification.recipientCount != nil, !notification.recipients.isEmpty else { return [] }
    return [
      Fault(
        "recipientCount", "is ignored because recipients are listed: expected one of the two")
    ]
  }
}
