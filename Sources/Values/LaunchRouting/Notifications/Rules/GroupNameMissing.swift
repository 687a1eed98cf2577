extension NotificationRule {
  /// A group's picture is attached to its name (`speakableGroupName`) and is not shown without one.
  static let groupNameMissing = NotificationRule(
    code: "group-name-missing", severity: .error
  ) { notification in
    guard let group = notification.group, (group.name ?? "").isEmpty else { return [] }
    return [Fault("group.name", "is missing: a group's picture is shown only with its name")]
  }
}
