extension NotificationRule {
  /// A Focus recognises the people it allows by an address in the contacts or by the app's
  /// identifier; a name alone does not identify a person.
  static let senderIdentityMissing = NotificationRule(
    code: "sender-identity-missing", severity: .warning
  ) { notification in
    let sender = notification.sender
    guard sender.handle == nil, (sender.customIdentifier ?? "").isEmpty else { return [] }
    return [
      Fault(
        "sender", "has neither 'handle' nor 'customIdentifier': no Focus can allow this person")
    ]
  }
}
