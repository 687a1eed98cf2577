import JSONSyntax
package import LinkStorage
package import Links
import SiteModel

/// What can be done with many links at once.
package enum BulkChange: Equatable, Sendable {
  case tag(String)
  case untag(String)
  case archive
  case restore
  case delete
}

/// A link after a change.
package struct EditedLink: Equatable, Sendable {
  /// A deleted link as it was.
  package let stored: StoredLink
  /// False for a link that was so before.
  package let isChanged: Bool
}

extension LinkEditor {
  /// - Parameter key: of a link of the store, with its host in lower case.
  package func edit(
    _ key: LinkKey, _ patch: LinkPatch, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try edit(key, if: precondition) { _ in patch }.stored
  }

  /// Deletes a link with its clicks.
  ///
  /// - Returns: the link as it was.
  @discardableResult
  package func delete(
    _ key: LinkKey, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    for _ in 0..<Self.attempts {
      let there = try changeable(key, precondition)
      // Without a condition any state of the link is meant.
      let revision = precondition == .none ? nil : there.revision
      let answer = try stored { () throws(LinkStoreError) in
        try waitForAnswer {
          store.delete(
            key, revision: revision, by: authority.actor, now: now, completion: $0)
        }
      }
      note(key, answer == .deleted)
      switch answer {
      case .deleted: return there
      case .missing: throw .refused(.linkNotFound(key))
      case .overtaken: continue
      }
    }
    throw .refused(.linkBusy(key))
  }

  /// Changes many links; what keeps one from being changed keeps no other.
  ///
  /// - Returns: the links in the order of their keys.
  package func change(
    _ keys: [LinkKey], _ change: BulkChange
  ) -> [Result<EditedLink, ChangeError>] {
    keys.map { key in Result { () throws(ChangeError) in try self.change(key, change) } }
  }

  private func change(_ key: LinkKey, _ change: BulkChange) throws(ChangeError) -> EditedLink {
    switch change {
    case .delete: EditedLink(stored: try delete(key), isChanged: true)
    case .archive, .restore:
      try edit(key, if: .none) { _ in LinkPatch(isArchived: change == .archive, of: key) }
    case .tag(let tag):
      try edit(key, if: .none) { link in
        LinkPatch(tags: link.tags.contains(tag) ? link.tags : link.tags + [tag], of: key)
      }
    case .untag(let tag):
      try edit(key, if: .none) { LinkPatch(tags: $0.tags.filter { $0 != tag }, of: key) }
    }
  }

  // MARK: - Parts

  /// - Parameter patch: for a link as it is.
  package func edit(
    _ key: LinkKey, if precondition: LinkPrecondition = .none,
    _ patch: (ShortLink) -> LinkPatch
  ) throws(ChangeError) -> EditedLink {
    for _ in 0..<Self.attempts {
      let there = try changeable(key, precondition)
      let link = try patched(there.link, patch(there.link))
      guard link != there.link else { return EditedLink(stored: there, isChanged: false) }
      let answer = try stored { () throws(LinkStoreError) in
        try waitForAnswer {
          store.update(
            link, revision: there.revision, by: authority.actor, now: now, completion: $0)
        }
      }
      note(key, false)
      switch answer {
      case .updated(let changed): return EditedLink(stored: changed, isChanged: true)
      case .missing: throw .refused(.linkNotFound(key))
      // Another caller was faster: the patch is applied to the new revision.
      case .overtaken: continue
      }
    }
    throw .refused(.linkBusy(key))
  }

  /// A link of the store that the caller may change now.
  private func changeable(
    _ key: LinkKey, _ precondition: LinkPrecondition
  ) throws(ChangeError) -> StoredLink {
    try authority.require(.writeLinks)
    guard authority.covers(key.host) else { throw .refused(.hostNotReached(key.host)) }
    guard sites.configuredLink(key) == nil else { throw .refused(.linkOfConfiguration(key)) }
    guard let there = try current(key) else { throw .refused(.linkNotFound(key)) }
    try decided { () throws(ChangeRefusal) in try precondition.check(there) }
    return there
  }

  /// The link with a patch applied, if its site admits what the patch touches: a fault that was
  /// there before stops no other change, such as a new end date.
  private func patched(_ link: ShortLink, _ patch: LinkPatch) throws(ChangeError) -> ShortLink {
    guard patch.faults.isEmpty else {
      throw .refused(.invalid(patch.faults, count: patch.faultCount))
    }
    var faults = patch.faults(against: link)
    let patched = patch.applied(to: link)
    let found = try faultsOfSite(patched)
    if !found.isEmpty {
      let before = try faultsOfSite(link)
      faults += found.filter { !before.contains($0) }
    }
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    return patched
  }

  private func faultsOfSite(_ link: ShortLink) throws(ChangeError) -> [FieldFault] {
    let faults = sites.siteTable.site(of: link.host)?.faults(of: link) ?? []
    return (faults + (try circles(of: link))).map(FieldFault.init)
  }
}
