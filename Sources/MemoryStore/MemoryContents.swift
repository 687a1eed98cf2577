import Links
import LinkStorage

/// What a memory store holds; a value, so that a dry run is a copy.
struct MemoryContents {
  private(set) var links: [LinkKey: StoredLink] = [:]
  /// Clicks of people.
  private(set) var totals: [LinkKey: Int] = [:]
  private(set) var clicks: [ClickKey: Int] = [:]
  private(set) var launches: [LaunchKey: Int] = [:]
  private(set) var tokens: [APIToken] = []
  private(set) var changes = 1
  private var remembered: [String: Remembered] = [:]
  private var launchIDs: [String: Timestamp] = [:]
  private var lastID = 0

  struct ClickKey: Hashable {
    let link: LinkKey
    let hour: Int
    let platform: String
    let referrerHost: String
    let outcome: String
    let isBot: Bool
  }

  struct LaunchKey: Hashable {
    let app: String
    let event: String
    let appVersion: String
    let systemVersion: String
    let day: Int
  }

  private struct Remembered {
    let digest: [UInt8]
    let link: LinkKey
    let time: Timestamp
  }

  mutating func perform(_ write: LinkWrite) -> LinkWriteAnswer {
    switch write {
    case .create(let link, let terms, let now): return create(link, terms, now)
    case .update(let link, let revision, let now): return update(link, revision, now)
    case .delete(let key, let revision): return delete(key, revision)
    case .apply(let links, let now, let dryRun): return apply(links, now, dryRun)
    case .count(let clicks, let launches): return count(clicks, launches)
    case .report(let reports, let now): return report(reports, now)
    case .createToken(let token): return create(token)
    case .revokeToken(let id, let now): return revoke(id, now)
    case .forgetIdempotencyKeys(let before):
      remembered = remembered.filter { $0.value.time >= before }
      return .done
    case .probe: return .done
    case .forgetLaunches(let before):
      launchIDs = launchIDs.filter { $0.value >= before }
      return .done
    }
  }

  // MARK: - Links

  private mutating func insert(_ link: ShortLink) -> StoredLink {
    lastID += 1
    changes += 1
    let stored = StoredLink(id: lastID, revision: 1, link: link)
    links[link.key] = stored
    return stored
  }

  private mutating func replace(_ old: StoredLink, by link: ShortLink) -> StoredLink {
    changes += 1
    let stored = StoredLink(id: old.id, revision: old.revision + 1, link: link)
    links[link.key] = stored
    return stored
  }

  private mutating func create(
    _ link: ShortLink, _ terms: CreationTerms, _ now: Timestamp
  ) -> LinkWriteAnswer {
    if let key = terms.idempotencyKey, let earlier = remembered[key.text] {
      return earlier.digest == key.digest ? .remembered(links[earlier.link]) : .keyReused
    }
    var answer = LinkWriteAnswer.taken
    var place = link.key
    if terms.findsExisting, let found = self.link(like: link) {
      place = found.link.key
      answer = .found(found)
    } else {
      guard links[link.key] == nil else { return .taken }
      answer = .created(insert(link.stamped(now)))
    }
    if let key = terms.idempotencyKey {
      remembered[key.text] = Remembered(digest: key.digest, link: place, time: now)
    }
    return answer
  }

  private mutating func update(
    _ link: ShortLink, _ revision: Int?, _ now: Timestamp
  ) -> LinkWriteAnswer {
    guard let old = links[link.key] else { return .missing }
    guard revision == nil || revision == old.revision else { return .overtaken(old) }
    var link = link
    link.createdAt = old.link.createdAt
    link.updatedAt = now
    return .updated(replace(old, by: link))
  }

  private mutating func delete(_ key: LinkKey, _ revision: Int?) -> LinkWriteAnswer {
    guard let old = links[key] else { return .missing }
    guard revision == nil || revision == old.revision else { return .overtaken(old) }
    links[key] = nil
    totals[key] = nil
    clicks = clicks.filter { $0.key.link != key }
    changes += 1
    return .deleted
  }

  private mutating func apply(
    _ incoming: [ShortLink], _ now: Timestamp, _ dryRun: Bool
  ) -> LinkWriteAnswer {
    let before = self
    defer { if dryRun { self = before } }
    let results = incoming.map { link -> AppliedChange in
      let old = links[link.key]
      switch LinkChange(existing: old?.link, incoming: link, now: now) {
      case .create(let link):
        _ = insert(link)
        return .created
      case .update(let link):
        if let old { _ = replace(old, by: link) }
        return .updated
      case .unchanged: return .unchanged
      }
    }
    return .applied(results)
  }

  // MARK: - Counters and tokens

  private mutating func count(
    _ newClicks: [ClickCount], _ newLaunches: [LaunchCount]
  ) -> LinkWriteAnswer {
    for click in newClicks {
      let key = ClickKey(
        link: click.key, hour: click.hour, platform: click.platform,
        referrerHost: click.referrerHost, outcome: click.outcome, isBot: click.isBot)
      clicks[key, default: 0] += click.count
      if !click.isBot { totals[click.key, default: 0] += click.count }
    }
    for launch in newLaunches {
      let key = LaunchKey(
        app: launch.app, event: launch.event, appVersion: launch.appVersion,
        systemVersion: launch.systemVersion, day: launch.day)
      launches[key, default: 0] += launch.count
    }
    return .done
  }

  private mutating func report(_ reports: [LaunchReport], _ now: Timestamp) -> LinkWriteAnswer {
    let new = reports.filter { report in
      guard let id = report.id else { return true }
      return launchIDs.updateValue(now, forKey: id) == nil
    }
    _ = count([], new.map(\.launch))
    return .reported(new.count)
  }

  private mutating func create(_ token: APIToken) -> LinkWriteAnswer {
    let isTaken = tokens.contains { $0.id == token.id || $0.digest == token.digest }
    guard !isTaken else { return .taken }
    tokens.append(token)
    changes += 1
    return .done
  }

  private mutating func revoke(_ id: String, _ now: Timestamp) -> LinkWriteAnswer {
    guard let index = tokens.firstIndex(where: { $0.id == id }) else { return .missing }
    if tokens[index].revokedAt == nil {
      tokens[index].revokedAt = now
      changes += 1
    }
    return .done
  }
}
