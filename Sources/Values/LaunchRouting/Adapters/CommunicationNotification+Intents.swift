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
    /// - Parameters:
    ///   - image: returns the previously loaded picture for an https URL; nil when there is none.
    ///   - audio: returns the previously loaded recording for an https URL; nil when there is none.
    public func intent(
      image: (_ url: String) -> INImage?, audio: (_ url: String) -> INFile? = { _ in nil }
    ) -> INSendMessageIntent {
      let recordings = attachments.compactMap { $0.audioURL.flatMap(audio) }
      let intent = INSendMessageIntent(
        recipients: recipients.isEmpty ? nil : recipients.map { $0.intentPerson(image: image) },
        outgoingMessageType: outgoingMessageType == .audio
          ? .outgoingMessageAudio : .outgoingMessageText,
        content: content,
        speakableGroupName: group?.name.map(INSpeakableString.init(spokenPhrase:)),
        conversationIdentifier: conversationIdentifier, serviceName: serviceName,
        sender: sender.intentPerson(image: image),
        attachments: recordings.isEmpty
          ? nil : recordings.map(INSendMessageAttachment.init(audioMessageFile:)))
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
      updating content: UNNotificationContent, image: (_ url: String) -> INImage?,
      audio: (_ url: String) -> INFile? = { _ in nil }
    ) throws -> UNNotificationContent {
      let intent = intent(image: image, audio: audio)
      let interaction = INInteraction(intent: intent, response: nil)
      interaction.direction = .incoming
      interaction.donate(completion: nil)
      return try content.updating(from: intent)
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension Person {
    /// Converts the person for use in an intent. A suggested contact is never the current user: the
    /// system has no person that is both.
    public func intentPerson(image: (_ url: String) -> INImage?) -> INPerson {
      let personHandle = INPersonHandle(
        value: handle?.value, type: handle?.type.intentType ?? .unknown)
      let suggestion = suggestionType?.intentType ?? handle?.type.suggestionType ?? .none
      if isContactSuggestion, !isMe {
        return INPerson(
          personHandle: personHandle, nameComponents: nameComponents?.personComponents,
          displayName: displayName, image: imageURL.flatMap(image),
          contactIdentifier: contactIdentifier, customIdentifier: customIdentifier,
          isContactSuggestion: true, suggestionType: suggestion)
      }
      return INPerson(
        personHandle: personHandle, nameComponents: nameComponents?.personComponents,
        displayName: displayName, image: imageURL.flatMap(image),
        contactIdentifier: contactIdentifier, customIdentifier: customIdentifier, isMe: isMe,
        suggestionType: suggestion)
    }
  }

  extension NameComponents {
    fileprivate var personComponents: PersonNameComponents {
      var components = PersonNameComponents()
      components.namePrefix = prefix
      components.givenName = given
      components.middleName = middle
      components.familyName = family
      components.nameSuffix = suffix
      components.nickname = nickname
      return components
    }
  }

  @available(iOS 15, macOS 12, watchOS 8, *)
  extension Person.SuggestionType {
    fileprivate var intentType: INPersonSuggestionType {
      switch self {
      case .none: .none
      case .socialProfile: .socialProfile
      case .instantMessageAddress: .instantMessageAddress
      }
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
