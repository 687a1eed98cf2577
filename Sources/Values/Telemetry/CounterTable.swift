import Synchronization

/// Adjacent numbers in memory, each written by one worker and read by any thread; see `Counter`.
final class CounterTable: Sendable {
  /// Safe because the numbers it points to are atomic.
  nonisolated(unsafe) private let numbers: UnsafeMutableBufferPointer<Atomic<Int>>

  /// Creates a table of zeros.
  init(count: Int) {
    numbers = .allocate(capacity: count)
    for index in 0..<count { numbers.initializeElement(at: index, to: Atomic(0)) }
  }

  deinit {
    numbers.deinitialize()
    numbers.deallocate()
  }

  /// Returns the number at an index, which must exist.
  func value(at index: Int) -> Int {
    precondition(numbers.indices.contains(index))
    return numbers[index].load(ordering: .relaxed)
  }

  /// Adds to the number at an index, if it exists. Must only be called by the single writer.
  func add(_ amount: Int, at index: Int) {
    guard index >= 0, index < numbers.count else { return }
    let sum = numbers[index].load(ordering: .relaxed) &+ amount
    numbers[index].store(sum, ordering: .relaxed)
  }
}
