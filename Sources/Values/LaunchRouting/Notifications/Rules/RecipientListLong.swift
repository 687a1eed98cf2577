extension NotificationRule {
  /// Longer lists are better replaced with a count.
  static let recipientListLimit = 10

  /// Each listed recipient uses memory in the notification service extension, which has little, and
  /// bytes in the payload.
  static let recipientListLong = NotificationRule(
    code: "recipient-list-long", severity: .warning
  ) { notification in
    let count = notification.recipients.count
    guard count > recipientListLimit else { return [] }
    return [
      Fault(
        "recipients",
        "\(count) recipients are listed: more than \(recipientListLimit) cost the service "
          + "extension too much memory", help: "set 'recipientCount' instead of the list")
    ]
  }
}
