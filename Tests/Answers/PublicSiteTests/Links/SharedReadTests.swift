import DirectRequests
import Dispatch
import HTTPCore
import LinkStorage
import Links
import PublicSite
import SQLStorage
import SQLiteStore
import Service
import Telemetry
import Testing
import WebSyntax
@testable import ServiceSupport

/// The look-ups in the store that visits wait for.
struct SharedReadTests {
  private let store: BrokenStore
  private let service: ServiceFixture

  init() throws {
    store = try BrokenStore()
    service = try ServiceFixture(store: store, workers: 2)
    try service.add(#""slug": "x", "url": "https://e.example/x""#)
  }

  /// A visit that waits for a read, as a worker would hold it.
  private final class Waiting {
    let reading: HTTPReading<HTTPAnswer>
    private let isRead = DispatchSemaphore(value: 0)

    init(_ reading: HTTPReading<HTTPAnswer>) {
      self.reading = reading
      onLoop { reading { [isRead] in isRead.signal() } }
    }

    var answer: HTTPResponse {
      isRead.wait()
      return onLoop { reading.next() }.awaited
    }
  }

  private func answer(_ target: String, worker: Int = 0) throws -> HTTPAnswer {
    let request = try service.request("GET", target, host: "a.example")
    let peer = HTTPPeer(address: IPAddress("192.0.2.1"))
    return onLoop {
      service.workers[worker].handler.answer(to: request, from: peer, at: service.instant)
    }
  }

  private func wait(_ target: String, worker: Int = 0) throws -> Waiting {
    guard case .unread(let reading) = try answer(target, worker: worker) else {
      throw ServiceFixture.NoRequest()
    }
    return Waiting(reading)
  }

  @Test func `visits of a worker that want the same link share one read`() throws {
    store.holdReads(1)
    let before = store.lookups
    let visits = try (0..<100).map { _ in try wait("/s/x") }
    store.awaitHeldRead()
    #expect(store.lookups == before + 1)
    store.releaseReads()
    #expect(visits.allSatisfy { $0.answer.fields["Location"] == "https://e.example/x" })
    #expect(store.lookups == before + 1)
  }

  @Test func `a visit after a change does not join a read from before it`() throws {
    store.holdReads(1)
    let early = try wait("/s/new")
    store.awaitHeldRead()
    try service.add(#""slug": "new", "url": "https://e.example/new""#)
    #expect(try wait("/s/new").answer.status == .found)
    store.releaseReads()
    _ = early.answer
    #expect(try service.visit("/s/new").status == 302)
  }

  @Test func `what was read before a change is not remembered after it`() throws {
    store.holdReads(1)
    let early = try wait("/s/new")
    store.awaitHeldRead()
    try service.add(#""slug": "new", "url": "https://e.example/new""#)
    store.releaseReads()
    #expect(early.answer.status == .notFound)
    #expect(try service.visit("/s/new").status == 302)
  }

  @Test func `only so many visits of a worker wait, and each that ends makes room`() throws {
    store.holdReads()
    defer { store.releaseReads() }
    var visits = try (0..<1024).map { _ in try wait("/s/x") }
    let refusals = service.directory.queues.reads.refusals
    let before = refusals.value
    guard case .ready(let refusal) = try answer("/s/x") else {
      Issue.record("one visit more than allowed waits")
      return
    }
    #expect(refusal.status == .serviceUnavailable && refusal.fields["Retry-After"] == "1")
    #expect(refusals.value == before + 1)
    #expect(try service.visit("/item/7").status == 200)
    #expect(try service.visit("/s/fixed").status == 302)
    visits.removeLast()
    visits.append(try wait("/s/x"))
    visits[0].reading.cancellation.endInput()
    visits.append(try wait("/s/x"))
    #expect(refusals.value == before + 1)
  }

  @Test func `only so many reads wait in all, and visitors who go away make room`() throws {
    store.holdReads()
    let visits = try (0..<1024).map { try wait("/s/made-up-\($0)") }
    let refused = try wait("/s/x", worker: 1)
    #expect(refused.answer.status == .serviceUnavailable)
    for visit in visits { visit.reading.cancellation.cancel() }
    let admitted = try wait("/s/x", worker: 1)
    store.releaseReads()
    #expect(admitted.answer.status == .found)
  }

  @Test func `a read that nobody waits for is not joined`() throws {
    store.holdReads(4)
    let held = try (0..<4).map { try wait("/s/held-\($0)") }
    for _ in held { store.awaitHeldRead() }
    let gone = try wait("/s/x")
    gone.reading.cancellation.cancel()
    #expect(service.directory.queues.reads.length == 0)
    let next = try wait("/s/x")
    store.releaseReads()
    #expect(next.answer.status == .found)
    #expect(held.allSatisfy { $0.answer.status == .notFound })
  }

  @Test func `visits to a store that fails are told to try again`() throws {
    store.fails = true
    let answer = try wait("/s/x").answer
    #expect(answer.status == .serviceUnavailable && answer.fields["Retry-After"] == "1")
    store.fails = false
    #expect(try service.visit("/s/x").status == 302)
  }

  @Test func `a write from a loop does not wait for a reader of a store in memory`() {
    let (begun, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let (ended, written) = (DispatchGroup(), DispatchSemaphore(value: 0))
    DispatchQueue.global().async(group: ended) { [store] in
      try? store.reading { _ in
        begun.signal()
        _ = released.wait(timeout: .now() + 60)
      }
    }
    begun.wait()
    onLoop { store.probe { _ in written.signal() } }
    #expect(ended.wait(timeout: .now()) == .timedOut)
    released.signal()
    written.wait()
  }

  #if DEBUG
    @Test func `a read of a store on an event loop ends a debug build`() async {
      await #expect(processExitsWith: .failure) {
        let store: any LinkStore = try SQLiteStore(in: MemoryDatabase())
        onLoop { _ = try? store.link(at: LinkKey(host: "a.example", slug: "x")) }
      }
    }
  #endif
}
