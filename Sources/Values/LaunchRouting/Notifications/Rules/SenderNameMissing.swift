extension NotificationRule {
  /// The sender's name is the title, with or without the extension.
  static let senderNameMissing = NotificationRule(
    code: "sender-name-missing", severity: .error
  ) { notification in
    guard (notification.sender.displayName ?? "").isEmpty else { return [] }
    return [Fault("sender.displayName", "is missing: expected the title of the notification")]
  }
}
