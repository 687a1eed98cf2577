import JSONSyntax
package import Links

/// The difference that leads from a state of a link back to the preceding one: the fields that differ,
/// as JSON under their paths in the table of fields. Most changes touch one field, so most differences
/// are short.
package enum LinkDifference {
  /// The state to which the last difference of a deleted link applies.
  package static func blank(_ key: LinkKey) -> ShortLink {
    ShortLink(host: key.host, slug: key.slug, url: "")
  }

  private static let reservedMark = "reservedClicks"
  /// Fields that are not recorded; the time of a version is that of its change.
  private static let untold: Set = ["host", "slug", "updatedAt"]
  private static let fields = LinkField.all.filter { !untold.contains($0.path) }
  private static let fieldsByPath = [String: LinkField](
    fields.map { ($0.path, $0) }
  ) { first, _ in first }

  /// - Parameters:
  ///   - new: the state to start from; nil for a deleted link.
  ///   - reserved: the clicks counted against `maxClicks` that a deleted link had used.
  package static func text(
    from new: ShortLink?, backTo old: ShortLink, reservedClicks reserved: Int = 0
  ) -> String {
    let (there, wanted) = (UnpackedLink(new ?? blank(old.key)), UnpackedLink(old))
    var members: [JSONOutput.Member] = []
    for field in fields {
      let value = field.type.stored(in: wanted)
      guard value != field.type.stored(in: there) else { continue }
      // An empty list would not say what it is a list of.
      let isAbsent = field.type.isAbsent(in: wanted)
      members.append(.init(field.path, isAbsent ? .null : value.json))
    }
    if old.isEdited != new?.isEdited ?? false {
      members.append(.init(LinkDetails.editMark, .bool(old.isEdited)))
    }
    if reserved > 0 { members.append(.init(reservedMark, .int(reserved))) }
    return JSONOutput.object(members).compact
  }

  /// A text as the differences of links that have it contain it, in its quotation marks.
  package static func quoted(_ text: String) -> String { JSONOutput.string(text).compact }

  /// The state that a difference leads back to.
  package static func applied(
    _ text: String, to link: ShortLink
  ) throws(LinkStoreError) -> ShortLink {
    let wanted = UnpackedLink(link)
    guard let document = JSONDocument(stored: text.utf8),
      let members = document.root.object,
      members.allSatisfy({ LinkDetails.restore($0, fieldsByPath[$0.name], in: wanted) })
    else {
      throw LinkStoreError(
        .corrupt, "a version is not as keiro writes it", operation: "read link_versions.before")
    }
    return wanted.packed
  }

  /// The `reservedClicks` recorded in a difference; 0 for a text that cannot be read.
  package static func reservedClicks(_ text: String) -> Int {
    let document = JSONDocument(stored: text.utf8)
    return document?.root.member(reservedMark)?.wholeNumber ?? 0
  }

  /// The difference with fewer `reservedClicks`, because some were not used after all.
  package static func text(_ text: String, returning count: Int) -> String {
    let rest = max(0, reservedClicks(text) - count)
    guard let members = JSONDocument(stored: text.utf8)?.root.object else {
      return text
    }
    return JSONOutput.object(
      members.compactMap { member in
        guard member.name == reservedMark else {
          return .init(member.name, JSONOutput(member.node))
        }
        return rest > 0 ? .init(reservedMark, .int(rest)) : nil
      }
    ).compact
  }
}

extension ShortLink {
  /// The paths of the fields that differ from an earlier state, except for the times of creation and
  /// last change.
  package func changedFields(from old: ShortLink) -> [String] {
    fields(differingFrom: old).map(\.path).filter { $0 != "createdAt" && $0 != "updatedAt" }
  }
}
