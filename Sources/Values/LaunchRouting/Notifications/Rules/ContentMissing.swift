extension NotificationRule {
  /// A notification without a body shows only the sender.
  static let contentMissing = NotificationRule(
    code: "content-missing", severity: .warning
  ) { notification in
    guard (notification.content ?? "").isEmpty else { return [] }
    return [Fault("content", "is missing: the notification shows only the sender")]
  }
}
