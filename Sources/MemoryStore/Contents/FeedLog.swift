import Links
import LinkStorage

/// The recent changes, numbered without gaps.
struct FeedLog {
  private struct Entry {
    let origin: Int
    let kind: Kind
    let time: Timestamp
  }

  private enum Kind {
    case link(LinkKey)
    case everything
    case tokens
  }

  private var entries: [Entry] = []
  /// The number of the newest entry.
  private var last = 0

  mutating func note(_ events: [LinkEvent], by origin: Int) {
    guard let time = events.first?.time else { return }
    guard events.count <= FeedBounds.keysPerWrite else {
      return append(Entry(origin: origin, kind: .everything, time: time))
    }
    for event in events {
      append(Entry(origin: origin, kind: .link(event.key), time: event.time))
    }
  }

  mutating func noteTokens(at time: Timestamp, by origin: Int) {
    append(Entry(origin: origin, kind: .tokens, time: time))
  }

  private mutating func append(_ entry: Entry) {
    entries.append(entry)
    last += 1
    if entries.count > FeedBounds.entries * 2 {
      entries.removeFirst(entries.count - FeedBounds.entries)
    }
  }

  mutating func forget(before time: Timestamp) -> Int {
    let old = entries.prefix { $0.time < time }.count
    entries.removeFirst(old)
    return old
  }

  func changes(since cursor: FeedCursor?, seenBy origin: Int) -> FeedChanges {
    var changes = FeedChanges(
      links: .everything, tokensChanged: true, cursor: FeedCursor(String(last)))
    guard let cursor, let seen = Int(cursor.text), (last - entries.count...last).contains(seen)
    else { return changes }
    changes.tokensChanged = false
    var keys: [LinkKey] = []
    var isEverything = false
    for entry in entries.suffix(last - seen) where entry.origin != origin {
      switch entry.kind {
      case .link(let key): keys.append(key)
      case .everything: isEverything = true
      case .tokens: changes.tokensChanged = true
      }
    }
    changes.links = isEverything ? .everything : .keys(keys)
    return changes
  }
}
