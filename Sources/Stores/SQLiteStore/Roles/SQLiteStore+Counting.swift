package import Links
package import LinkStorage
import Dispatch
package import SQLStorage

extension SQLiteStore {
  package func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    let counting = counting
    let end: StoreCompletion<Counted> = { [self] result in
      if case .failure = result { counting.forgetLinks() }
      completion(result.map(\.answer))
      if case .success(let counted) = result, counted.isUrgent, counting.begin() {
        mergeStep()
      }
    }
    write(end) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let answer = try counting.withLinks { known throws(LinkStoreError) in
        try counters.count(batch, now, &known)
      }
      activity.note(capped: counters.capped)
      return Counted(answer: answer, isUrgent: MergePolicy.isUrgent(try .read(database)))
    }
  }

  private struct Counted: Sendable {
    let answer: BatchAnswer
    /// Whether clicks arrive faster than regular calls merge them.
    let isUrgent: Bool
  }

  /// The maximum number of links merged in a step, which takes a few milliseconds.
  private static let mergedLinks = 512

  /// Merges until the log has room again, one step after the other waiting writes.
  private func mergeStep() {
    let counting = counting
    let end: StoreCompletion<Int> = { [self] result in
      if (try? result.get()) ?? 0 > 0 { mergeStep() } else { counting.end() }
    }
    write(isBulk: true, isDurable: false, end) { [activity] database throws(LinkStoreError) in
      var merge = ClickMerge(database, limit: Self.mergedLinks, now: nil)
      let count = try merge.step()
      activity.note(capped: merge.capped)
      return count
    }
  }

  package func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    write(completion) { [activity] database throws(LinkStoreError) in
      let launches = try database.report(launches, now)
      activity.note(capped: launches.capped)
      if launches.identifiers > 0 { try database.boundLaunchIdentifiers(launches.identifiers) }
      return launches.counted
    }
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    write(isBulk: true, isDurable: false, completion) {
      [activity] database throws(LinkStoreError) in
      var rollUp = RollUp(database, retention, limit: limit, now: now)
      let step = try rollUp.step()
      activity.note(step)
      activity.note(capped: rollUp.capped)
      return step
    }
  }

  // MARK: - Limits

  package func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try presentReservation(of: life).reserved
  }

  private func presentReservation(of life: LinkLife) throws(LinkStoreError) -> Reservation {
    try readingSnapshot { database throws(LinkStoreError) in
      try database.reservation(of: 0, life, limit: 0)
    }
  }

  package func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    guard wanted > 0 else { return ask(life, completion) }
    write(completion) { database throws(LinkStoreError) in
      try database.reserve(wanted, life, limit: limit)
    }
  }

  /// Answers how many clicks are reserved. A file that takes no writes answers as well.
  private func ask(_ life: LinkLife, _ completion: @escaping StoreCompletion<Reservation>) {
    questions.async { [self] in
      completion(Result { () throws(LinkStoreError) in try presentReservation(of: life) })
    }
  }

  package func giveBack(
    _ count: Int, of life: LinkLife, by link: Int, completion: @escaping StoreCompletion<Void>
  ) {
    write(completion) { database throws(LinkStoreError) in
      try database.giveBack(count, life, by: link)
    }
  }
}

extension Database {
  /// Deletes the oldest identifiers to make room for new ones.
  fileprivate func boundLaunchIdentifiers(_ new: Int) throws(LinkStoreError) {
    let known = try first(
      "UPDATE rollup SET launch_ids = launch_ids + ? RETURNING launch_ids", [.int(new)]
    ) { $0.int(0) }
    guard let known, known > CountedLaunch.identifiersKept else { return }
    let forgotten = try run(
      "DELETE FROM launch_ids WHERE id IN (SELECT id FROM launch_ids ORDER BY seen_at LIMIT ?)",
      [.int(known - CountedLaunch.identifiersKept)])
    try run("UPDATE rollup SET launch_ids = launch_ids - ?", [.int(forgotten)])
  }
}

extension SQLiteStore: CountTransfer {
  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    write(isBulk: true, completion) { [activity] database throws(LinkStoreError) in
      var counters = CounterTables(database)
      let answer = try counters.take(page)
      activity.note(capped: counters.capped)
      return answer
    }
  }
}
