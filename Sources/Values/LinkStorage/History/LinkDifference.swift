import JSONSyntax
package import Links

/// What leads from a state of a link back to the one before: the fields that differ, as JSON, by the
/// paths that the table of fields gives them. Most changes touch one field, so most versions are
/// short.
package enum LinkDifference {
  /// The state from which the last one of a deleted link is told.
  package static func blank(_ key: LinkKey) -> ShortLink {
    ShortLink(host: key.host, slug: key.slug, url: "")
  }

  /// Beside the fields, and named like none of them.
  private static let editMark = "edited"
  private static let reservedMark = "reservedClicks"
  /// The time of a version is that of its change.
  private static let untold: Set = ["host", "slug", "updatedAt"]
  private static let fields = LinkField.all.filter { !untold.contains($0.path) }
  private static let fieldsByPath = [String: LinkField](
    fields.map { ($0.path, $0) }
  ) { first, _ in first }

  /// - Parameters:
  ///   - old: the state that is to be found again.
  ///   - new: the state that it is found from; nil for a link that is gone.
  ///   - reserved: clicks against `maxClicks` that a link had used that is gone.
  package static func text(
    from new: ShortLink?, backTo old: ShortLink, reservedClicks reserved: Int = 0
  ) -> String {
    let (there, wanted) = (UnpackedLink(new ?? blank(old.key)), UnpackedLink(old))
    var members: [JSONOutput.Member] = []
    for field in fields {
      let value = field.type.stored(in: wanted)
      guard value != field.type.stored(in: there) else { continue }
      // An empty list would not tell what it is a list of.
      let isAbsent = field.type.isAbsent(in: wanted)
      members.append(.init(field.path, isAbsent ? .null : JSONOutput(value)))
    }
    if old.isEdited != new?.isEdited ?? false {
      members.append(.init(editMark, .bool(old.isEdited)))
    }
    if reserved > 0 { members.append(.init(reservedMark, .int(reserved))) }
    return JSONOutput.object(members).compact
  }

  /// The state that a text leads back to.
  package static func applied(
    _ text: String, to link: ShortLink
  ) throws(LinkStoreError) -> ShortLink {
    let wanted = UnpackedLink(link)
    guard let document = try? JSONDocument(parsing: Array(text.utf8)),
      let members = document.root.object, members.allSatisfy({ restore($0, in: wanted) })
    else {
      throw LinkStoreError(
        kind: .corrupt, code: 0, message: "a version is not as keiro writes it",
        operation: "read link_versions.before")
    }
    return wanted.packed
  }

  /// The clicks that `text` was given; 0 for a text that cannot be read.
  package static func reservedClicks(_ text: String) -> Int {
    guard let document = try? JSONDocument(parsing: Array(text.utf8)),
      case .number(let number)? = document.root.member(reservedMark)?.value
    else { return 0 }
    return Int(number) ?? 0
  }

  /// What a newer release has added is passed over.
  private static func restore(_ member: JSONMember, in link: UnpackedLink) -> Bool {
    if member.name == editMark {
      link.fields.link.isEdited = member.node.bool ?? false
      return true
    }
    guard let field = fieldsByPath[member.name] else { return true }
    guard let value = StoredValue(member.node) else { return false }
    return field.type.restore(value, in: link)
  }
}
