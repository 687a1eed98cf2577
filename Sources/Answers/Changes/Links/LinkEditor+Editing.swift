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
  /// - Parameter key: the key of a stored link, with its host in lower case.
  package func edit(
    _ key: LinkKey, _ patch: LinkPatch, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try edit(key, if: precondition) { _ in patch }.stored
  }

  @discardableResult
  package func delete(
    _ key: LinkKey, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try change(key, if: precondition) { _ in nil }.stored
  }

  /// - Parameter actor: the author, within a change of many links; nil for the caller alone.
  @discardableResult
  package func change(
    _ key: LinkKey, _ change: BulkChange, by actor: AuditActor? = nil
  ) throws(ChangeError) -> EditedLink {
    try self.change(key, by: actor) { change.patch(of: $0, at: key) }
  }

  /// - Parameter patch: returns the patch for the current link; called again when another caller was
  ///   faster.
  package func edit(
    _ key: LinkKey, if precondition: LinkPrecondition = .none,
    _ patch: (ShortLink) -> LinkPatch
  ) throws(ChangeError) -> EditedLink {
    try change(key, if: precondition) { patch($0) }
  }

  // MARK: - Parts

  /// - Parameter patch: returns the patch for the current link; nil to delete it.
  private func change(
    _ key: LinkKey, if precondition: LinkPrecondition = .none, by actor: AuditActor? = nil,
    _ patch: (ShortLink) -> LinkPatch?
  ) throws(ChangeError) -> EditedLink {
    for _ in 0..<Self.attempts {
      let there = try changeable(key, precondition)
      let plan = try planned(there, patch(there.link), if: precondition)
      guard plan.isWrite else { return EditedLink(stored: there, isChanged: false) }
      let answer = try written { write(plan, by: actor ?? authority.actor, completion: $1) }
      note(plan.key)
      // When another caller was faster, the patch is for the new revision.
      if let done = try done(plan, answer) { return done }
    }
    throw .refused(.linkBusy(key))
  }

  /// - Parameter others: links that are about to be written, and nil for those about to be deleted.
  func planned(
    _ there: StoredLink, _ patch: LinkPatch?, if precondition: LinkPrecondition = .none,
    among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> PlannedLink {
    // Without a precondition, any state of the link may be deleted.
    guard let patch else {
      return PlannedLink(there: there, link: nil, isAnyState: precondition == .none)
    }
    return PlannedLink(there: there, link: try patched(there.link, patch, among: others))
  }

  /// A stored link that the caller may change now.
  func changeable(
    _ key: LinkKey, _ precondition: LinkPrecondition
  ) throws(ChangeError) -> StoredLink {
    try requireWriting(key)
    guard let there = try current(key) else { throw .refused(.linkNotFound(key)) }
    try decided(precondition.check(there))
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
  private func patched(
    _ link: ShortLink, _ patch: LinkPatch, among others: [LinkKey: ShortLink?]
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

  /// The faults of a link under the rules of its site that an earlier state did not have, at most one a
  /// field.
  ///
  /// - Parameter others: links that are about to be written, and nil for those about to be deleted.
  func newFaults(
    of link: ShortLink, since before: ShortLink?, among others: [LinkKey: ShortLink?] = [:]
  ) throws(ChangeError) -> [FieldFault] {
    let found = try faultsOfSite(link, among: others)
    guard !found.isEmpty else { return [] }
    let earlier = try before.map { before throws(ChangeError) in
      try faultsOfSite(before, among: others)
    }
    var fields: Set<String> = []
    return found.filter { fault in
      earlier?.contains(fault) != true && fields.insert(fault.field).inserted
    }
  }

  private func faultsOfSite(
    _ link: ShortLink, among others: [LinkKey: ShortLink?]
  ) throws(ChangeError) -> [FieldFault] {
    let faults = sites.siteTable.site(of: link.host)?.faults(of: link) ?? []
    return (faults + (try circles(of: link, among: others) ?? [])).map(FieldFault.init)
  }
}
