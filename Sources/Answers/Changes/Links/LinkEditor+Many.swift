import JSONSyntax
package import LinkStorage
package import Links

/// A change that can be made to many links at once.
package enum BulkChange: Equatable, Sendable {
  case tag(String)
  case untag(String)
  case archive
  case restore
  case delete
}

extension BulkChange {
  /// The patch for a link as it is; a deletion has none that changes anything.
  func patch(of link: ShortLink, at key: LinkKey) -> LinkPatch {
    switch self {
    case .archive, .restore: LinkPatch(isArchived: self == .archive, of: key)
    case .tag(let tag):
      LinkPatch(tags: link.tags.contains(tag) ? link.tags : link.tags + [tag], of: key)
    case .untag(let tag): LinkPatch(tags: link.tags.filter { $0 != tag }, of: key)
    case .delete: LinkPatch(tags: link.tags, of: key)
    }
  }
}

/// The outcome of changing many links.
package struct BulkEdit: Sendable {
  /// The number of the change, for `undo`; nil for none.
  package let change: Int?
  /// The outcomes in the order of the keys.
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
      let begun = keys[start..<min(start + Self.groupSize, keys.count)].map { key in
        begin(key, change, known[key], by: actor)
      }
      results += begun.map { finish($0, change, by: actor) }
    }
    return BulkEdit(change: actor.change, results: results)
  }

  /// One of many changes after its write has been handed to the store.
  private struct Begun {
    let key: LinkKey
    let state: State

    enum State {
      /// Decided without a write.
      case decided(Result<EditedLink, ChangeError>)
      case updating(AnswerSlot<Result<Update, LinkStoreError>>)
      case deleting(StoredLink, AnswerSlot<Result<Deletion, LinkStoreError>>)
    }
  }

  private func begin(
    _ key: LinkKey, _ change: BulkChange, _ known: StoredLink?, by actor: AuditActor
  ) -> Begun {
    do throws(ChangeError) {
      let there: StoredLink
      if let known {
        try requireWriting(key)
        there = known
      } else {
        there = try changeable(key, .none)
      }
      if change == .delete {
        let slot = AnswerSlot<Result<Deletion, LinkStoreError>>()
        store.delete(key, revision: nil, by: actor, now: now, completion: slot.fill)
        return Begun(key: key, state: .deleting(there, slot))
      }
      let link = try patched(there.link, change.patch(of: there.link, at: key))
      guard link != there.link else {
        return Begun(
          key: key, state: .decided(.success(EditedLink(stored: there, isChanged: false))))
      }
      let slot = AnswerSlot<Result<Update, LinkStoreError>>()
      store.update(link, revision: there.revision, by: actor, now: now, completion: slot.fill)
      return Begun(key: key, state: .updating(slot))
    } catch {
      return Begun(key: key, state: .decided(.failure(error)))
    }
  }

  private func finish(
    _ begun: Begun, _ change: BulkChange, by actor: AuditActor
  ) -> Result<EditedLink, ChangeError> {
    let key = begun.key
    return Result { () throws(ChangeError) in
      switch begun.state {
      case .decided(let result): return try result.get()
      case .deleting(let there, let slot):
        let answer = try read { _ throws(LinkStoreError) in try slot.wait().get() }
        note(key, answer == .deleted)
        switch answer {
        case .deleted: return EditedLink(stored: there, isChanged: true)
        case .missing: throw .refused(.linkNotFound(key))
        case .overtaken: return try self.change(key, change, by: actor)
        }
      case .updating(let slot):
        let answer = try read { _ throws(LinkStoreError) in try slot.wait().get() }
        note(key, false)
        switch answer {
        case .updated(let changed): return EditedLink(stored: changed, isChanged: true)
        case .missing: throw .refused(.linkNotFound(key))
        // Another caller was faster: the change is made to the link as it is now.
        case .overtaken: return try self.change(key, change, by: actor)
        }
      }
    }
  }
}
