package import JSONSyntax
package import LinkStorage
package import Links
package import WebSyntax

/// Asks who changed what, newest first.
package struct AuditQuestion: Equatable, Sendable {
  /// The host whose links' changes to list; a wildcard is the host of the links that a
  /// configuration has under it.
  package var host: HostPattern?
  /// The identifier or the name of a person or token, or `command-line` or `service`. The present name
  /// of a person, in capitals or not, also means the entries under earlier names.
  package var actor: String?
  /// The same for people alone.
  package var person: String?
  package var action: AuditAction?
  package var change: Int?
  /// The inclusive start of the period.
  package var since: PointInTime?
  /// The exclusive end of the period.
  package var until: PointInTime?
  /// `next` of the previous page; nil for the first page.
  package var before: Int?
  package var limit: Int

  package init(limit: Int = 100) {
    self.limit = limit
  }

  /// - Parameter reach: the hosts that the caller may see.
  package func answer(
    store: any AuditKeeping & PeopleKeeping, reach: HostReach, now: Timestamp
  ) throws(LinkStoreError) -> AuditAnswer {
    var query = AuditQuery()
    query.host = host?.description
    query.reach = reach
    query.actor = person ?? actor
    query.actorKind = person == nil ? nil : .person
    if let name = query.actor?.lowercased() {
      // Exactly this name before others that differ in their capitals.
      let named = try store.people().filter {
        reach.covers($0.reach) && $0.name.lowercased() == name
      }
      query.actorID = (named.first { $0.name == query.actor } ?? named.first)?.id
    }
    query.action = action
    query.change = change
    query.since = since?.before(now)
    query.until = until?.before(now)
    query.before = before
    query.limit = limit
    return AuditAnswer(page: try store.audit(query))
  }
}

package struct AuditAnswer: QuestionAnswer {
  package let page: AuditPage

  package var document: JSONOutput {
    ["entries": .array(page.entries.map(\.output)), "next": .optional(page.next.map(String.init))]
  }

  /// The newest entry of a change, with the number of the change's entries about single links.
  package typealias Folded = (entry: AuditEntry, links: Int)
}

extension Inquiry {
  private static let foldedAtOnce = 1000

  /// A page of the audit log in which a change of many links is one entry.
  ///
  /// - Returns: the entries, newest first, and `before` of the next page; nil on the last one.
  package func foldedAudit(
    _ question: AuditQuestion
  ) throws(InquiryError) -> (entries: [AuditAnswer.Folded], next: Int?) {
    var part = question
    part.limit = Self.foldedAtOnce
    var folded: [AuditAnswer.Folded] = []
    var indexes: [Int: Int] = [:]
    var last: Int?
    repeat {
      let page = try audit(part).page
      for numbered in page.entries {
        let links = numbered.entry.slug == nil ? 0 : 1
        if let index = numbered.entry.change.flatMap({ indexes[$0] }) {
          folded[index].links += links
        } else {
          guard folded.count < question.limit else { return (folded, last) }
          if let change = numbered.entry.change { indexes[change] = folded.count }
          folded.append((numbered.entry, links))
        }
        last = numbered.number
      }
      part.before = page.next
    } while part.before != nil
    return (folded, nil)
  }
}

extension AuditPage.Numbered {
  fileprivate var output: JSONOutput {
    [
      "number": .int(number), "time": .string(entry.time.description), "actor": entry.actor.output,
      "action": .string(entry.action.rawValue), "host": .optional(entry.host),
      "slug": .optional(entry.slug), "revision": .optional(entry.revision),
      "token": .optional(entry.token), "person": .optional(entry.person),
      "fields": .strings(entry.fields), "created": .optional(entry.created),
      "updated": .optional(entry.updated), "change": .optional(entry.change),
    ]
  }
}

extension AuditActor {
  /// The actor as entries and versions show it.
  var output: JSONOutput {
    ["kind": .string(kind.rawValue), "id": .optional(id), "name": .optional(name)]
  }
}
