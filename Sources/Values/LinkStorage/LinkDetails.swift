import JSONSyntax
import Links

/// The JSON of the fields without a column.
enum LinkDetails {
  private static let groups = LinkField.Group.runs(
    of: LinkField.all.filter { $0.storage == .details })

  /// The member for the edit mark; no field has this name.
  static let editMark = "edited"

  /// The JSON; nil for a link with none of these fields.
  static func encode(_ link: UnpackedLink) -> String? {
    var members = LinkField.Group.members(of: link, in: groups) { field in
      field.type.isAbsent(in: link) ? nil : field.type.stored(in: link).json
    }
    if link.fields.link.isEdited { members.append(.init(editMark, .bool(true))) }
    return members.isEmpty ? nil : JSONOutput.object(members).compact
  }

  /// Sets the fields; false when the text is not JSON or a field has a value of another type.
  static func decode(_ text: String, into link: UnpackedLink) -> Bool {
    guard let document = JSONDocument(stored: text.utf8),
      let members = document.root.object
    else { return false }
    return members.allSatisfy { member in
      guard let group = groups.first(where: { $0.part?.name == member.name }) else {
        return restore(member, field(member, among: topLevel), in: link)
      }
      return member.node.object?.allSatisfy { inner in
        restore(inner, field(inner, among: group.fields), in: link)
      } ?? false
    }
  }

  private static let topLevel = groups.filter { $0.part == nil }.flatMap(\.fields)

  private static func field(_ member: JSONMember, among fields: [LinkField]) -> LinkField? {
    fields.first { $0.name == member.name }
  }

  /// Sets the edit mark or a field; false for a value of another type.
  ///
  /// - Parameter field: nil for a member that a newer release has added, which is ignored.
  static func restore(_ member: JSONMember, _ field: LinkField?, in link: UnpackedLink) -> Bool {
    if member.name == editMark {
      link.fields.link.isEdited = member.node.bool ?? false
      return true
    }
    guard let field else { return true }
    return StoredValue(member.node).map { field.type.restore($0, in: link) } ?? false
  }
}

extension StoredValue {
  /// The stored form of a JSON value; nil for a kind that no field uses.
  init?(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .string(let text): self = .text(text)
    case .number(let text):
      guard let number = Int(text) else { return nil }
      self = .int(number)
    case .array(let elements):
      if elements.first?.object != nil {
        let rules = elements.compactMap { LinkRule(stored: $0) }
        guard rules.count == elements.count else { return nil }
        self = .rules(rules)
        return
      }
      let texts = elements.compactMap(\.string)
      guard texts.count == elements.count else { return nil }
      self = .list(texts)
    case .object(let members):
      let items = members.compactMap { member in
        member.node.string.map { ShortLink.Extra(name: member.name, value: $0) }
      }
      guard items.count == members.count else { return nil }
      self = .map(items)
    case .bool: return nil
    }
  }
}
