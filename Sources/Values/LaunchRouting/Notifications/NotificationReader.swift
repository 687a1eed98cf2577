import JSONSyntax

struct NotificationReader {
  let object: JSONObjectReader

  /// The valid range of badges and counts.
  private static let numbers = 0...Int(Int32.max)

  /// Names by which people look for a field, and where it is.
  private static let misnomers = [
    "name": "sender.displayName", "title": "sender.displayName", "groupName": "group.name",
    "body": "content", "text": "content", "message": "content",
    "threadIdentifier": "conversationIdentifier", "thread-id": "conversationIdentifier",
  ]

  func read() -> CommunicationNotification {
    object.note { Self.misnomers[$0] }
    let sender = object.present("sender")?.object(Self.person)
    var notification = CommunicationNotification(
      sender: sender ?? Person(displayName: nil), content: text("content"),
      conversationIdentifier: text("conversationIdentifier") ?? "")
    notification.group = group()
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
    notification.serviceName = text("serviceName")
    notification.outgoingMessageType = object.present("outgoingMessageType")?.word(
      CommunicationNotification.MessageType.self)
    notification.attachments = (object.present("attachments")?.elements() ?? []).map { element in
      .init(audioURL: element.object { $0.required("audioURL")?.string() } ?? nil)
    }
    notification.interruptionLevel = object.present("interruptionLevel")?.word(
      CommunicationNotification.InterruptionLevel.self)
    notification.relevanceScore = object.present("relevanceScore")?.fraction()
    notification.filterCriteria = text("filterCriteria")
    notification.targetContentID = text("targetContentID")
    return notification
  }

  /// The group; its name may also be given as Apple's intent calls it.
  private func group() -> CommunicationNotification.Group? {
    var group = object.present("group")?.object { group in
      CommunicationNotification.Group(
        name: group.present("name")?.string(), imageURL: group.present("imageURL")?.string())
    }
    guard let field = object.present("speakableGroupName"), let name = field.string() else {
      return group
    }
    if let other = group?.name, other != name {
      field.report("'group.name' is given too: expected one of the two")
      return group
    }
    group = group ?? .init(name: nil)
    group?.name = name
    return group
  }

  private func text(_ name: String) -> String? { object.present(name)?.string() }

  private func flag(_ name: String) -> Bool { object.present(name)?.bool() ?? false }

  static func person(_ object: JSONObjectReader) -> Person {
    object.note { $0 == "name" ? "displayName" : nil }
    var person = Person(
      displayName: object.present("displayName")?.string(), handle: handle(object),
      imageURL: object.present("imageURL")?.string(),
      customIdentifier: object.present("customIdentifier")?.string(),
      isMe: object.present("isMe")?.bool() ?? false)
    person.nameComponents = object.present("nameComponents")?.object(nameComponents)
    person.contactIdentifier = object.present("contactIdentifier")?.string()
    person.isContactSuggestion = object.present("isContactSuggestion")?.bool() ?? false
    person.suggestionType = object.present("suggestionType")?.word(Person.SuggestionType.self)
    return person
  }

  private static func nameComponents(_ object: JSONObjectReader) -> NameComponents {
    let misnomers = ["givenName": "given", "familyName": "family", "middleName": "middle"]
    object.note { misnomers[$0] }
    return NameComponents.parts.reduce(into: NameComponents()) { components, part in
      components[keyPath: part.value] = object.present(part.name)?.string()
    }
  }

  /// The handle of a person, whose kind is obvious to readers of an address but not to the system.
  private static func handle(_ object: JSONObjectReader) -> Person.Handle? {
    guard let field = object.present("handle") else { return nil }
    guard field.node.string == nil else {
      field.report(
        "found a string: expected an object such as {\"value\": …, \"type\": \"email\"}")
      return nil
    }
    let handle = field.object { handle -> Person.Handle? in
      let value = handle.required("value")?.filledString()
      let type = handle.required("type")?.word(HandleWord.self)
      guard let value, let type else { return nil }
      return Person.Handle(value: value, type: type.type)
    }
    return handle ?? nil
  }

  /// The words for the kinds of handles: short ones, and those of `INPersonHandleType`.
  private enum HandleWord: String, CaseIterable {
    case email, phone, other, emailAddress, phoneNumber, unknown

    var type: Person.HandleType {
      switch self {
      case .email, .emailAddress: .email
      case .phone, .phoneNumber: .phone
      case .other, .unknown: .other
      }
    }
  }
}

extension NameComponents {
  /// The parts with their names in JSON, in the order of the West.
  static var parts: [(name: String, value: WritableKeyPath<NameComponents, String?>)] {
    [
      ("prefix", \.prefix), ("given", \.given), ("middle", \.middle), ("family", \.family),
      ("suffix", \.suffix), ("nickname", \.nickname),
    ]
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
    read.interruptionLevel = aps?.member("interruption-level")?.string.flatMap(
      InterruptionLevel.init)
    if case .number(let text)? = aps?.member("relevance-score")?.value {
      read.relevanceScore = Double(text)
    }
    read.filterCriteria = aps?.member("filter-criteria")?.string
    read.targetContentID = aps?.member("target-content-id")?.string
    self = read
  }
}
