/// A participant in a conversation.
public struct Person: Hashable, Sendable {
  /// The person's address; nil when only the app knows it.
  public var handle: Handle?
  /// The name shown to the user; nil to show the parts of the name.
  public var displayName: String?
  /// The parts of the person's name.
  public var nameComponents: NameComponents?
  /// The person's picture.
  public var imageURL: String?
  /// The app's own identifier for the person.
  public var customIdentifier: String?
  /// The identifier of the person in the contacts of the device.
  public var contactIdentifier: String?
  /// Whether the system suggested the person as a contact.
  public var isContactSuggestion = false
  /// How the system shows the person's identity; nil to choose by the kind of the handle.
  public var suggestionType: SuggestionType?
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

  /// The name to show: the display name, or else the one that the parts make.
  public var name: String? {
    if let displayName, !displayName.isBlank { return displayName }
    return nameComponents?.text
  }

  /// How the system shows the identity of a person.
  public enum SuggestionType: String, CaseIterable, Hashable, Sendable {
    /// By name.
    case none
    /// As an account of a social network.
    case socialProfile
    /// As an address for instant messages.
    case instantMessageAddress
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

/// The parts of a name, as `PersonNameComponents` has them.
public struct NameComponents: Hashable, Sendable {
  /// A title before the name, such as Dr.
  public var prefix: String?
  /// The given name.
  public var given: String?
  /// The middle name.
  public var middle: String?
  /// The family name.
  public var family: String?
  /// What follows the name, such as Jr.
  public var suffix: String?
  /// The nickname.
  public var nickname: String?

  /// Creates a name without parts; set the properties as needed.
  public init() {}

  /// The parts as one text: in the order of the West, or with the family name first where a name is
  /// written in the characters of East Asia. The nickname stands for a name without other parts.
  public var text: String? {
    let names = [given, middle, family].compactMap(\.self).filter { !$0.isBlank }
    let isEastAsian =
      !names.isEmpty && names.joined().unicodeScalars.allSatisfy(Self.isEastAsian)
    let ordered = isEastAsian ? [family, given, middle] : [given, middle, family]
    let parts = ([prefix] + ordered + [suffix]).compactMap(\.self).filter { !$0.isBlank }
    guard parts.isEmpty else { return parts.joined(separator: " ") }
    return nickname.flatMap { $0.isBlank ? nil : $0 }
  }

  /// Kana, Han and Hangul.
  private static func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3005...0x30FF, 0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }
}

extension String {
  /// Whether nothing of the text is seen.
  fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
