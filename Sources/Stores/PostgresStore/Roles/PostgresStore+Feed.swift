package import LinkStorage

extension PostgresStore {
  package func changes(since cursor: FeedCursor?) throws(LinkStoreError) -> FeedChanges {
    do throws(PostgresFailure) {
      let found = try feed.entries(since: cursor)
      var changes = FeedChanges(links: .everything, tokensChanged: true, cursor: found.cursor)
      guard let entries = found.entries else { return changes }
      let foreign = entries.filter { $0.origin != origin }
      changes.tokensChanged = foreign.contains { $0.kind == .tokens || $0.kind == nil }
      // A kind that only a newer keiro knows may mean anything.
      guard !foreign.contains(where: { $0.kind == .links || $0.kind == nil }) else {
        return changes
      }
      changes.links = .keys(foreign.compactMap { $0.kind == .link ? $0.key : nil })
      return changes
    } catch {
      throw error.reported
    }
  }
}
