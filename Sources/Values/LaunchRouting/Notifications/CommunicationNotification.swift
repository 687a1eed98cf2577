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
  public var recipients: [Person] = []
  /// The number of other recipients, for groups too large to list in the extension's memory.
  public var recipientCount: Int?
  /// Whether the message mentions the current user.
  public var mentionsCurrentUser = false
  /// Whether the message is a reply to the current user.
  public var isReplyToCurrentUser = false
  /// Whether the sender asked to notify the recipient even during a Focus.
  public var notifyRecipientAnyway = false
  /// The deep link that a tap opens.
  public var url: String?
  /// The name of one of the app's sounds, or `default`.
  public var sound: String?
  /// The number on the app's icon; 0 removes it.
  public var badge: Int?
  /// The notification category, which determines the actions offered.
  public var category: String?
  /// The name of the service that carries the message, for apps with several; nil when there is one.
  public var serviceName: String?
  /// Whether the message is written or spoken; nil to leave it out.
  public var outgoingMessageType: MessageType?
  /// The recordings of a spoken message.
  public var attachments: [Attachment] = []
  /// How urgently the system presents the notification; nil for its default, active.
  public var interruptionLevel: InterruptionLevel?
  /// The importance among the app's notifications in a summary, from 0 to 1; nil for none.
  public var relevanceScore: Double?
  /// What a Focus filter of the app compares; nil when nothing is filtered.
  public var filterCriteria: String?
  /// The identifier of the window that shows the message; nil for any.
  public var targetContentID: String?

  /// Creates a message between two people; set the other properties as needed.
  public init(sender: Person, content: String?, conversationIdentifier: String) {
    self.sender = sender
    self.content = content
    self.conversationIdentifier = conversationIdentifier
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

  /// The form of a message.
  public enum MessageType: String, CaseIterable, Hashable, Sendable {
    /// A written message.
    case text
    /// A spoken message, since iOS 14.
    case audio
  }

  /// A file that belongs to a message.
  public struct Attachment: Hashable, Sendable {
    /// The address of the recording; nil when it is missing.
    public var audioURL: String?

    /// Creates an attachment from the address of a recording.
    public init(audioURL: String?) {
      self.audioURL = audioURL
    }
  }

  /// The urgency of a notification, in the words of APNs.
  public enum InterruptionLevel: String, CaseIterable, Hashable, Sendable {
    /// The notification is listed, without light or sound.
    case passive
    /// The notification lights up the screen and may play a sound.
    case active
    /// The notification is shown at once, for which the app needs a capability.
    case timeSensitive = "time-sensitive"
    /// The notification is heard even on a silenced phone, for which Apple has to approve the app.
    case critical
  }

  /// The number of recipients other than the sender and the current user: counted from the list, or
  /// `recipientCount` when the list is empty.
  public var otherRecipients: Int {
    recipients.isEmpty ? recipientCount ?? 0 : recipients.count { !$0.isMe }
  }
}
