import Links
import LinkStorage

/// Webhooks and the deliveries to them.
struct WebhookLog {
  private struct Entry {
    var delivery: Delivery
    var owner: String?
    var leasedUntil: Timestamp?
  }

  private(set) var all: [Webhook] = []
  private var entries: [Entry] = []
  private var last = 0

  mutating func create(_ webhook: Webhook) -> WebhookChange {
    guard !all.contains(where: { $0.id == webhook.id }) else { return .overtaken }
    var webhook = webhook
    webhook.revision = 1
    all.append(webhook)
    return .done
  }

  mutating func change(_ webhook: Webhook) -> WebhookChange {
    guard let index = all.firstIndex(where: { $0.id == webhook.id }) else { return .missing }
    guard all[index].revision == webhook.revision else { return .overtaken }
    all[index] = webhook
    all[index].revision += 1
    return .done
  }

  mutating func delete(_ id: String) -> WebhookChange {
    guard all.contains(where: { $0.id == id }) else { return .missing }
    all.removeAll { $0.id == id }
    entries.removeAll { $0.delivery.new.webhook == id }
    return .done
  }

  // MARK: - Deliveries

  /// - Returns: its number; of a webhook that was deleted meanwhile nothing stays.
  mutating func add(_ delivery: NewDelivery) -> Int {
    guard all.contains(where: { $0.id == delivery.webhook }) else { return 0 }
    last += 1
    entries.append(Entry(delivery: Delivery(number: last, delivery)))
    return last
  }

  mutating func lease(
    _ rooms: [DeliveryRoom], owner: String, until time: Timestamp, now: Timestamp
  ) -> [Delivery] {
    var leased: [Delivery] = []
    for room in rooms {
      let due = entries.indices.filter { index in
        let entry = entries[index]
        return entry.delivery.new.webhook == room.webhook && entry.delivery.state == .pending
          && entry.delivery.nextAt <= now && entry.leasedUntil.map { $0 <= now } ?? true
      }.sorted { one, other in
        let (one, other) = (entries[one].delivery, entries[other].delivery)
        return one.nextAt == other.nextAt ? one.number < other.number : one.nextAt < other.nextAt
      }
      for index in due.prefix(max(room.count, 0)) {
        entries[index].owner = owner
        entries[index].leasedUntil = time
        leased.append(entries[index].delivery)
      }
    }
    return leased
  }

  mutating func settle(_ deliveries: [Delivery], owner: String) -> Int {
    var count = 0
    for delivery in deliveries {
      guard let index = index(of: delivery.number), entries[index].owner == owner else { continue }
      entries[index] = Entry(delivery: delivery)
      count += 1
    }
    return count
  }

  mutating func retry(_ number: Int, of id: String, _ now: Timestamp) -> WebhookChange {
    guard let index = index(of: number), entries[index].delivery.new.webhook == id else {
      return .missing
    }
    entries[index].delivery.beginAgain(now)
    return .done
  }

  func deliveries(of id: String, before number: Int?, limit: Int) -> [Delivery] {
    entries.reversed().lazy.map(\.delivery)
      .filter { $0.new.webhook == id && $0.number < number ?? .max }
      .prefix(max(limit, 0)).map(\.self)
  }

  mutating func forget(before time: Timestamp) -> Int {
    let count = entries.count
    entries.removeAll { $0.delivery.new.time < time }
    return count - entries.count
  }

  /// Numbers grow from the first entry to the last.
  private func index(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].delivery.number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].delivery.number == number ? low : nil
  }
}

extension MemoryContents {
  /// Changes the webhooks, and with them the types of events that are recorded.
  ///
  /// - Parameters:
  ///   - action: what is audited; nil for nothing.
  ///   - id: of the webhook.
  ///   - author: who changes it.
  ///   - now: the time of the change.
  ///   - body: the change.
  mutating func changeWebhooks(
    _ action: AuditAction?, of id: String, by author: Author, _ now: Timestamp,
    _ body: (inout WebhookLog) -> WebhookChange
  ) -> WebhookChange {
    let change = body(&webhooks)
    guard change == .done else { return change }
    // What has ended before is nothing new.
    if outbox.record(webhooks.all.types, now: now) { toldLimits = usedUp }
    if let action {
      auditLog.append([AuditEntry(action, by: author.actor, at: now, token: id)])
    }
    return change
  }

  mutating func gatherEvents(_ now: Timestamp) -> Int {
    guard !outbox.types.isEmpty else { return 0 }
    let before = outbox.count
    outbox.record(ends(now))
    for (life, limit) in usedUp where toldLimits[life] != limit {
      toldLimits[life] = limit
      outbox.record([.limitReached(life.key, limit: limit, now: now)])
    }
    outbox.record(outbox.takeSums(now))
    return outbox.count - before
  }

  private mutating func ends(_ now: Timestamp) -> [WebhookEvent] {
    let told = outbox.toldEnds
    var ended: [(end: Timestamp, link: StoredLink)] = []
    for stored in links.values {
      guard let end = stored.link.expires, end <= now,
        end == told.time ? stored.id > told.id : end > told.time
      else { continue }
      ended.append((end, stored))
    }
    ended.sort { $0.end == $1.end ? $0.link.id < $1.link.id : $0.end < $1.end }
    ended = Array(ended.prefix(ToldEnds.atATime))
    if let last = ended.last { outbox.toldEnds = ToldEnds(time: last.end, id: last.link.id) }
    return ended.filter { !$0.link.link.archived }.map { .expired($0.link, now: now) }
  }
}
