extension NotificationRule {
  /// The current user is implied. The system ignores the entry, so a group that reaches two
  /// recipients only with it does not count as a group.
  static let currentUserListed = NotificationRule(
    code: "current-user-listed", severity: .error
  ) { notification in
    notification.recipients.enumerated().filter(\.element.isMe).map { index, _ in
      Fault(
        "recipients[\(index)]", "is the current user, who is implied: expected only other people",
        help: "delete the entry")
    }
  }
}
