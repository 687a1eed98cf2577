package import Links
package import LinkStorage
package import SQLStorage
import System

extension PostgresStore {
  package func count(
    _ batch: CountBatch, now: Timestamp, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    count(completion) { [self] connection throws(PostgresFailure) in
      // Before anything is confirmed anew, which forgets what is old after a long outage.
      try replay(connection, now)
      let (answer, capped) = try CounterTables(connection, memory).count(batch, now)
      guard answer == .counted else { return answer }
      activity.note(capped: capped)
      confirmed.note(batch)
      return answer
    }
  }

  /// The batches that the server has confirmed lately: another one may lack them.
  package var confirmedBatches: [CountBatch] { confirmed.missing(after: [:]) }

  /// Takes over what an earlier process was told.
  package func remember(_ batches: [CountBatch]) { batches.forEach(confirmed.note) }

  /// Counts batches of every writer again that a server had confirmed but its successor lacks.
  private func replay(_ connection: PostgresConnection, _ now: Timestamp) throws(PostgresFailure) {
    let writers = confirmed.writers
    guard !writers.isEmpty else { return }
    let last = try connection.rows(
      "SELECT name, sequence FROM keiro.writers WHERE name = ANY ($1)",
      [.texts(writers.map(\.name))]
    ) { ($0.text(0), $0.int(1)) }
    for batch in confirmed.missing(after: Dictionary(last) { first, _ in first }) {
      _ = try CounterTables(connection, memory).count(batch, now)
    }
  }

  /// Notes that a server answers the feed. One that has taken over is told of the grants that it may lack.
  package func noteContact(with epoch: String) { reservations.noteContact(with: epoch) }

  /// The same, since another server may have taken over.
  package func replay() {
    let now = Timestamp(secondsSinceEpoch: Int(Clock.now()))
    count({ _ in }) { [self] connection throws(PostgresFailure) -> Void in
      try replay(connection, now)
    }
  }

  package func report(
    _ launches: [CountedLaunch], now: Timestamp, completion: @escaping StoreCompletion<Int>
  ) {
    writing(.durable, completion) { [activity, identifiers] connection throws(PostgresFailure) in
      let launches = try connection.report(launches, now)
      activity.note(capped: launches.capped)
      if identifiers.isDue(after: launches.identifiers) {
        try connection.run(
          "DELETE FROM keiro.launch_ids WHERE seen_at < (SELECT seen_at FROM keiro.launch_ids "
            + "ORDER BY seen_at DESC OFFSET $1 LIMIT 1)", [.int(CountedLaunch.identifiersKept)])
      }
      return launches.counted
    }
  }

  package func rollUp(
    _ retention: StatisticsRetention, limit: Int, now: Timestamp,
    completion: @escaping StoreCompletion<RollUpStep>
  ) {
    writing(.durable, completion) { [activity] connection throws(PostgresFailure) in
      let step = try RollUp(connection, retention, limit: limit, now: now).step()
      activity.note(step)
      return step
    }
  }

  // MARK: - Limits

  package func reservedClicks(of life: LinkLife) throws(LinkStoreError) -> Int {
    try first(
      "SELECT coalesce((SELECT reserved FROM keiro.limits WHERE host = $1 AND slug = $2 "
        + "AND created_at = $3), (SELECT total FROM keiro.counted JOIN keiro.totals ON scope = id "
        + "WHERE host = $1 AND slug = $2), 0)",
      [.text(life.key.host), .text(life.key.slug), .int(life.number)]
    ) { $0.int(0) } ?? 0
  }

  package func reserve(
    _ wanted: Int, of life: LinkLife, limit: Int,
    completion: @escaping StoreCompletion<Reservation>
  ) {
    reservations.submit(.init(life: life, wanted: wanted, limit: limit, completion: completion))
  }

  package func giveBack(
    _ count: Int, of life: LinkLife, by link: Int, completion: @escaping StoreCompletion<Void>
  ) {
    changeOnce { [reservations] result in
      if case .success = result { reservations.noteReturn(count, of: life) }
      completion(result)
    } _: { connection throws(PostgresFailure) in
      try connection.giveBack(count, life, by: link)
    }
  }
}

extension PostgresStore: CountTransfer {
  package func take(_ page: CountPage, completion: @escaping StoreCompletion<BatchAnswer>) {
    count(completion) { [self] connection throws(PostgresFailure) in
      try CounterTables(connection, memory).take(page)
    }
  }
}
