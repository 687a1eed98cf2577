import Links
import LinkStorage

extension MemoryContents {
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

  mutating func count(_ batch: CountBatch, _ now: Timestamp) -> BatchAnswer {
    let last = writers[batch.writer]?.sequence ?? 0
    let isNew = batch.sequence > last
    writers[batch.writer] = Writer(sequence: max(batch.sequence, last), seenAt: now)
    guard isNew else { return .repeated }
    for click in batch.clicks { add(click) }
    for launch in batch.launches { add(launch) }
    return .counted
  }

  mutating func report(_ reports: [LaunchReport], _ now: Timestamp) -> Int {
    let new = reports.filter { report in
      guard let id = report.id else { return true }
      guard launchIDs[id] == nil else { return false }
      launchIDs[id] = now
      return true
    }
    for report in new { add(report.launch) }
    return new.count
  }

  private mutating func add(_ click: ClickCount) {
    let key = ClickKey(
      link: click.key, hour: click.hour, platform: click.platform,
      referrerHost: click.referrerHost, outcome: click.outcome, isBot: click.isBot)
    clicks[key, default: 0] += click.count
    if !click.isBot { totals[click.key, default: 0] += click.count }
  }

  private mutating func add(_ launch: LaunchCount) {
    let key = LaunchKey(
      app: launch.app, event: launch.event, appVersion: launch.appVersion,
      systemVersion: launch.systemVersion, day: launch.day)
    launches[key, default: 0] += launch.count
  }

  // MARK: - Limits

  func reservedClicks(of life: LinkLife) -> Int {
    reservations[life] ?? totals[life.key] ?? 0
  }

  mutating func reserve(_ wanted: Int, _ life: LinkLife, limit: Int) -> Reservation {
    let reservation = Reservation(
      wanted: wanted, reserved: reservedClicks(of: life), limit: limit)
    if reservation.granted > 0 { reservations[life] = reservation.reserved }
    return reservation
  }

  mutating func giveBack(_ count: Int, _ life: LinkLife) {
    guard let reserved = reservations[life] else { return }
    reservations[life] = max(0, reserved - count)
  }
}
