package import JSONSyntax
package import LinkStorage
package import Links
import SiteModel

extension Inquiry {
  /// The versions of a stored link, deleted or not, newest first, and who changed it.
  ///
  /// - Parameters:
  ///   - before: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  package func versions(
    of key: LinkKey, before: Int? = nil, limit: Int
  ) throws(InquiryError) -> HistoryAnswer {
    try require(key.host)
    let versions = try stored { store throws(LinkStoreError) in
      let own = try store.versions(of: key)
      let canonical = sites.canonical(key)
      return try own.isEmpty && canonical != key ? store.versions(of: canonical) : own
    }
    let home = versions.lazy.compactMap(\.link?.key).first
    guard let home else {
      throw sites.configuredLink(key) == nil ? .noLink(key) : .noVersions(key)
    }
    var told: [HistoryAnswer.Version] = []
    for (index, version) in versions.enumerated() {
      if let before, version.number >= before { continue }
      let earlier = versions.dropFirst(index + 1).first
      let fields =
        version.kind == .updated
        ? earlier?.link.flatMap { version.link?.changedFields(from: $0) } ?? [] : []
      told.append(HistoryAnswer.Version(version: version, fields: fields))
    }
    return HistoryAnswer(
      versions: Array(told.prefix(limit)),
      next: told.count > limit ? told[limit - 1].version.number : nil,
      shortURL: sites.shortURL(home))
  }
}

package struct HistoryAnswer: QuestionAnswer {
  /// A version, and the fields in which it differs from the one before.
  package struct Version: Equatable, Sendable {
    package let version: LinkVersion
    /// The paths of the fields that differ.
    package let fields: [String]
  }

  package let versions: [Version]
  /// The start of the next page; nil at the end.
  package let next: Int?
  /// The URL that visitors use.
  package let shortURL: String

  package var document: JSONOutput {
    ["versions": .array(versions.map(output)), "next": .optional(next.map(String.init))]
  }

  private func output(_ told: Version) -> JSONOutput {
    let (version, change) = (told.version, told.version.change)
    let link = version.link?.output(shortURL: shortURL)
    return [
      "version": .int(version.number), "change": change.map { .int($0.number) } ?? .null,
      "time": .optional((change?.time ?? version.link?.updatedAt)?.description),
      "actor": change?.actor.output ?? .null, "action": .string(AuditAction(version.kind).rawValue),
      "fields": .strings(told.fields), "link": link ?? .null,
    ]
  }
}

extension Inquiry {
  /// The links within the reach that were deleted lately, the newest deletion first.
  ///
  /// - Parameters:
  ///   - filter: the links to list, as they were when they were deleted; its reach is replaced by that
  ///     of the caller.
  ///   - cursor: `next` of the previous page; nil for the first page.
  ///   - limit: the size of the page, from 1 to 1000.
  package func deletedLinks(
    _ filter: LinkFilter = LinkFilter(), from cursor: DeletedCursor? = nil, limit: Int
  ) throws(InquiryError) -> DeletedLinksAnswer {
    let start = now.secondsSinceEpoch.addingClamped(-DeletedQuery.days * 86_400)
    let query = DeletedQuery(
      try reached(filter), since: Timestamp(secondsSinceEpoch: start), from: cursor ?? .start,
      limit: limit)
    let page = try stored { store throws(LinkStoreError) in try store.deletedLinks(query) }
    return DeletedLinksAnswer(page: page, sites: sites)
  }
}

package struct DeletedLinksAnswer: QuestionAnswer {
  package let page: DeletedPage
  /// The sites that say which URLs visitors used.
  fileprivate let sites: ServiceSnapshot

  package var document: JSONOutput {
    ["links": .array(page.links.map(output)), "next": .optional(page.next?.description)]
  }

  private func output(_ deleted: DeletedLink) -> JSONOutput {
    let change = deleted.change
    return [
      "version": .int(deleted.version), "change": .int(change.number),
      "time": .string(change.time.description), "actor": change.actor.output,
      "link": deleted.link.output(shortURL: sites.shortURL(deleted.link.key)),
    ]
  }
}
