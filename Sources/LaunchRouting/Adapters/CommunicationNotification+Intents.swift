#if canImport(Intents) && canImport(UserNotifications) && !os(tvOS)
  public import Intents
  public import UserNotifications

  // Nothing here decides anything: what a group is and whether a list is counted stands in the
  // notification, which the rules have passed.

  extension CommunicationNotification {
    /// The notification inside a push, for a service extension; nil for pushes without one.
    public init?(_ content: UNNotificationContent) {
      // Data of a local notification may hold what JSON does not know, which would raise.
      guard JSONSerialization.isValidJSONObject(content.userInfo),
        let bytes = try? JSONSerialization.data(withJSONObject: content.userInfo)
      else { return nil }
      self.init(payload: Array(bytes))
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension CommunicationNotification {
    /// The intent from which the system takes the sender and the group.
    ///
    /// - Parameter image: the picture behind an https URL, loaded beforehand; nil for none.
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

    /// What the system is told beside the message.
    private var donationMetadata: INSendMessageIntentDonationMetadata {
      let metadata = INSendMessageIntentDonationMetadata()
      metadata.mentionsCurrentUser = mentionsCurrentUser
      metadata.isReplyToCurrentUser = isReplyToCurrentUser
      metadata.notifyRecipientAnyway = notifyRecipientAnyway
      if let recipientCount { metadata.recipientCount = recipientCount }
      return metadata
    }

    /// Donates the intent as an incoming message and puts sender and group into a notification.
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
    /// The person as intents have it.
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
