import Links
import LinkStorage

extension MemoryContents {
  struct ClickKey: Hashable {
    let link: LinkKey
    let platform: String
    let referrer: String
    let outcome: String
    let isBot: Bool
  }

  struct DayKey: Hashable {
    let link: LinkKey
    let dimension: ClickDimension
    let name: String
    let isBot: Bool
  }

  struct LaunchKey: Hashable {
    let app: String
    let dimension: LaunchDimension
    let name: String
  }

  /// Whose names are told apart on a day.
  struct NameScope: Hashable {
    enum Owner: Hashable {
      case link(LinkKey)
      case host(String)
      case app(String, LaunchDimension)
    }

    let day: Int
    let owner: Owner
  }

  /// - Returns: also how many clicks and launches count as `other`.
  mutating func count(
    _ batch: CountBatch, _ now: Timestamp
  ) -> (answer: BatchAnswer, capped: Int) {
    let last = writers[batch.writer]?.sequence ?? 0
    let isNew = batch.sequence > last
    writers[batch.writer] = Writer(sequence: max(batch.sequence, last), seenAt: now)
    guard isNew else { return (.repeated, 0) }
    var capped = 0
    for click in batch.clicks.clicks { capped += add(click) }
    for launch in batch.launches { capped += add(launch) }
    outbox.add(batch.clicks.clicks, batch.launches)
    return (.counted, capped)
  }

  mutating func report(
    _ reports: [LaunchReport], _ now: Timestamp
  ) -> (counted: Int, capped: Int) {
    let new = reports.filter { report in
      guard let id = report.id else { return true }
      guard launchIDs[id] == nil else { return false }
      launchIDs[id] = now
      return true
    }
    boundIdentifiers()
    outbox.add([], new.map(\.launch))
    return (new.count, new.reduce(0) { $0 + add($1.launch) })
  }

  /// Forgets the oldest identifiers, a tenth more than needed, since finding them takes long.
  private mutating func boundIdentifiers() {
    guard launchIDs.count > LaunchReport.identifiersKept else { return }
    let kept = LaunchReport.identifiersKept - LaunchReport.identifiersKept / 10
    let last = launchIDs.values.sorted()[launchIDs.count - kept - 1]
    launchIDs = launchIDs.filter { $0.value > last }
  }

  /// - Returns: how many of them count as `other`.
  private mutating func add(_ click: ClickCount) -> Int {
    var click = click
    let day = StatisticsPeriod.day(ofHour: click.hour)
    let link = NameScope(day: day, owner: .link(click.key))
    let host = NameScope(day: day, owner: .host(click.key.host))
    var names = ReferrerNames(
      link: names[link] ?? CountedNames(limit: CountedNames.referrersOfLink),
      host: names[host] ?? CountedNames(limit: CountedNames.referrersOfHost))
    let (referrer, isNew) = names.label(click.referrerHost)
    if isNew { (self.names[link], self.names[host]) = (names.link, names.host) }
    let capped = referrer == CountedNames.other ? click.count : 0
    click.referrerHost = referrer
    if !click.isBot { totals[click.key, default: 0] += click.count }
    if click.hour < keptHour ?? .min {
      addToDay(click)
    } else {
      clicks[click.hour, default: [:]][ClickKey(click), default: 0] += click.count
    }
    return capped
  }

  /// Every dimension has every click.
  private mutating func addToDay(_ click: ClickCount) {
    let day = StatisticsPeriod.day(ofHour: click.hour)
    for dimension in ClickDimension.allCases {
      let key = DayKey(
        link: click.key, dimension: dimension, name: dimension.name(of: click),
        isBot: click.isBot)
      days[day, default: [:]][key, default: 0] += click.count
    }
  }

  private mutating func add(_ launch: LaunchCount) -> Int {
    var capped = 0
    for dimension in LaunchDimension.allCases {
      let scope = NameScope(day: launch.day, owner: .app(launch.app, dimension))
      let name = dimension.name(of: launch)
      let label = names[scope, default: CountedNames(limit: CountedNames.namesOfApp)].label(name)
      if label != name { capped = launch.count }
      let key = LaunchKey(app: launch.app, dimension: dimension, name: label)
      launches[launch.day, default: [:]][key, default: 0] += launch.count
    }
    return capped
  }

  // MARK: - Retention

  mutating func rollUp(
    _ retention: StatisticsRetention, limit: Int, _ now: Timestamp
  ) -> RollUpStep {
    keptHour = retention.keptHour(after: keptHour, oldest: clicks.keys.min(), at: now)
    if let hour = clicks.keys.filter({ $0 < keptHour ?? .min }).min() {
      return RollUpStep(rolledUp: rollUp(hour, limit))
    }
    let firstDay = retention.firstDay(at: now)
    let old = (days.keys.filter { $0 < firstDay } + launches.keys.filter { $0 < firstDay }).min()
    guard let old else { return RollUpStep() }
    names = names.filter { $0.key.day > old }
    let dropped = days.removeValue(forKey: old)?.count ?? 0
    return RollUpStep(dropped: dropped + (launches.removeValue(forKey: old)?.count ?? 0))
  }

  private mutating func rollUp(_ hour: Int, _ limit: Int) -> Int {
    let rows = Array((clicks[hour] ?? [:]).prefix(limit))
    for (key, count) in rows {
      addToDay(ClickCount(key, hour: hour, count: count))
      clicks[hour]?[key] = nil
    }
    if clicks[hour]?.isEmpty == true { clicks[hour] = nil }
    return rows.count
  }

  func measures() -> StoreMeasures {
    var measures = StoreMeasures()
    measures.hourRows = clicks.values.reduce(0) { $0 + $1.count }
    measures.dayRows = days.values.reduce(0) { $0 + $1.count }
    measures.launchRows = launches.values.reduce(0) { $0 + $1.count }
    return measures
  }

  // MARK: - Limits

  func reservedClicks(of life: LinkLife) -> Int {
    reservations[life] ?? totals[life.key] ?? 0
  }

  mutating func reserve(_ wanted: Int, _ life: LinkLife, limit: Int) -> Reservation {
    let reservation = Reservation(
      wanted: wanted, reserved: reservedClicks(of: life), limit: limit)
    if reservation.granted > 0 {
      reservations[life] = reservation.reserved
      if reservation.reserved >= limit { usedUp[life] = limit }
    }
    return reservation
  }

  mutating func giveBack(_ count: Int, _ life: LinkLife) {
    guard let reserved = reservations[life] else { return }
    reservations[life] = max(0, reserved - count)
  }
}

extension MemoryContents.ClickKey {
  fileprivate init(_ click: ClickCount) {
    self.init(
      link: click.key, platform: click.platform, referrer: click.referrerHost,
      outcome: click.outcome, isBot: click.isBot)
  }
}

extension ClickCount {
  init(_ key: MemoryContents.ClickKey, hour: Int, count: Int) {
    self.init(
      key: key.link, hour: hour, platform: key.platform, referrerHost: key.referrer,
      outcome: key.outcome, isBot: key.isBot, count: count)
  }
}
