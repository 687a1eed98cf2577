package import JSONSyntax

/// The payload sent to APNs for a communication notification.
///
/// The alert is shown if the service extension does not run; the extension uses `communication` for
/// the rest. The message appears only once, as `aps.alert.body`, to save space.
public struct NotificationPayload: Hashable, Sendable {
  /// The payload as one line of JSON, ready to send.
  public let json: String
  /// The payload as a tree, for documents that contain it.
  package let output: JSONOutput

  /// The length of ``json`` in UTF-8 bytes, the unit of the APNs limit.
  public var byteCount: Int { json.utf8.count }

  /// The maximum size that APNs accepts, in bytes.
  public static let byteLimit = 4096

  /// The key of the deep link, in the form that ``LaunchRules/notificationURLKey`` uses.
  public static let urlKey = "communication.url"

  /// Creates the payload of any notification, valid or not.
  public init(_ notification: CommunicationNotification) {
    output = notification.payload
    json = output.compact
  }

  /// Returns whether two payloads have equal bytes.
  public static func == (left: NotificationPayload, right: NotificationPayload) -> Bool {
    left.json == right.json
  }

  /// Hashes the bytes, consistently with equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json)
  }
}

extension CommunicationNotification {
  fileprivate var payload: JSONOutput {
    .object([.init("aps", aps), .init("communication", communication)])
  }

  private var aps: JSONOutput {
    let title = sender.name ?? ""
    let alert = members([
      ("title", .string(title)), ("subtitle", group?.name.map(JSONOutput.string)),
      ("body", content.map(JSONOutput.string)),
    ])
    return members([
      ("alert", alert), ("badge", badge.map(JSONOutput.int)),
      ("sound", sound.map(JSONOutput.string)), ("category", category.map(JSONOutput.string)),
      ("thread-id", .string(conversationIdentifier)), ("mutable-content", .int(1)),
      ("interruption-level", interruptionLevel.map { .string($0.rawValue) }),
      ("relevance-score", relevanceScore.map { .number("\($0)") }),
      ("filter-criteria", filterCriteria.map(JSONOutput.string)),
      ("target-content-id", targetContentID.map(JSONOutput.string)),
    ])
  }

  private var communication: JSONOutput {
    let others = recipients.isEmpty ? nil : JSONOutput.array(recipients.map(\.payload))
    return members([
      ("sender", sender.payload), ("conversationIdentifier", .string(conversationIdentifier)),
      ("group", group?.payload), ("recipients", others),
      ("recipientCount", others == nil ? recipientCount.map(JSONOutput.int) : nil),
      ("mentionsCurrentUser", flag(mentionsCurrentUser)),
      ("isReplyToCurrentUser", flag(isReplyToCurrentUser)),
      ("notifyRecipientAnyway", flag(notifyRecipientAnyway)),
      ("serviceName", serviceName.map(JSONOutput.string)),
      ("outgoingMessageType", outgoingMessageType.map { .string($0.rawValue) }),
      ("attachments", attachments.isEmpty ? nil : .array(attachments.map(\.payload))),
      ("url", url.map(JSONOutput.string)),
    ])
  }
}

extension CommunicationNotification.Group {
  fileprivate var payload: JSONOutput {
    members([
      ("name", name.map(JSONOutput.string)), ("imageURL", imageURL.map(JSONOutput.string)),
    ])
  }
}

extension CommunicationNotification.Attachment {
  fileprivate var payload: JSONOutput {
    members([("audioURL", audioURL.map(JSONOutput.string))])
  }
}

extension Person {
  fileprivate var payload: JSONOutput {
    members([
      ("handle", handle?.payload), ("displayName", displayName.map(JSONOutput.string)),
      ("nameComponents", nameComponents?.payload), ("imageURL", imageURL.map(JSONOutput.string)),
      ("customIdentifier", customIdentifier.map(JSONOutput.string)),
      ("contactIdentifier", contactIdentifier.map(JSONOutput.string)), ("isMe", flag(isMe)),
      ("isContactSuggestion", flag(isContactSuggestion)),
      ("suggestionType", suggestionType.map { .string($0.rawValue) }),
    ])
  }
}

extension NameComponents {
  fileprivate var payload: JSONOutput {
    members(Self.parts.map { ($0.name, self[keyPath: $0.value].map(JSONOutput.string)) })
  }
}

extension Person.Handle {
  fileprivate var payload: JSONOutput {
    members([("value", .string(value)), ("type", .string(type.rawValue))])
  }
}

/// Creates an object from the members that have values, omitting nil ones.
private func members(_ members: [(name: String, value: JSONOutput?)]) -> JSONOutput {
  .object(members.compactMap { name, value in value.map { .init(name, $0) } })
}

/// Omits false, which readers assume by default.
private func flag(_ value: Bool) -> JSONOutput? {
  value ? .bool(true) : nil
}

extension CommunicationNotification {
  /// The field with the most bytes, including quotation marks; the first one if several are equal.
  var largestField: (path: String, byteCount: Int) {
    let texts = [
      ("content", content), ("sound", sound), ("category", category),
      ("filterCriteria", filterCriteria), ("targetContentID", targetContentID),
    ]
    let fields = texts.map { ($0, $1.map(JSONOutput.string)) } + Self.fields(of: communication)
    var largest = (path: "", byteCount: 0)
    for (path, output) in fields {
      let count = output?.compact.utf8.count ?? 0
      if count > largest.byteCount { largest = (path, count) }
    }
    return largest
  }

  /// The members of an object and of those in it, by their paths; lists as a whole.
  private static func fields(of output: JSONOutput) -> [(String, JSONOutput?)] {
    guard case .object(let members) = output else { return [] }
    return members.flatMap { member in
      let inner = fields(of: member.value).map { ("\(member.name).\($0)", $1) }
      return inner.isEmpty ? [(member.name, member.value)] : inner
    }
  }
}
