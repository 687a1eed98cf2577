import Links
import LinkStorage

/// Events to be delivered, in the order of their changes.
struct EventLog {
  private struct Entry {
    let event: RecordedEvent
    var owner: String?
    var leasedUntil: Timestamp?
  }

  var isOn = false
  private var entries: [Entry] = []
  private var last = 0

  var count: Int { entries.count }

  mutating func record(_ events: [LinkEvent]) {
    guard isOn else { return }
    for event in events {
      last += 1
      entries.append(Entry(event: RecordedEvent(number: last, event: event)))
    }
  }

  mutating func lease(
    _ limit: Int, owner: String, until time: Timestamp, now: Timestamp
  ) -> [RecordedEvent] {
    var leased: [RecordedEvent] = []
    for index in entries.indices where leased.count < limit {
      if let held = entries[index].leasedUntil, held > now { continue }
      entries[index].owner = owner
      entries[index].leasedUntil = time
      leased.append(entries[index].event)
    }
    return leased
  }

  mutating func settle(_ numbers: [Int], owner: String) -> Int {
    let told = Set(numbers)
    let before = entries.count
    entries.removeAll { $0.owner == owner && told.contains($0.event.number) }
    return before - entries.count
  }
}
