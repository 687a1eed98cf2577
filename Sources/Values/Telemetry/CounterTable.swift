import Synchronization

/// Numbers side by side in memory, each written by one worker and read by any thread; see `Counter`.
final class CounterTable: Sendable {
  /// What it points to is atomic.
  nonisolated(unsafe) private let numbers: UnsafeMutableBufferPointer<Atomic<Int>>

  /// Zeros.
  init(count: Int) {
    numbers = .allocate(capacity: count)
    for index in 0..<count { numbers.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    numbers.deinitialize()
    numbers.deallocate()
  }

  /// The number at a place, which must exist.
  func value(at index: Int) -> Int {
    precondition(numbers.indices.contains(index))
    return numbers[index].load(ordering: .relaxed)
  }

  /// Adds to the number at a place, if it exists. Must be called only by the single writer.
  func add(_ amount: Int, at index: Int) {
    guard index >= 0, index < numbers.count else { return }
    let sum = numbers[index].load(ordering: .relaxed) &+ amount
    numbers[index].store(sum, ordering: .relaxed)
  }
}
