extension NotificationRule {
  /// A Focus lets people pass that it recognises, by their address among the contacts or by the
  /// app's identifier; a name alone is no identity.
  static let senderIdentityMissing = NotificationRule(
    code: "sender-identity-missing", severity: .warning
  ) { notification in
    let sender = notification.sender
    guard sender.handle == nil, (sender.customIdentifier ?? "").isEmpty else { return [] }
    return [
      Fault(
        "sender", "has neither 'handle' nor 'customIdentifier': no Focus can let this person pass")
    ]
  }
}
