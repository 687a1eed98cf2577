// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Just enough of Intents for the adapters to be type-checked where Apple's SDK is absent.
@_exported import Foundation
public import UserNotifications

open class INImage {
  public init(imageData: Data) {}
}

open class INSpeakableString {
  public init(spokenPhrase: String) {}
}

public enum INPersonHandleType: Int { case unknown, emailAddress, phoneNumber }
public enum INPersonSuggestionType: Int { case none, socialProfile, instantMessageAddress }
public enum INOutgoingMessageType: Int { case unknown, outgoingMessageText, outgoingMessageAudio }
public enum INInteractionDirection: Int { case unspecified, outgoing, incoming }

open class INPersonHandle {
  public init(value: String?, type: INPersonHandleType) {}
}

open class INPerson {
  public init(
    personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
    image: INImage?, contactIdentifier: String?, customIdentifier: String?, isMe: Bool,
    suggestionType: INPersonSuggestionType
  ) {}
  public init(
    personHandle: INPersonHandle, nameComponents: PersonNameComponents?, displayName: String?,
    image: INImage?, contactIdentifier: String?, customIdentifier: String?,
    isContactSuggestion: Bool, suggestionType: INPersonSuggestionType
  ) {}
}

open class INIntentDonationMetadata { public init() {} }

open class INSendMessageIntentDonationMetadata: INIntentDonationMetadata {
  open var mentionsCurrentUser = false
  open var isReplyToCurrentUser = false
  open var notifyRecipientAnyway = false
  open var recipientCount = 0
}

open class INIntent {
  open var donationMetadata: INIntentDonationMetadata?
}

public protocol INIntentSetImageKeyPath {}
extension INIntent: INIntentSetImageKeyPath {}
extension INIntentSetImageKeyPath {
  public func setImage<Value>(_ image: INImage?, forParameterNamed name: KeyPath<Self, Value?>) {}
}

open class INFile {}

open class INSendMessageAttachment {
  public init(audioMessageFile: INFile) {}
}

open class INIntentResponse {}

open class INSendMessageIntent: INIntent, UNNotificationContentProviding {
  public init(
    recipients: [INPerson]?, outgoingMessageType: INOutgoingMessageType, content: String?,
    speakableGroupName: INSpeakableString?, conversationIdentifier: String?, serviceName: String?,
    sender: INPerson?, attachments: [INSendMessageAttachment]?
  ) {}
  open var speakableGroupName: INSpeakableString? { nil }
}

open class INInteraction {
  public init(intent: INIntent, response: INIntentResponse?) {}
  open var direction = INInteractionDirection.unspecified
  open func donate(completion: (@Sendable ((any Error)?) -> Void)?) {}
}
