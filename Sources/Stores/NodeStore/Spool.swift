import Dispatch
import LinkStorage
import Links
import SQLStorage
import Synchronization
import System

/// Batches of counts that the database could not take yet, in a file of records.
///
/// While the spool has any, later batches are appended to it, so that the batches of each writer stay
/// in order. A batch may be sent twice, after a crash or a lost answer: its number lets the database
/// count it once. The file keeps what was sent until nothing is left.
final class Spool: @unchecked Sendable {
  // Unchecked, because the queue is its executor: mutable state is accessed only there after init, which
  // the methods on it check.

  let path: String
  let queue = DispatchQueue(label: "keiro.spool")
  private let unsent = Atomic(0)
  private let isOccupied = Atomic(false)
  private let isRefused = Atomic(false)
  private let calls: FileCalls
  private let log: @Sendable (String) -> Void
  private let afterFirst: @Sendable () -> Void
  /// The size in bytes of batches that were never sent from which they are summed up.
  private let limit: Int

  private var file: RecordFile
  /// The number of bytes that the database has counted.
  private var counted = 0
  /// The number of bytes that the database may have counted.
  private var sent = 0
  /// The number of bytes behind `sent` from which summing them up is worth writing them again.
  private var mergesFrom: Int
  /// The next batches to send.
  private var upcoming: [BatchReader.Entry] = []
  private var isSending = false
  private var isClosed = false
  private var isFailing = false

  /// The bytes of the batches that are read at once.
  private static let readBytes = 1 << 20

  /// - Parameters:
  ///   - limit: the size in bytes from which batches are summed up.
  ///   - afterFirst: called on the queue after the first batch is stored.
  /// - Throws: an error if an existing spool cannot be read.
  init(
    path: String, limit: Int = 64 << 20, calls: FileCalls = .system,
    log: @escaping @Sendable (String) -> Void = { _ in },
    afterFirst: @escaping @Sendable () -> Void = {}
  ) throws(LinkStoreError) {
    self.afterFirst = afterFirst
    self.path = path
    self.limit = limit
    self.calls = calls
    self.log = log
    file = RecordFile(path: path, length: 0, calls: calls)
    mergesFrom = limit
    take(try SpoolSums(path))
  }

  /// Begins with the batches of a file, all of which may have been sent.
  private func take(_ sums: SpoolSums) {
    file = RecordFile(path: path, length: sums.length, calls: calls)
    (counted, sent, upcoming) = (0, sums.length, [])
    unsent.store(sums.visits, ordering: .relaxed)
    isOccupied.store(sums.length > 0, ordering: .sequentiallyConsistent)
    if sums.visits > 0 { log("\(path) has \(CountBatch.clicks(sums.visits)) for the database") }
    if sums.unreadable > 0 { log(Self.unreadable(sums.unreadable, path)) }
    do throws(SystemError) {
      let rest = try file.cut()
      guard rest > 0 else { return }
      log("\(path) ended within a record: its last \(rest) bytes, never acknowledged, were cut off")
    } catch {
      log("\(path) ends within a record, which could not be cut off: \(error)")
    }
  }

  private static func unreadable(_ count: Int, _ path: String) -> String {
    "\(path) has \(count == 1 ? "a record" : "\(count) records") that cannot be read: the clicks in "
      + "\(count == 1 ? "it" : "them") are lost"
  }

  /// The number of clicks and launches that the database does not have yet.
  var count: Int { unsent.load(ordering: .relaxed) }

  /// Whether a database that answers does not take the next batch.
  var isStuck: Bool { isRefused.load(ordering: .relaxed) }

  var isEmpty: Bool { !isOccupied.load(ordering: .sequentiallyConsistent) }

  /// Stores a batch, and completes once it is safe on the disk.
  ///
  /// - Parameter wasSent: whether the database may have counted it.
  func append(
    _ batch: CountBatch, wasSent: Bool, completion: @escaping StoreCompletion<BatchAnswer>
  ) {
    isOccupied.store(true, ordering: .sequentiallyConsistent)
    queue.async { [self] in
      completion(Result { () throws(LinkStoreError) in try add(batch, wasSent) })
    }
  }

  private func add(_ batch: CountBatch, _ wasSent: Bool) throws(LinkStoreError) -> BatchAnswer {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isClosed else { throw .closed }
    let isFirst = file.length == 0
    do throws(SystemError) {
      try file.append(SpoolLine.record(batch))
    } catch {
      if !isFailing { log("\(path) takes no clicks, which wait in memory: \(error)") }
      isFailing = true
      throw LinkStoreError(error)
    }
    if isFailing { log("\(path) takes clicks again") }
    isFailing = false
    if isFirst { afterFirst() }
    if wasSent { sent = file.length }
    unsent.add(batch.visits, ordering: .relaxed)
    isOccupied.store(true, ordering: .sequentiallyConsistent)
    // The batch is safe: whatever keeps others from being summed up is no reason to refuse it.
    if file.length - sent > mergesFrom, !isSending { mergeOrReread() }
    return .counted
  }

  // MARK: - Emptying

  /// Sends the batches in order until the database refuses one, or does not answer.
  func drain(into store: any ClickCounting, now: Timestamp) {
    guard !isEmpty else { return }
    queue.async { [self] in
      guard !isSending else { return }
      isSending = true
      sendNext(to: store, now)
    }
  }

  private func sendNext(to store: any ClickCounting, _ now: Timestamp) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard !isClosed, let entry = nextEntry() else {
      isSending = false
      return
    }
    sent = max(sent, entry.end)
    // Nothing waits for the answer, since others have to be stored meanwhile.
    store.count(entry.batch, now: now) { [self] result in
      queue.async { [self] in
        note(result)
        guard case .success = result, !isClosed else {
          isSending = false
          return
        }
        upcoming.removeFirst()
        counted = entry.end
        unsent.subtract(entry.batch.visits, ordering: .relaxed)
        sendNext(to: store, now)
      }
    }
  }

  /// Tells people when the database begins or ends to refuse clicks. That it is away, others tell.
  private func note(_ result: Result<BatchAnswer, LinkStoreError>) {
    switch result {
    case .success:
      guard isRefused.exchange(false, ordering: .relaxed) else { return }
      log("the database takes clicks again")
    case .failure(let error):
      switch error.kind {
      case .unreachable, .overloaded, .locked, .closed: return
      case .full, .readOnly, .corrupt, .foreign, .failed: break
      }
      guard !isRefused.exchange(true, ordering: .relaxed) else { return }
      log("the database takes no clicks, which wait in \(path): \(error)")
    }
  }

  /// The first batch that was not counted; nil when nothing can be sent.
  private func nextEntry() -> BatchReader.Entry? {
    if let entry = upcoming.first { return entry }
    // An append that failed has left no file.
    guard file.length > 0, fileExists(path) else {
      clear()
      return nil
    }
    do throws(FileReadError) {
      var reader = try BatchReader(path: path, from: counted)
      while reader.length < counted + Self.readBytes, let entry = try reader.next() {
        upcoming.append(entry)
      }
      if upcoming.isEmpty { clear() }
    } catch {
      if !isFailing { log("\(path) cannot be read: \(error.message)") }
      isFailing = true
    }
    return upcoming.first
  }

  private func clear() {
    dispatchPrecondition(condition: .onQueue(queue))
    file.remove()
    (counted, sent, upcoming, mergesFrom) = (0, 0, [], limit)
    unsent.store(0, ordering: .relaxed)
    isOccupied.store(false, ordering: .sequentiallyConsistent)
    isRefused.store(false, ordering: .relaxed)
  }

  /// Ends sending, and returns when the disk has what was given before. An answer of the database is not
  /// waited for: a batch without one stays.
  func close() {
    queue.sync { isClosed = true }
  }

  // MARK: - Summing up

  private func mergeOrReread() {
    do throws(LinkStoreError) {
      try merge()
    } catch {
      log("\(path) could not be summed up: \(error)")
      // Not with the next batch again, which would write all of it once more.
      mergesFrom = max(mergesFrom, 2 * (file.length - sent))
      // It may have been replaced before the error.
      guard fileSize(path) != file.length, let sums = try? SpoolSums(path) else { return }
      take(sums)
    }
  }

  /// Sums up clicks of the same kind, so that a long outage takes no more space than a short one.
  /// Batches that the database may have counted keep their numbers.
  private func merge() throws(LinkStoreError) {
    dispatchPrecondition(condition: .onQueue(queue))
    var batches: [CountBatch] = []
    let kept: [UInt8]
    do throws(FileReadError) {
      var reader = try BatchReader(path: path, from: sent)
      while let entry = try reader.next() { batches.append(entry.batch) }
      kept = try readFile(path, from: counted, to: sent)
    } catch {
      throw LinkStoreError(error, reading: path)
    }
    let merged = SpoolMerge.merge(batches).flatMap { RecordSeal.seal(SpoolLine.record($0)) }
    do throws(SystemError) {
      let next = try FileReplacement(of: path, mode: 0o600, calls: calls)
      try next.append(kept)
      try next.append(merged)
      try next.commit()
    } catch {
      throw LinkStoreError(error)
    }
    file = RecordFile(path: path, length: kept.count + merged.count, calls: calls)
    (counted, sent, upcoming) = (0, kept.count, [])
    mergesFrom = max(limit, 2 * merged.count)
  }
}

struct SpoolSums {
  /// The number of clicks and launches.
  private(set) var visits = 0
  /// The number of records that cannot be read.
  private(set) var unreadable = 0
  /// The number of bytes, without a record that was cut off at the end.
  private(set) var length = 0

  /// Reads the file, which may be in use; there may be none.
  init(_ path: String) throws(LinkStoreError) {
    guard fileExists(path) else { return }
    do throws(FileReadError) {
      var reader = try BatchReader(path: path)
      while let entry = try reader.next() { visits += entry.batch.visits }
      (unreadable, length) = (reader.unreadable, reader.length)
    } catch {
      throw LinkStoreError(error, reading: path)
    }
  }
}
