package import JSONSyntax
package import LinkStorage
package import Links
import WebSyntax

/// A change that can be made to many links at once.
package enum BulkChange: Equatable, Sendable {
  case tag(String)
  case untag(String)
  case archive
  case restore
  case delete
  case edit(LinkEdits)
}

/// New values of some fields, the same for many links.
package struct LinkEdits: Equatable, Sendable {
  /// The host, with a port if there is one, that destinations get; nil to leave them.
  package var host: String?
  /// The only host that is replaced; nil for every one.
  package var formerHost: String?
  package var tags: [String] = []
  package var fields: [JSONOutput.Member] = []

  package init() {}

  fileprivate func patch(of link: ShortLink, at key: LinkKey) -> LinkPatch {
    var members = fields
    if let url = moved(link.url) { members.append(.init("url", .string(url))) }
    let all = tags.reduce(into: link.tags) { if !$0.hasTag($1) { $0.append($1) } }
    if all != link.tags { members.append(.init("tags", .strings(all))) }
    return LinkPatch(JSONNode(.object(members)), of: key)
  }

  /// The destination on the new host; nil for one that stays.
  private func moved(_ url: String) -> String? {
    guard let host, let parsed = WebURL(url), let start = url.firstRange(of: "://")?.upperBound,
      formerHost.map({ HostName.compared($0) == parsed.comparedHost }) ?? true
    else { return nil }
    let rest = url[start...].drop { !"/?#".contains($0) }
    return String(url[..<start]) + host + String(rest)
  }
}

extension BulkChange {
  /// The patch for a link as it is; nil for a deletion.
  func patch(of link: ShortLink, at key: LinkKey) -> LinkPatch? {
    switch self {
    case .archive, .restore:
      LinkPatch(JSONNode(["archived": .bool(self == .archive)]), of: key)
    case .tag(let tag):
      LinkPatch(tags: link.tags.hasTag(tag) ? link.tags : link.tags + [tag], of: key)
    case .untag(let tag): LinkPatch(tags: link.tags.filter { ![$0].hasTag(tag) }, of: key)
    case .delete: nil
    case .edit(let edits): edits.patch(of: link, at: key)
    }
  }
}

extension [String] {
  /// Whether a tag is among these; earlier releases kept blanks around them.
  fileprivate func hasTag(_ tag: String) -> Bool {
    contains { TagName.folded($0.trimmed) == TagName.folded(tag.trimmed) }
  }
}

package struct BulkEdit: Sendable {
  package let change: Int?
  package let results: [Result<EditedLink, ChangeError>]
}

extension LinkEditor {
  /// The number of links whose writes wait together, and so share transactions or the connections to a
  /// database.
  private static let groupSize = 250

  /// Changes many links as one change; the failure of one does not affect the others.
  ///
  /// - Parameter known: links as they were read just now, which need no second look; one that somebody
  ///   has changed since is read again.
  package func change(
    _ keys: [LinkKey], _ change: BulkChange, known: [LinkKey: StoredLink] = [:]
  ) throws(ChangeError) -> BulkEdit {
    let actor = try actorOfMany()
    var results: [Result<EditedLink, ChangeError>] = []
    for start in stride(from: 0, to: keys.count, by: Self.groupSize) {
      let group = keys[start..<min(start + Self.groupSize, keys.count)]
      results += self.change(group, change, known, by: actor)
    }
    return BulkEdit(change: actor.change, results: results)
  }

  /// A link before a change and after it; nil for one that is deleted.
  package typealias PreviewedEdit = (before: ShortLink, after: ShortLink?)

  /// What the change of many links would do, without writing anything.
  package func preview(
    _ keys: [LinkKey], _ change: BulkChange, known: [LinkKey: StoredLink] = [:]
  ) -> [Result<PreviewedEdit, ChangeError>] {
    plans(keys, change, known).map { plan in plan.map { (before: $0.there.link, after: $0.link) } }
  }

  /// Decides the change of each link, given those of the links before it.
  private func plans(
    _ keys: some Sequence<LinkKey>, _ change: BulkChange, _ known: [LinkKey: StoredLink]
  ) -> [Result<PlannedLink, ChangeError>] {
    var others: [LinkKey: ShortLink?] = [:]
    return keys.map { key in
      Result { () throws(ChangeError) in
        let plan = try plan(key, change, known[key], among: others)
        others[plan.key] = .some(plan.link)
        return plan
      }
    }
  }

  private func change(
    _ group: ArraySlice<LinkKey>, _ change: BulkChange, _ known: [LinkKey: StoredLink],
    by actor: AuditActor
  ) -> [Result<EditedLink, ChangeError>] {
    // Nothing of the group is written before all of it is decided.
    let plans = plans(group, change, known)
    let writes = plans.compactMap { try? $0.get() }.filter(\.isWrite)
    var answers = waitForAnswers(to: writes) { write($0, by: actor, completion: $1) }.makeIterator()
    return plans.map { plan in
      Result { () throws(ChangeError) in
        let plan = try plan.get()
        guard plan.isWrite, let answer = answers.next() else {
          return EditedLink(stored: plan.there, isChanged: false)
        }
        note(plan.key)
        let written = try read(answer.get())
        // When another caller was faster, the change is made to the link as it is now.
        if let done = try done(plan, written) { return done }
        return try self.change(plan.key, change, by: actor)
      }
    }
  }

  private func plan(
    _ key: LinkKey, _ change: BulkChange, _ known: StoredLink?, among others: [LinkKey: ShortLink?]
  ) throws(ChangeError) -> PlannedLink {
    let there: StoredLink
    if let known {
      try requireWriting(key)
      there = known
    } else {
      there = try changeable(key, .none)
    }
    return try planned(there, change.patch(of: there.link, at: key), among: others)
  }

  /// What the caller hears of a write; nil when somebody else has changed the link since.
  func done(
    _ plan: PlannedLink, _ answer: LinkWrite
  ) throws(ChangeError) -> EditedLink? {
    switch answer {
    case .done(let stored): return EditedLink(stored: stored, isChanged: true)
    case .missing: throw .refused(.linkNotFound(plan.key))
    case .overtaken: return nil
    }
  }

  func write(
    _ plan: PlannedLink, by actor: AuditActor, completion: @escaping StoreCompletion<LinkWrite>
  ) {
    let revision = plan.isAnyState ? nil : plan.there.revision
    if let link = plan.link {
      store.update(link, revision: revision, by: actor, now: now, completion: completion)
    } else {
      store.delete(plan.key, revision: revision, by: actor, now: now, completion: completion)
    }
  }
}

struct PlannedLink {
  let there: StoredLink
  /// The link after the change; nil if it is to be deleted.
  var link: ShortLink?
  var isAnyState = false

  var key: LinkKey { there.link.key }
  var isWrite: Bool { link != there.link }
}
