package import LinkStorage
package import Links

/// The reserved clicks of limited links, inside a transaction.
extension SQLConnection {
  /// Begins the limits of links that are made again, whatever is still counted for the earlier ones.
  package func beginLimits(of links: [ShortLink]) throws(Failure) {
    // In one order everywhere, so that transactions cannot deadlock.
    let lives = links.filter { $0.maxClicks != nil }.map { LinkLife($0) }
      .sorted { $0.key.isBefore($1.key) }
    guard !lives.isEmpty else { return }
    try send(
      "INSERT INTO keiro.limits (host, slug, created_at, reserved) "
        + "SELECT n.host, n.slug, n.created_at, 0 FROM #rows WHERE EXISTS "
        + "(SELECT 1 FROM keiro.link_versions AS v WHERE v.host = n.host AND v.slug = n.slug) "
        + "ON CONFLICT DO NOTHING", over: SQLRows(lives), [])
  }

  /// Adds the clicks that links have had without a limit, when they get one again.
  package func resumeLimits(of links: [(new: ShortLink, old: ShortLink)]) throws(Failure) {
    let lives = links.filter { $0.old.maxClicks == nil && $0.new.maxClicks != nil }
      .map { LinkLife($0.new) }
    guard !lives.isEmpty else { return }
    var clicks: [Int] = []
    for life in lives { clicks.append(try self.clicks(of: life.key)) }
    try send(
      "UPDATE keiro.limits AS l SET reserved = n.clicks FROM #rows WHERE l.reserved < n.clicks "
        + "AND l.host = n.host AND l.slug = n.slug AND l.created_at = n.created_at",
      over: SQLRows(lives, ["clicks": .ints(clicks)]), [])
  }

  /// Returns clicks to the life of a link, or to its history once it is deleted; without effect once
  /// another link is there.
  package func giveBack(
    _ count: Int, _ life: LinkLife, by link: Int
  ) throws(Failure) {
    let isReturned = try run(
      "UPDATE keiro.limits AS l SET reserved = CASE WHEN l.reserved > n.count "
        + "THEN l.reserved - n.count ELSE 0 END FROM #rows "
        + "WHERE l.host = n.host AND l.slug = n.slug AND l.created_at = n.created_at AND coalesce("
        + "(SELECT id FROM keiro.links AS k WHERE k.host = n.host AND k.slug = n.slug), 0) = n.link",
      over: SQLRows([life], ["count": .ints([count]), "link": .ints([link])]), [])
    guard isReturned == 0, link != 0 else { return }
    try giveBack(count, toHistoryOf: link, at: life.key)
  }

  /// Restores the clicks that a deleted link had used, for the same life.
  func restoreLimit(_ reserved: Int, of link: ShortLink) throws(Failure) {
    try send(
      "INSERT INTO keiro.limits (host, slug, created_at, reserved) "
        + "SELECT n.host, n.slug, n.created_at, n.reserved FROM #rows WHERE true "
        + "ON CONFLICT (host, slug, created_at) DO UPDATE SET reserved = excluded.reserved",
      over: SQLRows([LinkLife(link)], ["reserved": .ints([reserved])]), [])
  }
}

extension SQLRows {
  /// Lives of links as rows with `host`, `slug` and `created_at`, and further columns.
  package init(_ lives: [LinkLife], _ more: KeyValuePairs<String, SQLValue> = [:]) {
    self.init(
      [
        ("host", .texts(lives.map(\.key.host))), ("slug", .texts(lives.map(\.key.slug))),
        ("created_at", .ints(lives.map(\.number))),
      ] + more.map { ($0.key, $0.value) })
  }
}
