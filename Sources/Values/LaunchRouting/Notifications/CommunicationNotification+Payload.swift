import JSONSyntax

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
