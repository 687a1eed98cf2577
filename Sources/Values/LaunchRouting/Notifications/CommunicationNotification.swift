/// A message from one person to others, as iOS 15 and later show it: with the sender's picture, and
/// through a Focus that allows this person.
///
/// The server builds the payload from it, and the app's notification service extension reads it
/// back to build an `INSendMessageIntent`. Any value can be constructed; ``findings`` lists its
/// faults.
public struct CommunicationNotification: Hashable, Sendable {
  /// The author of the message.
  public var sender: Person
  /// The message; nil for none, such as a message with only a picture.
  public var content: String?
  /// The identifier of the conversation, the same for all of its messages.
  public var conversationIdentifier: String
  /// Nil for a conversation of two.
  public var group: Group?
  /// The other recipients; the current user is implied and not listed.
  public var recipients: [Person]
  /// The number of other recipients, for groups too large to list in the extension's memory.
  public var recipientCount: Int?
  /// Whether the message mentions the current user.
  public var mentionsCurrentUser: Bool
  /// Whether it replies to the current user.
  public var isReplyToCurrentUser: Bool
  /// Whether the sender asked to notify the recipient despite a Focus.
  public var notifyRecipientAnyway: Bool
  /// The deep link that a tap opens.
  public var url: String?
  /// The name of a sound of the app, or `default`.
  public var sound: String?
  /// The number on the app's icon; 0 removes it.
  public var badge: Int?
  /// The notification category, which determines the offered actions.
  public var category: String?

  /// A message in a conversation of two; set the other properties as needed.
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
    /// The name of the group.
    public var name: String?
    /// The picture of the group.
    public var imageURL: String?

    /// A group.
    public init(name: String?, imageURL: String? = nil) {
      self.name = name
      self.imageURL = imageURL
    }
  }

  /// The number of recipients besides the sender and the current user: the listed ones, otherwise
  /// the counted ones.
  public var otherRecipients: Int {
    recipients.isEmpty ? recipientCount ?? 0 : recipients.count { !$0.isMe }
  }
}

/// A participant in a conversation.
public struct Person: Hashable, Sendable {
  /// The person's address; nil when only the app knows it.
  public var handle: Handle?
  /// The displayed name.
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
    /// An email address, a telephone number, or an app-specific name.
    public var value: String
    /// The kind of address.
    public var type: HandleType

    /// An address.
    public init(value: String, type: HandleType) {
      self.value = value
      self.type = type
    }
  }

  /// The kinds of address that the system can find in the contacts, and other ones.
  public enum HandleType: String, CaseIterable, Hashable, Sendable {
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// Anything else.
    case other
  }
}
