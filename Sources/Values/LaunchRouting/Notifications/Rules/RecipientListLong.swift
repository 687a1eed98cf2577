extension NotificationRule {
  /// The longest reasonable list; longer ones are better replaced with a count.
  static let recipientListLimit = 10

  /// Each listed recipient takes up bytes in the payload and memory in the notification service
  /// extension, which has little.
  static let recipientListLong = NotificationRule(
    code: "recipient-list-long", severity: .warning
  ) { notification in
    let count = notification.recipients.count
    guard count > recipientListLimit else { return [] }
    return [
      Fault(
        "recipients",
        "\(count) recipients are listed: more than \(recipientListLimit) use too much of "
          + "the service extension's memory", help: "set 'recipientCount' instead of the list")
    ]
  }
}
