import LinkStorage
import Synchronization
import Testing
import WebSyntax

@testable import Service

@Suite struct TransferSlotsTests {
  private let slots = TransferSlots(limit: 8, limitEach: 4, reserve: 2)

  private func owner(_ id: String, _ hosts: String...) -> TransferSlots.Owner {
    TransferSlots.Owner(id: id, reach: HostReach(hosts.compactMap { HostPattern($0) }))
  }

  /// The slots that callers get who ask until they get none.
  private func taken(by owners: [TransferSlots.Owner]) -> [TransferSlots.Slot] {
    owners.flatMap { owner in (0..<8).compactMap { _ in slots.enter(owner) } }
  }

  @Test func `the callers of one host have one share, however many tokens they make`() {
    let held = taken(by: (0..<5).map { owner("\($0)", "a.example") })
    #expect(held.count == 4)
    #expect(slots.enter(owner("other", "a.example", "b.example")) == nil)
    #expect(slots.enter(owner("other", "b.example")) != nil)
  }

  @Test func `a wildcard and a host below it share`() {
    let held = taken(by: [owner("one", "*.a.example"), owner("two", "x.a.example")])
    #expect(held.count == 4)
  }

  @Test func `callers of some hosts leave slots to those of every host`() {
    let held = taken(by: ["a", "b", "c"].map { owner($0, $0 + ".example") })
    #expect(held.count == 6)
    let admins = taken(by: [owner("admin")])
    #expect(admins.count == 2 && slots.count == 8)
  }

  @Test func `a transfer that waits begins when a slot is free, in its turn`() {
    var held = taken(by: [owner("a"), owner("b")])
    #expect(held.count == 8)
    let begun = Mutex<[(id: String, slot: TransferSlots.Slot)]>([])
    for id in ["c", "d", "c"] {
      slots.enter(owner(id)) { slot in begun.withLock { $0.append((id, slot)) } }
    }
    #expect(begun.withLock { $0.map(\.id) } == [] && !slots.hasRoom(for: owner("e")))
    held.removeFirst()
    #expect(begun.withLock { $0.map(\.id) } == ["c"])
    held.removeFirst(2)
    #expect(begun.withLock { $0.map(\.id) } == ["c", "d", "c"] && slots.count == 8)
    begun.withLock { $0 = [] }
    #expect(slots.count == 5)
  }

  @Test func `a transfer that waits for its own share does not hold up others`() {
    let held = taken(by: [owner("a")])
    var others = taken(by: [owner("b")])
    let begun = Mutex<[(id: String, slot: TransferSlots.Slot)]>([])
    for id in ["a", "c"] {
      slots.enter(owner(id)) { slot in begun.withLock { $0.append((id, slot)) } }
    }
    others.removeLast()
    #expect(begun.withLock { $0.map(\.id) } == ["c"])
    withExtendedLifetime(held) {}
  }
}
