package import ACME
import Synchronization

/// A storage in memory that several nodes can share.
package final class MemoryStorage: ACMEStorage {
  private struct State {
    var files: [String: [UInt8]] = [:]
    var copies: [String: [UInt8]] = [:]
    var mayOrder = true
    var asked: [Int] = []
    var questions = 0
    var isAway = false
    var full: (@Sendable (_ name: String) -> Bool)?
    var hasRoomForCopies = true
  }

  private let state = Mutex(State())
  package let isShared: Bool

  package init(isShared: Bool = false) { self.isShared = isShared }

  package func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]] {
    let (files, isAway) = state.withLock { state in
      state.questions += 1
      return (state.files, state.isAway)
    }
    if isAway { throw .storage("away") }
    return files.filter { names.contains($0.key) }
  }

  package func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    let (isAway, isFull) = state.withLock { ($0.isAway, $0.full?(name) ?? false) }
    if isAway { throw .storage("away") }
    if isFull { throw .storage("no space left on device") }
    set(name, bytes)
  }

  package func copies(_ names: [String]) -> [String: [UInt8]] {
    state.withLock { isShared ? $0.copies : $0.files }.filter { names.contains($0.key) }
  }

  package func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    guard state.withLock(\.hasRoomForCopies) else { throw .storage("no space left on device") }
    setCopy(name, bytes)
  }

  package func lease(seconds: Int) throws(ACMEError) -> Bool {
    let (isAway, mayOrder) = state.withLock { state in
      state.asked.append(seconds)
      return (state.isAway, state.mayOrder)
    }
    if isAway { throw .storage("away") }
    return mayOrder
  }

  // MARK: - Of tests

  /// Writes regardless of the state.
  package func set(_ name: String, _ bytes: [UInt8]?) { state.withLock { $0.files[name] = bytes } }
  package func setCopy(_ name: String, _ bytes: [UInt8]?) {
    state.withLock { $0.copies[name] = bytes }
  }
  package func file(_ name: String) -> [UInt8]? { state.withLock { $0.files[name] } }
  package func copy(_ name: String) -> [UInt8]? { state.withLock { $0.copies[name] } }
  package var names: [String] { state.withLock { $0.files.keys.sorted() } }
  /// The seconds for which each lease was requested.
  package var leases: [Int] { state.withLock(\.asked) }
  package var questions: Int { state.withLock(\.questions) }
  package func lend(_ isFree: Bool) { state.withLock { $0.mayOrder = isFree } }
  /// Makes it unreachable, or reachable again.
  package func leave(_ isAway: Bool) { state.withLock { $0.isAway = isAway } }
  /// Makes it refuse to write some names.
  package func fill(_ refuses: @escaping @Sendable (_ name: String) -> Bool) {
    state.withLock { $0.full = refuses }
  }
  package func fillCopies(_ isFull: Bool) { state.withLock { $0.hasRoomForCopies = !isFull } }
}
