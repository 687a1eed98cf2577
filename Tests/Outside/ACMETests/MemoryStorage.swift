import ACME
import Synchronization

/// A storage in memory that several nodes can share, with a state that tests read and change.
@dynamicMemberLookup
final class MemoryStorage: ACMEStorage {
  struct State {
    var files: [String: [UInt8]] = [:]
    var kept: [String: [UInt8]] = [:]
    var mayOrder = true
    /// The seconds for which each lease was requested.
    var leases: [Int] = []
    /// The number of times that something was read.
    var questions = 0
    var isAway = false
    /// Whether there is no room for a name.
    var isFull: @Sendable (_ name: String) -> Bool = { _ in false }
    var hasRoomForCopies = true
  }

  private let state = Mutex(State())
  let isShared: Bool

  init(isShared: Bool = false) { self.isShared = isShared }

  subscript<Value: Sendable>(dynamicMember path: WritableKeyPath<State, Value>) -> Value {
    get { state.withLock { $0[keyPath: path] } }
    set { state.withLock { $0[keyPath: path] = newValue } }
  }

  func read(_ names: [String]) throws(ACMEError) -> [String: [UInt8]] {
    self.questions += 1
    if self.isAway { throw .storage("away") }
    return self.files.filter { names.contains($0.key) }
  }

  func write(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    if self.isAway { throw .storage("away") }
    if self.isFull(name) { throw .storage("no space left on device") }
    self.files[name] = bytes
  }

  func copies(_ names: [String]) -> [String: [UInt8]] {
    (isShared ? self.kept : self.files).filter { names.contains($0.key) }
  }

  func keepCopy(_ name: String, _ bytes: [UInt8]) throws(ACMEError) {
    guard self.hasRoomForCopies else { throw .storage("no space left on device") }
    self.kept[name] = bytes
  }

  func lease(seconds: Int) throws(ACMEError) -> Bool {
    self.leases.append(seconds)
    if self.isAway { throw .storage("away") }
    return self.mayOrder
  }
}
