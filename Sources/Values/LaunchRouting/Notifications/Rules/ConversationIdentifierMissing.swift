extension NotificationRule {
  /// Without a conversation identifier, the system cannot tell conversations apart: it neither
  /// groups the messages nor learns the user's contacts.
  static let conversationIdentifierMissing = NotificationRule(
    code: "conversation-identifier-missing", severity: .error
  ) { notification in
    guard notification.conversationIdentifier.isEmpty else { return [] }
    return [
      Fault(
        "conversationIdentifier",
        "is missing: expected an identifier shared by all messages of the conversation")
    ]
  }
}
