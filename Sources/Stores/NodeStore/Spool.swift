import Dispatch
import Glibc
import JSONSyntax
import LinkStorage
import Links
import Synchronization
import System

/// Batches of counts that the database could not take yet, in a file with one line each.
///
/// While the spool has any, later batches are appended to it, so that the batches of each writer stay
/// in order. A batch may be sent twice, after a crash or a lost answer: its number lets the database
/// count it once.
final class Spool: Sendable {
  private struct Contents {
    var batches: [CountBatch] = []
    var bytes = 0
    /// The number of first batches that were sent, so that it is unknown whether they were counted.
    var sent = 0
    var isClosed = false
  }

  private let path: String
  private let queue = DispatchQueue(label: "keiro.spool")
  /// Changed on the queue only.
  private let contents = Mutex(Contents())
  private let unsent = Atomic(0)
  private let isOccupied = Atomic(false)

  /// The size in bytes from which batches are summed up.
  private static let limit = 64 << 20

  /// - Throws: an error if an existing spool cannot be read.
  init(path: String) throws(LinkStoreError) {
    self.path = path
    guard fileExists(path) else { return }
    let bytes: [UInt8]
    do throws(FileReadError) {
      bytes = try readFile(path, limit: Self.limit * 8)
    } catch {
      throw Self.failure("\(error)", path)
    }
    // A line cut off by a crash was never acknowledged.
    let batches = bytes.split(separator: 0x0A).compactMap { SpoolLine.decode(Array($0)) }
    contents.withLock { contents in
      contents.batches = batches
      contents.bytes = bytes.count
      // All of them may have been sent before the restart.
      contents.sent = batches.count
    }
    unsent.store(batches.reduce(0) { $0 + $1.sum }, ordering: .relaxed)
    isOccupied.store(!batches.isEmpty, ordering: .relaxed)
  }

  /// The number of clicks and launches that the database does not have yet.
  var count: Int { unsent.load(ordering: .relaxed) }

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
    let line = SpoolLine.encode(batch)
    try Self.write(line, to: path, appends: true)
    let isTooLong = contents.withLock { contents in
      contents.batches.append(batch)
      contents.bytes += line.count
      if wasSent { contents.sent = contents.batches.count }
      return contents.bytes > Self.limit
    }
    unsent.add(batch.sum, ordering: .relaxed)
    isOccupied.store(true, ordering: .sequentiallyConsistent)
    if isTooLong { try merge() }
    return .counted
  }

  // MARK: - Emptying

  /// Sends the batches in order until the database refuses one.
  func drain(into store: any ClickCounting, now: Timestamp) {
    guard !isEmpty else { return }
    queue.async { [self] in
      while let batch = contents.withLock({ $0.isClosed ? nil : $0.batches.first }) {
        contents.withLock { $0.sent = max($0.sent, 1) }
        let answer = try? waitForAnswer { store.count(batch, now: now, completion: $0) }
        guard answer != nil else { return }
        contents.withLock { contents in
          contents.batches.removeFirst()
          contents.sent = max(0, contents.sent - 1)
        }
        unsent.subtract(batch.sum, ordering: .relaxed)
      }
      guard contents.withLock({ $0.batches.isEmpty }) else { return }
      unlink(path)
      contents.withLock { $0.bytes = 0 }
      isOccupied.store(false, ordering: .sequentiallyConsistent)
    }
  }

  func close() {
    contents.withLock { $0.isClosed = true }
    queue.sync {}
  }

  // MARK: - Summing up

  /// Sums up clicks of the same kind, so that a long outage takes no more space than a short one.
  /// Batches that the database may have counted keep their numbers.
  private func merge() throws(LinkStoreError) {
    let (kept, others) = contents.withLock { contents in
      (
        Array(contents.batches.prefix(contents.sent)),
        Array(contents.batches.dropFirst(contents.sent))
      )
    }
    let batches = kept + SpoolMerge.merge(others)
    let bytes = batches.flatMap(SpoolLine.encode)
    try Self.write(bytes, to: path + "-new", appends: false)
    guard rename(path + "-new", path) == 0 else { throw Self.systemFailure(path) }
    contents.withLock { contents in
      contents.batches = batches
      contents.bytes = bytes.count
    }
  }

  // MARK: - The file

  private static func write(
    _ bytes: [UInt8], to path: String, appends: Bool
  ) throws(LinkStoreError) {
    let file = open(
      path, O_WRONLY | O_CREAT | O_CLOEXEC | (appends ? O_APPEND : O_TRUNC), 0o600)
    guard file >= 0 else { throw systemFailure(path) }
    defer { Glibc.close(file) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw systemFailure(path) }
      rest = rest.dropFirst(count)
    }
    guard fdatasync(file) == 0 else { throw systemFailure(path) }
  }

  private static func systemFailure(_ path: String) -> LinkStoreError {
    let code = errno
    return failure(String(cString: strerror(code)), path, code)
  }

  private static func failure(
    _ message: String, _ path: String, _ code: Int32 = 0
  ) -> LinkStoreError {
    LinkStoreError(
      kind: code == ENOSPC ? .full : .failed, code: code, message: message,
      operation: "write \(path)")
  }
}

extension CountBatch {
  /// The number of clicks and launches in the batch.
  fileprivate var sum: Int {
    clicks.clicks.reduce(0) { $0 + $1.count } + launches.reduce(0) { $0 + $1.count }
  }
}
