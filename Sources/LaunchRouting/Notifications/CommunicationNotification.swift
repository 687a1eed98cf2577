/// A message of one person to others, as iOS 15 and later show it: with the sender's picture, and
/// through a Focus that lets this person pass.
///
/// The server builds the payload from it, and the notification service extension of the app reads
/// it back to build an `INSendMessageIntent`. Any value can be built; ``findings`` says which make
/// no notification.
public struct CommunicationNotification: Hashable, Sendable {
  /// Who wrote the message.
  public var sender: Person
  /// The message; nil for none, such as a picture alone.
  public var content: String?
  /// Which conversation it belongs to, the same for all of its messages.
  public var conversationIdentifier: String
  /// Nil for a conversation of two.
  public var group: Group?
  /// Who else received it; the current user is implied and not listed.
  public var recipients: [Person]
  /// How many others received it, where listing them would take too much of the extension's memory.
  public var recipientCount: Int?
  /// Whether the message mentions the current user.
  public var mentionsCurrentUser: Bool
  /// Whether it replies to the current user.
  public var isReplyToCurrentUser: Bool
  /// Whether the sender asked to be heard through a Focus.
  public var notifyRecipientAnyway: Bool
  /// The deep link that a tap opens.
  public var url: String?
  /// The name of a sound of the app, or `default`.
  public var sound: String?
  /// The number on the app's icon; 0 removes it.
  public var badge: Int?
  /// The category whose actions are offered.
  public var category: String?

  /// A message of a conversation of two, with everything else to be set.
  public init(sender: Person, content: String?, conversationIdentifier: String) {
    self.sender = sender
    self.content = content
    self.conversationIdentifier = conversationIdentifier
    recipients = []
    mentionsCurrentUser = false
    isReplyToCurrentUser = false
    notifyRecipientAnyway = false
  }

  /// The name and the picture of a group.
  public struct Group: Hashable, Sendable {
    /// What the group is called.
    public var name: String?
    /// Its picture.
    public var imageURL: String?

    /// A group.
    public init(name: String?, imageURL: String? = nil) {
      self.name = name
      self.imageURL = imageURL
    }
  }

  /// How many others there are besides sender and current user's own entry: those listed, else
  /// those counted.
  public var otherRecipients: Int {
    recipients.isEmpty ? recipientCount ?? 0 : recipients.count { !$0.isMe }
  }
}

/// Somebody who takes part in a conversation.
public struct Person: Hashable, Sendable {
  /// How the person is reached; nil when only the app knows.
  public var handle: Handle?
  /// What people call the person.
  public var displayName: String?
  /// The person's picture.
  public var imageURL: String?
  /// The app's own identifier of the person.
  public var customIdentifier: String?
  /// Whether the person is the user of the device.
  public var isMe: Bool

  /// A person.
  public init(
    displayName: String?, handle: Handle? = nil, imageURL: String? = nil,
    customIdentifier: String? = nil, isMe: Bool = false
  ) {
    self.displayName = displayName
    self.handle = handle
    self.imageURL = imageURL
    self.customIdentifier = customIdentifier
    self.isMe = isMe
  }

  /// An address of a person.
  public struct Handle: Hashable, Sendable {
    /// An email address, a telephone number, or a name of the app's own.
    public var value: String
    /// Which of these it is.
    public var type: HandleType

    /// An address.
    public init(value: String, type: HandleType) {
      self.value = value
      self.type = type
    }
  }

  /// The kinds of address that the system can look up among the contacts, and the rest.
  public enum HandleType: String, CaseIterable, Hashable, Sendable {
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// Anything else.
    case other
  }
}
