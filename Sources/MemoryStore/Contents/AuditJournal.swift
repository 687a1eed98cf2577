import Links
import LinkStorage

/// The audit log, oldest first.
struct AuditJournal {
  private var entries: [AuditPage.Numbered] = []
  private var last = 0

  mutating func append(_ new: [AuditEntry]) {
    for entry in new {
      last += 1
      entries.append(AuditPage.Numbered(number: last, entry: entry))
    }
    if entries.count > AuditBounds.entries * 2 {
      entries.removeFirst(entries.count - AuditBounds.entries)
    }
  }

  func page(_ query: AuditQuery) -> AuditPage {
    let limit = min(max(query.limit, 1), 1000)
    let found = entries.reversed().lazy.filter { numbered in
      query.before.map { numbered.number < $0 } ?? true && query.takes(numbered.entry)
    }.prefix(limit + 1)
    return AuditPage(found: Array(found), limit: limit)
  }

  mutating func forget(before time: Timestamp) -> Int {
    let old = entries.prefix { $0.entry.time < time }.count
    entries.removeFirst(old)
    return old
  }
}
