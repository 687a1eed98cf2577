/// A message from one person to others, shown by iOS 15 and later with the sender's picture and
/// even during a Focus that allows this person.
///
/// The server builds the payload from it, and the app's notification service extension reads it
/// back to build an `INSendMessageIntent`. Invalid values can be constructed; ``findings`` lists
/// their faults.
public struct CommunicationNotification: Hashable, Sendable {
  /// The author of the message.
  public var sender: Person
  /// The message text; nil when there is none, such as for a message with only a picture.
  public var content: String?
  /// The identifier of the conversation, shared by all of its messages.
  public var conversationIdentifier: String
  /// The group; nil for a conversation between two people.
  public var group: Group?
  /// The other recipients; the current user is implied and not listed.
  public var recipients: [Person]
  /// The number of other recipients, for groups too large to list in the extension's memory.
  public var recipientCount: Int?
  /// Whether the message mentions the current user.
  public var mentionsCurrentUser: Bool
  /// Whether the message is a reply to the current user.
  public var isReplyToCurrentUser: Bool
  /// Whether the sender asked to notify the recipient even during a Focus.
  public var notifyRecipientAnyway: Bool
  /// The deep link that a tap opens.
  public var url: String?
  /// The name of one of the app's sounds, or `default`.
  public var sound: String?
  /// The number on the app's icon; 0 removes it.
  public var badge: Int?
  /// The notification category, which determines the actions offered.
  public var category: String?

  /// Creates a message between two people; set the other properties as needed.
  public init(sender: Person, content: String?, conversationIdentifier: String) {
    self.sender = sender
    self.content = content
    self.conversationIdentifier = conversationIdentifier
    recipients = []
    mentionsCurrentUser = false
    isReplyToCurrentUser = false
    notifyRecipientAnyway = false
  }

  /// The name and picture of a group.
  public struct Group: Hashable, Sendable {
    /// The name of the group.
    public var name: String?
    /// The picture of the group.
    public var imageURL: String?

    /// Creates a group from its name and picture.
    public init(name: String?, imageURL: String? = nil) {
      self.name = name
      self.imageURL = imageURL
    }
  }

  /// The number of recipients other than the sender and the current user: counted from the list, or
  /// `recipientCount` when the list is empty.
  public var otherRecipients: Int {
    recipients.isEmpty ? recipientCount ?? 0 : recipients.count { !$0.isMe }
  }
}

/// A participant in a conversation.
public struct Person: Hashable, Sendable {
  /// The person's address; nil when only the app knows it.
  public var handle: Handle?
  /// The name shown to the user.
  public var displayName: String?
  /// The person's picture.
  public var imageURL: String?
  /// The app's own identifier for the person.
  public var customIdentifier: String?
  /// Whether the person is the user of the device.
  public var isMe: Bool

  /// Creates a person.
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

    /// Creates an address.
    public init(value: String, type: HandleType) {
      self.value = value
      self.type = type
    }
  }

  /// The kind of an address; the system can look up all but `other` in the contacts.
  public enum HandleType: String, CaseIterable, Hashable, Sendable {
    /// An email address.
    case email
    /// A telephone number.
    case phone
    /// Anything else.
    case other
  }
}
