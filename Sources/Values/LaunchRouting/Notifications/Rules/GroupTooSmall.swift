extension NotificationRule {
  /// A group's name and picture are shown only with two or more recipients besides the current
  /// user, listed or counted.
  static let groupTooSmall = NotificationRule(
    code: "group-too-small", severity: .error
  ) { notification in
    let count = notification.otherRecipients
    guard notification.group != nil, count < 2 else { return [] }
    return [
      Fault(
        "group",
        "a group shows its name and picture only with two or more recipients besides the current "
          + "user, listed or counted: there \(count == 1 ? "is 1" : "are \(count)")",
        help: "list them in 'recipients', count them in 'recipientCount', or delete 'group'")
    ]
  }
}
