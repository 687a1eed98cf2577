import LinkStorage
import Links

/// The links that a copy has recently applied, numbered for the caches in front of it.
struct AppliedKeys {
  private var keys: [LinkKey] = []
  /// The number of the first key.
  private var first = 0

  private var end: Int { first + keys.count }

  mutating func add(_ new: [LinkKey]) {
    guard new.count <= FeedBounds.entries else { return addEverything() }
    keys += new
    guard keys.count > FeedBounds.entries * 2 else { return }
    first += keys.count - FeedBounds.entries
    keys = Array(keys.suffix(FeedBounds.entries))
  }

  /// Notes that any link may have changed: no earlier cursor can be followed.
  mutating func addEverything() {
    first = end + 1
    keys = []
  }

  func changes(since cursor: FeedCursor?) -> FeedChanges {
    let now = FeedCursor(String(end))
    guard let seen = cursor.flatMap({ Int($0.text) }), (first...end).contains(seen) else {
      return FeedChanges(links: .everything, tokensChanged: true, cursor: now)
    }
    return FeedChanges(
      links: .keys(Array(keys.dropFirst(seen - first))), tokensChanged: false, cursor: now)
  }
}
