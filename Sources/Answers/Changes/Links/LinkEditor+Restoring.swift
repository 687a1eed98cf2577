import JSONSyntax
package import LinkStorage
package import Links
import SiteModel

extension LinkEditor {
  /// Returns a link to an earlier version, of which only the clicks stay as they are; a deleted one
  /// gets its clicks back. Like any other change, it is refused if the link's site no longer allows the result.
  ///
  /// - Parameters:
  ///   - key: the key of a stored or deleted link.
  ///   - number: the number of the version; nil for the latest before the current state.
  ///   - precondition: the states in which the link may be changed.
  package func restore(
    _ key: LinkKey, version number: Int?, if precondition: LinkPrecondition = .none
  ) throws(ChangeError) -> StoredLink {
    try requireWriting(key)
    for _ in 0..<Self.attempts {
      let there = try current(key)
      if let there {
        try decided { () throws(ChangeRefusal) in try precondition.check(there) }
      } else if precondition != .none {
        throw .refused(.linkNotFound(key))
      }
      let storedKey = there?.link.key ?? sites.canonical(key)
      let versions = try read { store throws(LinkStoreError) in try store.versions(of: storedKey) }
      guard !versions.isEmpty else { throw .refused(.linkNotFound(key)) }
      guard
        let wanted = versions.restorable(number)?.link?
          .keepingClicks(of: there?.link ?? versions.lazy.compactMap(\.link).first)
      else {
        throw .refused(.versionNotFound(key, number))
      }
      if let there, wanted.isLike(there.link) { return there }
      guard let restored = try write(wanted, over: there, versions) else { continue }
      return restored
    }
    throw .refused(.linkBusy(key))
  }

  /// Writes the link; nil when others have changed it since it was read.
  private func write(
    _ wanted: ShortLink, over there: StoredLink?, _ versions: [LinkVersion]
  ) throws(ChangeError) -> StoredLink? {
    let faults = try newFaults(of: wanted, since: there?.link)
    guard faults.isEmpty else { throw .refused(.invalid(faults)) }
    guard let there else { return try remake(wanted, versions) }
    let answer = try written {
      $0.update(wanted, revision: there.revision, by: authority.actor, now: now, completion: $1)
    }
    note(wanted.key, false)
    if case .updated(let stored) = answer { return stored }
    return nil
  }

  private func remake(
    _ wanted: ShortLink, _ versions: [LinkVersion]
  ) throws(ChangeError) -> StoredLink? {
    if let taken = try taken(wanted.key) { throw .refused(.slugTaken(taken)) }
    var state = wanted
    state.isEdited = true
    let reversal = LinkReversal(
      key: wanted.key, expected: nil, state: state,
      reservedClicks: versions.first?.reservedClicks ?? 0)
    let done = try written {
      $0.revert([reversal], homes: homes, by: authority.actor, now: now, completion: $1)
    }
    note(wanted.key, false)
    return done == [true] ? try current(wanted.key) : nil
  }
}

extension [LinkVersion] {
  /// The version to return to; nil when it does not exist or is a deletion.
  fileprivate func restorable(_ number: Int?) -> LinkVersion? {
    if let number { return first { $0.number == number && $0.link != nil } }
    return dropFirst().first { $0.link != nil }
  }
}
