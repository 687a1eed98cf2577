#if canImport(Intents) && canImport(UserNotifications) && !os(tvOS)
  public import Intents
  public import UserNotifications

  // No decisions are made here: groups and recipient counts come from the notification, which has
  // passed the rules.

  extension CommunicationNotification {
    /// Creates a notification from the push that a service extension receives; nil if it has none.
    public init?(_ content: UNNotificationContent) {
      // The data of a local notification may contain values that JSON does not support, which would
      // raise an exception.
      guard JSONSerialization.isValidJSONObject(content.userInfo),
        let bytes = try? JSONSerialization.data(withJSONObject: content.userInfo)
      else { return nil }
      self.init(payload: Array(bytes))
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension CommunicationNotification {
    /// Creates the intent that describes the sender and group to the system.
    ///
    /// - Parameter image: returns the previously loaded picture for an https URL; nil when there is
    ///   none.
    public func intent(image: (_ url: String) -> INImage?) -> INSendMessageIntent {
      let intent = INSendMessageIntent(
        recipients: recipients.isEmpty ? nil : recipients.map { $0.intentPerson(image: image) },
        outgoingMessageType: .outgoingMessageText, content: content,
        speakableGroupName: group?.name.map(INSpeakableString.init(spokenPhrase:)),
        conversationIdentifier: conversationIdentifier, serviceName: nil,
        sender: sender.intentPerson(image: image), attachments: nil)
      if let picture = group?.imageURL.flatMap(image) {
        intent.setImage(picture, forParameterNamed: \.speakableGroupName)
      }
      intent.donationMetadata = donationMetadata
      return intent
    }

    /// The additional message data for the system.
    private var donationMetadata: INSendMessageIntentDonationMetadata {
      let metadata = INSendMessageIntentDonationMetadata()
      metadata.mentionsCurrentUser = mentionsCurrentUser
      metadata.isReplyToCurrentUser = isReplyToCurrentUser
      metadata.notifyRecipientAnyway = notifyRecipientAnyway
      if let recipientCount { metadata.recipientCount = recipientCount }
      return metadata
    }

    /// Donates the intent as an incoming message and adds sender and group to the notification.
    public func content(
      updating content: UNNotificationContent, image: (_ url: String) -> INImage?
    ) throws -> UNNotificationContent {
      let intent = intent(image: image)
      let interaction = INInteraction(intent: intent, response: nil)
      interaction.direction = .incoming
      interaction.donate(completion: nil)
      return try content.updating(from: intent)
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension Person {
    /// Converts the person for use in an intent.
    public func intentPerson(image: (_ url: String) -> INImage?) -> INPerson {
      INPerson(
        personHandle: INPersonHandle(
          value: handle?.value, type: handle?.type.intentType ?? .unknown),
        nameComponents: nil, displayName: displayName, image: imageURL.flatMap(image),
        contactIdentifier: nil, customIdentifier: customIdentifier, isMe: isMe,
        suggestionType: handle?.type.suggestionType ?? .none)
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension Person.HandleType {
    fileprivate var intentType: INPersonHandleType {
      switch self {
      case .email: .emailAddress
      case .phone: .phoneNumber
      case .other: .unknown
      }
    }

    fileprivate var suggestionType: INPersonSuggestionType {
      switch self {
      case .email, .phone: .none
      case .other: .instantMessageAddress
      }
    }
  }
#endif
