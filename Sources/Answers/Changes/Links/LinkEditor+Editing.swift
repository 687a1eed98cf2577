import JSONSyntax
package import LinkStorage
package import Links
import SiteModel

package struct EditedLink: Equatable, Sendable {
  /// The link; a deleted one as it was before.
  package let stored: StoredLink
  package let isChanged: Bool
}

extension LinkEditor {
  /// Edits a link.
  ///
  /// - Parameter key: the key of a stored link, with its host in lower case.
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
    try delete(key, if: precondition, by: authority.actor)
  }

  private func delete(
    _ key: LinkKey, if precondition: LinkPrecondition, by actor: AuditActor
  ) throws(ChangeError) -> StoredLink {
    for _ in 0..<Self.attempts {
      let there = try changeable(key, precondition)
      // Without a precondition, any state of the link is meant.
      let revision = precondition == .none ? nil : there.revision
      let answer = try written {
        $0.delete(there.link.key, revision: revision, by: actor, now: now, completion: $1)
      }
      note(there.link.key, answer == .deleted)
      switch answer {
      case .deleted: return there
      case .missing: throw .refused(.linkNotFound(key))
      case .overtaken: continue
      }
    }
    throw .refused(.linkBusy(key))
  }

  @discardableResult
  package func change(_ key: LinkKey, _ change: BulkChange) throws(ChangeError) -> EditedLink {
    try self.change(key, change, by: authority.actor)
  }

  func change(
    _ key: LinkKey, _ change: BulkChange, by actor: AuditActor
  ) throws(ChangeError) -> EditedLink {
    guard change != .delete else {
      return EditedLink(stored: try delete(key, if: .none, by: actor), isChanged: true)
    }
    return try edit(key, if: .none, by: actor) { change.patch(of: $0, at: key) }
  }

  // MARK: - Parts

  /// Edits a link with a patch that depends on its current state.
  ///
  /// - Parameter patch: returns the patch for the current link; called again when another caller was
  ///   faster.
  package func edit(
    _ key: LinkKey, if precondition: LinkPrecondition = .none,
    _ patch: (ShortLink) -> LinkPatch
  ) throws(ChangeError) -> EditedLink {
    try edit(key, if: precondition, by: authority.actor, patch)
  }

  private func edit(
    _ key: LinkKey, if precondition: LinkPrecondition, by actor: AuditActor,
    _ patch: (ShortLink) -> LinkPatch
  ) throws(ChangeError) -> EditedLink {
    for _ in 0..<Self.attempts {
      let there = try changeable(key, precondition)
      let link = try patched(there.link, patch(there.link))
      guard link != there.link else { return EditedLink(stored: there, isChanged: false) }
      let answer = try written {
        $0.update(link, revision: there.revision, by: actor, now: now, completion: $1)
      }
      note(key, false)
      switch answer {
      case .updated(let changed): return EditedLink(stored: changed, isChanged: true)
      case .missing: throw .refused(.linkNotFound(key))
      // Another caller was faster: apply the patch to the new revision.
      case .overtaken: continue
      }
    }
    throw .refused(.linkBusy(key))
  }

  /// A stored link that the caller may change now.
  func changeable(
    _ key: LinkKey, _ precondition: LinkPrecondition
  ) throws(ChangeError) -> StoredLink {
    try requireWriting(key)
    guard let there = try current(key) else { throw .refused(.linkNotFound(key)) }
    try decided { () throws(ChangeRefusal) in try precondition.check(there) }
    return there
  }

  /// Checks that the caller may change the stored link with a key.
  func requireWriting(_ key: LinkKey) throws(ChangeError) {
    try authority.require(.writeLinks)
    guard authority.covers(key.host) else { throw .refused(.hostNotReached(key.host)) }
    guard sites.configuredLink(key) == nil else { throw .refused(.linkOfConfiguration(key)) }
  }

  /// The patched link, if its site allows the patched fields: an existing fault elsewhere must not
  /// block another change, such as a new end date.
  ///
  /// - Parameter others: links that are about to be written, and nil for those about to be deleted.
  func patched(
    _ link: ShortLink, _ patch: LinkPatch, among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> ShortLink {
    guard patch.faults.isEmpty else {
      throw .refused(.invalid(patch.faults, count: patch.faultCount))
    }
    let patched = patch.applied(to: link)
    let faults =
      patch.faults(against: link) + (try newFaults(of: patched, since: link, among: others))
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    return patched
  }

  /// The faults of a link under the rules of its site that an earlier state did not have.
  ///
  /// - Parameter others: links that are about to be written, and nil for those about to be deleted.
  func newFaults(
    of link: ShortLink, since before: ShortLink?, among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> [FieldFault] {
    let found = try faultsOfSite(link, among: others)
    guard !found.isEmpty, let before else { return found }
    let earlier = try faultsOfSite(before, among: others)
    return found.filter { !earlier.contains($0) }
  }

  private func faultsOfSite(
    _ link: ShortLink, among others: [LinkKey: ShortLink?]
  ) throws(ChangeError) -> [FieldFault] {
    let faults = sites.siteTable.site(of: link.host)?.faults(of: link) ?? []
    return (faults + (try circles(of: link, among: others) ?? [])).map(FieldFault.init)
  }
}
