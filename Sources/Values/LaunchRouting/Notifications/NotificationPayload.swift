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
}

extension CommunicationNotification {
  fileprivate var payload: JSONOutput {
    ["aps": aps, "communication": communication]
  }

  private var aps: JSONOutput {
    let alert: JSONOutput = [
      "title": .string(sender.name ?? ""), "subtitle": .optional(group?.name),
      "body": .optional(content),
    ]
    let aps: JSONOutput = [
      "alert": alert.withoutNulls, "badge": .optional(badge), "sound": .optional(sound),
      "category": .optional(category), "thread-id": .string(conversationIdentifier),
      "mutable-content": 1, "interruption-level": .optional(interruptionLevel?.rawValue),
      "relevance-score": relevanceScore.map { .number("\($0)") } ?? .null,
      "filter-criteria": .optional(filterCriteria),
      "target-content-id": .optional(targetContentID),
    ]
    return aps.withoutNulls
  }

  private var communication: JSONOutput {
    let isListed = !recipients.isEmpty
    let communication: JSONOutput = [
      "sender": sender.payload, "conversationIdentifier": .string(conversationIdentifier),
      "group": group?.payload ?? .null,
      "recipients": isListed ? .array(recipients.map(\.payload)) : .null,
      "recipientCount": isListed ? .null : .optional(recipientCount),
      "mentionsCurrentUser": flag(mentionsCurrentUser),
      "isReplyToCurrentUser": flag(isReplyToCurrentUser),
      "notifyRecipientAnyway": flag(notifyRecipientAnyway), "serviceName": .optional(serviceName),
      "outgoingMessageType": .optional(outgoingMessageType?.rawValue),
      "attachments": attachments.isEmpty ? .null : .array(attachments.map(\.payload)),
      "url": .optional(url),
    ]
    return communication.withoutNulls
  }
}

extension CommunicationNotification.Group {
  fileprivate var payload: JSONOutput {
    let group: JSONOutput = ["name": .optional(name), "imageURL": .optional(imageURL)]
    return group.withoutNulls
  }
}

extension CommunicationNotification.Attachment {
  fileprivate var payload: JSONOutput { audioURL.map { ["audioURL": .string($0)] } ?? [:] }
}

extension Person {
  fileprivate var payload: JSONOutput {
    let person: JSONOutput = [
      "handle": handle.map { ["value": .string($0.value), "type": .string($0.type.rawValue)] }
        ?? .null,
      "displayName": .optional(displayName), "nameComponents": nameComponents?.payload ?? .null,
      "imageURL": .optional(imageURL), "customIdentifier": .optional(customIdentifier),
      "contactIdentifier": .optional(contactIdentifier), "isMe": flag(isMe),
      "isContactSuggestion": flag(isContactSuggestion),
      "suggestionType": .optional(suggestionType?.rawValue),
    ]
    return person.withoutNulls
  }
}

extension NameComponents {
  fileprivate var payload: JSONOutput {
    JSONOutput.object(
      Self.parts.map { .init($0.name, .optional(self[keyPath: $0.value])) }
    ).withoutNulls
  }
}

/// Omits false, which readers assume by default.
private func flag(_ value: Bool) -> JSONOutput { value ? true : .null }

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
