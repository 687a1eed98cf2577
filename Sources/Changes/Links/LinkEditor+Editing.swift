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

extension LinkEditor {
  /// - Parameter key: of a link of the store, with its host in lower case.
  package func edit(
    _ key: LinkKey, _ patch: LinkPatch, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try one(edit([key], if: precondition) { _ in patch })
  }

  /// Deletes a link with its clicks.
  @discardableResult
  package func delete(
    _ key: LinkKey, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try one(delete([key], if: precondition))
  }

  /// Changes many links; what keeps one from being changed keeps no other.
  ///
  /// - Returns: the links in the order of their keys, deleted ones as they were.
  package func change(
    _ keys: [LinkKey], _ change: BulkChange
  ) -> [Result<StoredLink, ChangeError>] {
    switch change {
    case .delete: delete(keys, if: .none)
    case .archive, .restore:
      edit(keys, if: .none) { LinkPatch(isArchived: change == .archive, of: $0.key) }
    case .tag(let tag):
      edit(keys, if: .none) { LinkPatch(tags: $0.tags.filter { $0 != tag } + [tag], of: $0.key) }
    case .untag(let tag):
      edit(keys, if: .none) { LinkPatch(tags: $0.tags.filter { $0 != tag }, of: $0.key) }
    }
  }

  // MARK: - Parts

  private func one(
    _ results: [Result<StoredLink, ChangeError>]
  ) throws(ChangeError) -> StoredLink {
    guard let result = results.first else { throw .failed(.closed) }
    return try result.get()
  }

  /// - Parameter patch: for a link as it is.
  private func edit(
    _ keys: [LinkKey], if precondition: LinkPrecondition, _ patch: (ShortLink) -> LinkPatch
  ) -> [Result<StoredLink, ChangeError>] {
    inRounds(
      keys,
      decide: { key, _ throws(ChangeError) in
        let stored = try changeable(key, precondition)
        let link = try patched(stored.link, patch(stored.link))
        return link == stored.link ? .done(stored) : .write((link, stored.revision))
      },
      write: { write, completion in
        store.update(write.0, revision: write.1, now: now, completion: completion)
        return write.0.key
      },
      conclude: { key, _, answer throws(ChangeError) -> StoredLink? in
        switch answer as Update {
        case .updated(let stored): return stored
        case .missing: throw .refused(.linkNotFound(key))
        case .overtaken: return nil
        }
      },
      surrender: ChangeRefusal.linkBusy)
  }

  private func delete(
    _ keys: [LinkKey], if precondition: LinkPrecondition
  ) -> [Result<StoredLink, ChangeError>] {
    inRounds(
      keys,
      decide: { key, _ throws(ChangeError) in .write(try changeable(key, precondition)) },
      write: { stored, completion in
        // Without a condition any state of the link is meant.
        store.delete(
          stored.link.key, revision: precondition == .none ? nil : stored.revision, now: now,
          completion: completion)
        return stored.link.key
      },
      conclude: { key, stored, answer throws(ChangeError) in
        switch answer as Deletion {
        case .deleted:
          noteDeletion(of: key)
          return stored
        case .missing: throw .refused(.linkNotFound(key))
        case .overtaken: return nil
        }
      },
      surrender: ChangeRefusal.linkBusy)
  }

  /// A link of the store that the caller may change now.
  private func changeable(
    _ key: LinkKey, _ precondition: LinkPrecondition
  ) throws(ChangeError) -> StoredLink {
    try authority.require(.writeLinks)
    guard authority.covers(key.host) else { throw .refused(.hostNotReached(key.host)) }
    guard sites.configuredLink(key) == nil else { throw .refused(.linkOfConfiguration(key)) }
    let stored = try existing(key)
    try decided { () throws(ChangeRefusal) in try precondition.check(stored) }
    return stored
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
