import Dispatch
import FoundationEssentials
import Glibc
import LinkStorage
import Links
import SQLStorage
import Synchronization
import System
import Testing

@testable import NodeStore

@Suite(.tidies) struct SpoolTests {
  private let folder: String
  private var path: String { folder + "/spool" }

  init() throws { folder = try temporaryFolder() }

  private let key = sample("x").key

  /// A line of an earlier release.
  private func line(_ batch: CountBatch) -> [UInt8] { SpoolLine.encode(batch) }

  private func write(_ bytes: [UInt8], _ path: String) throws {
    try Data(bytes).write(to: URL(filePath: path))
  }

  private func size(_ path: String) -> Int { fileSize(path) ?? 0 }

  /// Sends everything and returns the clicks that the database then has.
  private func drained(_ spool: Spool) throws -> Int {
    let database = try SilentDatabase(answers: true)
    drain(spool, into: database)
    #expect(spool.isEmpty && spool.count == 0 && !fileExists(spool.path))
    return try database.clicks(of: key)
  }

  /// Lets the spool send until it is empty or gets no answer.
  private func drain(_ spool: Spool, into database: SilentDatabase) {
    spool.drain(into: database, now: time(0))
    // Each answer is taken on the queue before the next batch is sent.
    for _ in 0...database.sent.count + 1000 where !spool.isEmpty { spool.settle() }
  }

  @Test func `a line of an earlier release is read to the letter`() throws {
    let text =
      #"["0123456789abcdef0123456789abcdef",7,[["a.example","x",480000,"iphone","t.co","#
      + #""redirect",false,3],["a.example","y",480000,"other","","landing",true,1,"r","de","JP","w"]],"#
      + #"[["app","first","1.0","17",20000,2]]]"#
    // Names had any number of combining marks.
    let old = text.replacing("\"r\"", with: "\"r\(String(repeating: "\u{301}", count: 101))\"")
    try write(Array((old + "\n").utf8), path)
    let spool = try Spool(path: path)
    #expect(spool.count == 6)
    #expect(try drained(spool) == 3)
  }

  @Test func `whole lines beside torn ones are kept, and what is torn is told`() throws {
    let writers = (0..<5).map { _ in CountWriter() }
    let lines = writers.enumerated().map { number, writer in
      line(batch(1, writer, clicks: 1 << number))
    }
    let half = { (line: [UInt8]) in line.prefix(line.count / 2) }
    // The third one continues the half of the second; the fourth was written but for its line feed.
    let file = lines[0] + half(lines[1]) + lines[2] + lines[3].dropLast() + lines[4]
    try write(file + half(lines[1]), path)
    let told = Lines()
    let spool = try Spool(path: path, log: told.add)
    #expect(spool.count == 1 + 4 + 8 + 16)
    #expect(size(path) == file.count)
    #expect(
      told.all == [
        "\(path) has 29 clicks for the database",
        "\(path) has a record that cannot be read: the clicks in it are lost",
        "\(path) ended within a record: its last \(half(self.line(batch(1, writers[1], clicks: 2))).count)"
          + " bytes, never acknowledged, were cut off",
      ])
    #expect(try spool.append(batch(2, writers[4], clicks: 32), wasSent: false) == .counted)
    #expect(try drained(spool) == 29 + 32)
  }

  @Test func `a spool that was cut at any byte loses nothing before, and goes on behind it`() throws
  {
    let writer = CountWriter()
    let first = try Spool(path: path)
    var ends: [Int] = []
    for sequence in 1...3 {
      _ = try first.append(batch(sequence, writer, clicks: 1), wasSent: false)
      ends.append(size(path))
    }
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    for count in 0..<bytes.count {
      try write(Array(bytes.prefix(count)), path)
      let spool = try Spool(path: path)
      // A record is whole without its line feed.
      let whole = ends.count { $0 - 1 <= count }
      #expect(spool.count == whole)
      for sequence in (whole + 1)...4 {
        _ = try spool.append(batch(sequence, writer, clicks: 1), wasSent: true)
      }
      spool.close()
      #expect(try drained(Spool(path: path)) == 4)
    }
  }

  @Test func `a disk that is full after any byte costs no click that was acknowledged`() throws {
    let writer = CountWriter()
    for room in 0..<RecordSeal.seal(SpoolLine.record(batch(2, writer, clicks: 2))).count {
      let path = "\(folder)/\(room)"
      let disk = CountedDisk()
      let lines = Lines()
      let spool = try Spool(path: path, calls: disk.calls, log: lines.add)
      _ = try spool.append(batch(1, writer, clicks: 1), wasSent: false)
      disk.room.store(room, ordering: .relaxed)
      #expect(kind { _ = try spool.append(batch(2, writer, clicks: 2), wasSent: false) } == .full)
      #expect(kind { _ = try spool.append(batch(2, writer, clicks: 2), wasSent: false) } == .full)
      #expect(lines.all.count == 1 && spool.count == 1)
      #expect(try Spool(path: path).count == 1)
      disk.room.store(.max, ordering: .relaxed)
      _ = try spool.append(batch(2, writer, clicks: 2), wasSent: false)
      #expect(lines.all.last == "\(path) takes clicks again")
      spool.close()
      #expect(try drained(Spool(path: path)) == 3)
    }
  }

  @Test func `records that cannot be read are counted, and take no others with them`() throws {
    let writer = CountWriter()
    let first = try Spool(path: path)
    for sequence in 1...4 {
      _ = try first.append(batch(sequence, writer, clicks: sequence), wasSent: false)
    }
    first.close()
    var bytes = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    for part in [1, 2] { bytes[bytes.count * part / 4 + 40] ^= 1 }
    try write(bytes, path)
    let lines = Lines()
    let spool = try Spool(path: path, log: lines.add)
    #expect(
      lines.all.last == "\(path) has 2 records that cannot be read: the clicks in them are lost")
    #expect(try drained(spool) == 5)
  }

  @Test func `what was confirmed before and cannot be read is not overwritten`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try write([1], path + "/x")
    let lines = Lines()
    let file = ConfirmedFile(path: path, log: lines.add)
    #expect(file.batches(at: 0).isEmpty)
    #expect(lines.count("\(path) cannot be read and is kept as \(path)-unread: ") == 1)
    file.keep([batch(1, CountWriter(), clicks: 2)])
    #expect(file.batches(at: 0).map(\.visits) == [2] && size(path + "-unread/x") == 1)
  }

  @Test func `reading a spool that a node is writing changes nothing`() throws {
    let path = folder + "/copy-spool"
    try write(line(batch(1, CountWriter(), clicks: 3)) + Array("[".utf8), path)
    let before = size(path)
    #expect(try NodeFiles.unsent(copy: folder + "/copy") == 3)
    #expect(try NodeFiles.unsent(copy: folder + "/none") == 0)
    #expect(size(path) == before)
  }

  // MARK: - A long outage

  @Test func `a spool beyond its limit is not written again with every batch after a restart`()
    throws
  {
    let first = try Spool(path: path)
    for _ in 0..<20 { _ = try first.append(batch(1, CountWriter(), clicks: 1), wasSent: true) }
    first.close()
    let disk = CountedDisk()
    let spool = try Spool(path: path, limit: size(path) / 2, calls: disk.calls)
    let before = size(path)
    for sequence in 1...5 {
      _ = try spool.append(batch(sequence, CountWriter(), clicks: 1), wasSent: false)
    }
    #expect(disk.written.load(ordering: .relaxed) == size(path) - before)
    #expect(try drained(spool) == 25)
  }

  @Test func `a long outage takes no more space than a short one, and writes seldom`() throws {
    let disk = CountedDisk()
    let spool = try Spool(path: path, limit: 4000, calls: disk.calls)
    let writer = CountWriter()
    _ = try spool.append(batch(1, writer, clicks: 1), wasSent: true)
    for sequence in 2...200 {
      _ = try spool.append(batch(sequence, writer, clicks: 1), wasSent: false)
    }
    #expect(size(path) < 6000 && spool.count == 200)
    #expect(disk.written.load(ordering: .relaxed) < 60_000)
    // The one that was sent keeps its number.
    let database = try SilentDatabase(answers: true)
    let first = batch(1, writer, clicks: 1)
    _ = try waitForAnswer { database.count(first, now: time(0), completion: $0) }
    drain(spool, into: database)
    #expect(try database.clicks(of: key) == 200)
  }

  @Test func `what waits is summed up, in batches of no more than some thousand links`() throws {
    let writer = CountWriter()
    let batches = (1...3).map { batch($0, writer, clicks: $0) }
    let launches = [launch("e", 3, 4), launch("e", 3, 4)]
    let merged = SpoolMerge.merge(
      batches + [CountBatch(writer: writer, sequence: 9, clicks: [], launches: launches)])
    #expect(merged.count == 1 && merged[0].clicks.clicks.map(\.count) == [6])
    #expect(merged[0].launches.map(\.count) == [8] && merged[0].writer != writer)
    let many = (0..<12_000).map { clicked("\($0)") }
    let parts = SpoolMerge.merge([CountBatch(writer: writer, sequence: 1, clicks: many)])
    #expect(
      parts.map(\.clicks.clicks.count) == [5000, 5000, 2000]
        && parts.map(\.sequence) == [1, 2, 3])
  }

  @Test func `a disk without room for the sums keeps the batches`() throws {
    let disk = CountedDisk()
    let lines = Lines()
    let spool = try Spool(path: path, limit: 1000, calls: disk.calls, log: lines.add)
    let size = RecordSeal.seal(SpoolLine.record(batch(1, CountWriter(), clicks: 1))).count
    let count = 1000 / size + 1
    disk.room.store(size * count + 10, ordering: .relaxed)
    for _ in 0..<count {
      #expect(try spool.append(batch(1, CountWriter(), clicks: 1), wasSent: false) == .counted)
    }
    #expect(lines.all.count == 1 && lines.all[0].hasPrefix("\(path) could not be summed up: "))
    #expect(!fileExists(path + ".new"))
    #expect(try drained(spool) == count)
  }

  // MARK: - A silent database

  @Test func `a database that does not answer keeps no batch waiting, nor the end`() throws {
    let database = try SilentDatabase()
    let spool = try Spool(path: path)
    let writer = CountWriter()
    _ = try spool.append(batch(1, writer, clicks: 1), wasSent: true)
    spool.drain(into: database, now: time(0))
    spool.drain(into: database, now: time(0))
    _ = try spool.append(batch(2, writer, clicks: 2), wasSent: false)
    #expect(database.sent.map(\.sequence) == [1] && spool.count == 3)
    spool.close()
    // The answer comes after the end.
    database.speak()
    #expect(kind { _ = try spool.append(batch(3, writer, clicks: 4), wasSent: false) } == .closed)
    let again = try Spool(path: path)
    #expect(again.count == 3)
    drain(again, into: database)
    #expect(try database.clicks(of: key) == 3)
  }

  @Test func `a batch without an answer is in the spool, and counted once when the answer comes`()
    throws
  {
    let database = try SilentDatabase()
    let spool = try Spool(path: path)
    let timer = Timer()
    let counting = SpooledCounting(database, spool, timer: timer.add)
    let writer = CountWriter()
    let answers = Mutex<[Int]>([])
    for sequence in 1...2 {
      counting.count(batch(sequence, writer, clicks: sequence), now: time(0)) { result in
        if case .success = result { answers.withLock { $0.append(sequence) } }
      }
      timer.fire()
      spool.settle()
    }
    #expect(answers.withLock(\.self) == [1, 2] && database.sent.map(\.sequence) == [1])
    #expect(spool.count == 3)
    database.speak()
    #expect(spool.count == 3 && answers.withLock(\.self) == [1, 2])
    drain(spool, into: database)
    #expect(database.sent.map(\.sequence) == [1, 1, 2])
    #expect(try database.clicks(of: key) == 3)
    let third = batch(3, writer, clicks: 3)
    _ = try waitForAnswer { counting.count(third, now: time(0), completion: $0) }
    timer.fire()
    spool.settle()
    #expect(try spool.isEmpty && database.clicks(of: key) == 6)
  }

  @Test func `clicks that a database refuses wait on the disk, which is told once`() throws {
    let database = try SilentDatabase()
    let lines = Mutex<[String]>([])
    let spool = try Spool(path: path, log: { line in lines.withLock { $0.append(line) } })
    let counting = SpooledCounting(database, spool, timer: { _, _ in })
    counting.count(batch(1, CountWriter(), clicks: 1), now: time(0)) { _ in }
    database.refuse(.failed)
    spool.settle()
    #expect(spool.count == 1 && size(path) > 0 && !spool.isStuck)
    for kind in [LinkStoreError.Kind.unreachable, .failed, .readOnly] {
      spool.drain(into: database, now: time(0))
      spool.settle()
      database.refuse(kind)
      spool.settle()
      #expect(spool.isStuck == (kind != .unreachable))
    }
    spool.drain(into: database, now: time(0))
    spool.settle()
    database.speak()
    drain(spool, into: database)
    #expect(try database.clicks(of: key) == 1 && !spool.isStuck)
    let refusal = "the database takes no clicks, which wait in \(path): count: refused"
    #expect(lines.withLock(\.self) == [refusal, "the database takes clicks again"])
  }

  @Test func `a refusal that comes after the wait changes nothing`() throws {
    let database = try SilentDatabase()
    let spool = try Spool(path: path)
    let timer = Timer()
    let counting = SpooledCounting(database, spool, timer: timer.add)
    let answers = Atomic(0)
    counting.count(batch(1, CountWriter(), clicks: 1), now: time(0)) { _ in
      answers.add(1, ordering: .relaxed)
    }
    timer.fire()
    database.refuse(.unreachable)
    timer.fire()
    spool.settle()
    #expect(answers.load(ordering: .relaxed) == 1 && spool.count == 1)
  }

  /// A timer that ends when a test says so.
  private final class Timer: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])

    @Sendable func add(_ milliseconds: Int, _ body: @escaping @Sendable () -> Void) {
      work.withLock { $0.append(body) }
    }

    func fire() {
      let due = work.withLock { work in
        defer { work = [] }
        return work
      }
      for body in due { body() }
    }
  }
}

/// Counts the bytes that are written to a disk with some room.
final class CountedDisk: Sendable {
  let room = Atomic(Int.max)
  let written = Atomic(0)

  var calls: FileCalls {
    FileCalls(
      write: { [self] descriptor, bytes in
        let count = min(room.load(ordering: .relaxed), bytes.count)
        guard count > 0 else {
          errno = ENOSPC
          return -1
        }
        room.subtract(count, ordering: .relaxed)
        written.add(count, ordering: .relaxed)
        return Glibc.write(descriptor, bytes.baseAddress, count)
      }, sync: { fdatasync($0) })
  }
}

extension Spool {
  /// Returns when everything that was begun on the queue is done.
  fileprivate func settle() { queue.sync {} }

  fileprivate func append(
    _ batch: CountBatch, wasSent: Bool
  ) throws(LinkStoreError) -> BatchAnswer {
    try waitForAnswer { append(batch, wasSent: wasSent, completion: $0) }
  }
}
