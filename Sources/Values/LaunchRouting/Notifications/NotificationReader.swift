import JSONSyntax

/// Reads the members of a communication notification.
struct NotificationReader {
  let object: JSONObjectReader

  /// The valid range of badges and counts.
  private static let numbers = 0...Int(Int32.max)

  func read() -> CommunicationNotification {
    let sender = object.present("sender")?.object(Self.person)
    var notification = CommunicationNotification(
      sender: sender ?? Person(displayName: nil), content: text("content"),
      conversationIdentifier: text("conversationIdentifier") ?? "")
    notification.group = object.present("group")?.object { group in
      .init(
        name: group.present("name")?.string(), imageURL: group.present("imageURL")?.string())
    }
    let recipients = object.present("recipients")?.elements() ?? []
    // An invalid entry keeps its position, so that findings have the correct index for the others.
    notification.recipients = recipients.map {
      $0.object(Self.person) ?? Person(displayName: nil)
    }
    notification.recipientCount = object.present("recipientCount")?.int(in: Self.numbers)
    notification.mentionsCurrentUser = flag("mentionsCurrentUser")
    notification.isReplyToCurrentUser = flag("isReplyToCurrentUser")
    notification.notifyRecipientAnyway = flag("notifyRecipientAnyway")
    notification.url = text("url")
    notification.sound = text("sound")
    notification.badge = object.present("badge")?.int(in: Self.numbers)
    notification.category = text("category")
    return notification
  }

  private func text(_ name: String) -> String? {
    object.present(name)?.string()
  }

  private func flag(_ name: String) -> Bool {
    object.present(name)?.bool() ?? false
  }

  static func person(_ object: JSONObjectReader) -> Person {
    let handle = object.present("handle")?.object(handle) ?? nil
    return Person(
      displayName: object.present("displayName")?.string(), handle: handle,
      imageURL: object.present("imageURL")?.string(),
      customIdentifier: object.present("customIdentifier")?.string(),
      isMe: object.present("isMe")?.bool() ?? false)
  }

  private static func handle(_ object: JSONObjectReader) -> Person.Handle? {
    let value = object.required("value")?.filledString()
    let type = object.required("type")?.word(Person.HandleType.self)
    guard let value, let type else { return nil }
    return Person.Handle(value: value, type: type)
  }
}

extension CommunicationNotification {
  /// Reads a notification from a push payload, as received by a service extension. Other members of
  /// the payload are ignored. Nil when there is no `communication`, or it has no conversation
  /// identifier or sender.
  public init?(payload bytes: [UInt8]) {
    guard let document = try? JSONDocument(parsing: bytes) else { return nil }
    // Unreadable parts are left out: an incomplete message is better than none.
    let members = JSONProblemCollector(document).root.entries() ?? []
    guard let field = members.first(where: { $0.name == "communication" })?.field,
      field.node.member("sender")?.object != nil,
      var read = field.object({ NotificationReader(object: $0).read() }),
      !read.conversationIdentifier.isEmpty
    else { return nil }
    let aps = document.root.member("aps")
    let alert = aps?.member("alert")
    read.content = alert?.member("body")?.string ?? alert?.string ?? read.content
    read.sound = aps?.member("sound")?.string
    read.category = aps?.member("category")?.string
    if case .number(let text)? = aps?.member("badge")?.value { read.badge = Int(text) }
    self = read
  }
}
