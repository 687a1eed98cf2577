extension NotificationRule {
  /// Users are not notified of their own messages.
  static let senderIsCurrentUser = NotificationRule(
    code: "sender-is-current-user", severity: .error
  ) { notification in
    guard notification.sender.isMe else { return [] }
    return [Fault("sender.isMe", "the sender is the current user: expected another person")]
  }
}
