package import JSONSyntax

/// What is sent to APNs for a communication notification.
///
/// The alert is what people see where the service extension does not run; the extension makes the
/// rest of `communication`. The message itself stands once, as `aps.alert.body`, since bytes are
/// scarce.
public struct NotificationPayload: Hashable, Sendable {
  /// One line of JSON, as it is to be sent.
  public let json: String
  package let output: JSONOutput

  /// The length of ``json`` in bytes of UTF-8, which is what APNs counts.
  public var byteCount: Int { json.utf8.count }

  /// How many bytes APNs takes.
  public static let byteLimit = 4096

  /// The payload of any notification, good or not.
  public init(_ notification: CommunicationNotification) {
    output = notification.payload
    json = output.compact
  }

  /// Two payloads are equal when their bytes are.
  public static func == (left: NotificationPayload, right: NotificationPayload) -> Bool {
    left.json == right.json
  }

  /// Agrees with equality.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(json)
  }
}

extension CommunicationNotification {
  fileprivate var payload: JSONOutput {
    .object([.init("aps", aps), .init("communication", communication)])
  }

  private var aps: JSONOutput {
    let title = sender.displayName ?? ""
    let alert = members([
      ("title", .string(title)), ("subtitle", group?.name.map(JSONOutput.string)),
      ("body", content.map(JSONOutput.string)),
    ])
    return members([
      ("alert", alert), ("badge", badge.map(JSONOutput.int)),
      ("sound", sound.map(JSONOutput.string)), ("category", category.map(JSONOutput.string)),
      ("thread-id", .string(conversationIdentifier)), ("mutable-content", .int(1)),
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

extension Person {
  fileprivate var payload: JSONOutput {
    members([
      ("handle", handle?.payload), ("displayName", displayName.map(JSONOutput.string)),
      ("imageURL", imageURL.map(JSONOutput.string)),
      ("customIdentifier", customIdentifier.map(JSONOutput.string)), ("isMe", flag(isMe)),
    ])
  }
}

extension Person.Handle {
  fileprivate var payload: JSONOutput {
    members([("value", .string(value)), ("type", .string(type.rawValue))])
  }
}

/// The members that there are; what is nil costs no bytes.
private func members(_ members: [(name: String, value: JSONOutput?)]) -> JSONOutput {
  .object(members.compactMap { name, value in value.map { .init(name, $0) } })
}

/// False is what a reader takes for granted.
private func flag(_ value: Bool) -> JSONOutput? {
  value ? .bool(true) : nil
}

extension CommunicationNotification {
  /// The field that takes the most bytes, its quotation marks included; of equals the first.
  var largestField: (path: String, byteCount: Int) {
    var fields: [(path: String, output: JSONOutput?)] = [
      ("content", content.map(JSONOutput.string)),
      ("conversationIdentifier", .string(conversationIdentifier)),
      ("group.name", group?.name.map(JSONOutput.string)),
      ("group.imageURL", group?.imageURL.map(JSONOutput.string)),
      ("recipients", .array(recipients.map(\.payload))), ("url", url.map(JSONOutput.string)),
      ("sound", sound.map(JSONOutput.string)), ("category", category.map(JSONOutput.string)),
    ]
    fields += sender.fields.map { ("sender.\($0.path)", $0.text.map(JSONOutput.string)) }
    var largest = (path: "", byteCount: 0)
    for (path, output) in fields {
      let count = output?.compact.utf8.count ?? 0
      if count > largest.byteCount { largest = (path, count) }
    }
    return largest
  }
}

extension Person {
  fileprivate var fields: [(path: String, text: String?)] {
    [
      ("handle.value", handle?.value), ("displayName", displayName), ("imageURL", imageURL),
      ("customIdentifier", customIdentifier),
    ]
  }
}
