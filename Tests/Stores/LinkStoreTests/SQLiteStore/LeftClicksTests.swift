import FoundationEssentials
import LinkStorage
import Links
import SQLStorage
import SQLiteStore
import Synchronization
import System
import Testing

@Suite(.tidies) struct LeftClicksTests {
  private let key = sample("x").key

  private func count(_ batches: [CountBatch], in store: any ClickCounting) -> Int? {
    let slot = AnswerSlot<Int?>()
    LeftClicks.count(batches[...], in: store, now: time(0)) { slot.fill($0) }
    return slot.wait()
  }

  @Test func `what a store has counted after all is not counted again`() throws {
    let path = try temporaryFolder() + "/links.db"
    let left = LeftClicks(beside: path)
    let writers = [CountWriter(), CountWriter()]
    let batches = writers.flatMap { writer in
      (2...3).map { batch($0, writer, clicks: $0) }
    }
    let store = try SQLiteStore(path: path)
    _ = try store.count(batch(1, writers[0], clicks: 1))
    _ = try store.count(batches[0])
    #expect(left.paths.isEmpty)
    let file = try left.keep(batches)
    #expect(left.paths == [file])
    let (read, unreadable) = try LeftClicks.batches(at: file)
    #expect(read == batches && unreadable == 0)
    #expect(count(read, in: store) == 8)
    #expect(count(read, in: store) == 0)
    #expect(try store.clicks(of: key) == 1 + 2 * 5)
    store.close()
    #expect(count(read, in: store) == nil)
  }

  @Test func `each process has a file of its own, and other files are none of them`() throws {
    let folder = try temporaryFolder()
    let left = LeftClicks(beside: folder + "/links.db")
    let files = try (1...3).map { try left.keep([batch(1, CountWriter(), clicks: $0)]) }
    for name in [
      "links.db", "links.db-wal", "links.db-left-", "links.db-left-x", "other.db-left-x",
    ] {
      try Data().write(to: URL(filePath: folder + "/" + name))
    }
    #expect(left.paths.sorted() == files.sorted())
  }

  @Test func `a full disk leaves no part of a file`() throws {
    let folder = try temporaryFolder()
    let left = LeftClicks(beside: folder + "/links.db")
    let batches = [batch(1, CountWriter(), clicks: 1)]
    for room in 0..<RecordSeal.seal(SpoolLine.record(batches[0])).count {
      let disk = CountedDisk()
      disk.room.store(room, ordering: .relaxed)
      #expect(throws: SystemError.self) { try left.keep(batches, calls: disk.calls) }
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.isEmpty)
    }
  }
}
