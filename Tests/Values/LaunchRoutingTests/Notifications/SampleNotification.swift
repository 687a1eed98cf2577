import LaunchRouting

extension CommunicationNotification {
  /// A message in a conversation of two without findings.
  static var sample: CommunicationNotification {
    let sender = Person(
      displayName: "Hana", handle: .init(value: "hana@example.com", type: .email),
      imageURL: "https://example.com/hana.png", customIdentifier: "u1")
    return CommunicationNotification(
      sender: sender, content: "今日はカレー", conversationIdentifier: "c1")
  }

  /// A message in a group with every field set.
  static var full: CommunicationNotification {
    var notification = sample
    notification.group = Group(name: "Cooks", imageURL: "https://example.com/cooks.png")
    notification.recipients = [
      Person(displayName: "Ken", handle: .init(value: "+81312345678", type: .phone)),
      Person(displayName: nil, customIdentifier: "u3"),
    ]
    notification.mentionsCurrentUser = true
    notification.isReplyToCurrentUser = true
    notification.notifyRecipientAnyway = true
    notification.url = "https://asajikan.jp/article/42"
    notification.sound = "default"
    notification.badge = 3
    notification.category = "MESSAGE"
    notification.serviceName = "Asajikan"
    notification.interruptionLevel = .timeSensitive
    notification.relevanceScore = 0.75
    notification.filterCriteria = "kitchen"
    notification.targetContentID = "c1"
    notification.sender.nameComponents = NameComponents()
    notification.sender.nameComponents?.given = "Hana"
    notification.sender.nameComponents?.family = "Mori"
    notification.sender.contactIdentifier = "410FE041"
    notification.sender.suggestionType = .socialProfile
    return notification
  }
}
