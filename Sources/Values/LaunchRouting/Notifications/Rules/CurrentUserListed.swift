extension NotificationRule {
  /// The current user is implied. The system ignores the entry, so a list that reaches two
  /// recipients only by including it does not make a group.
  static let currentUserListed = NotificationRule(
    code: "current-user-listed", severity: .error
  ) { notification in
    notification.recipients.enumerated().filter(\.element.isMe).map { index, _ in
      Fault(
        "recipients[\(index)]", "is the current user, who is implied: list only other people",
        help: "delete the entry")
    }
  }
}
