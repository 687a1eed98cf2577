import Synchronization

/// A number written by one worker and read by any thread.
///
/// With a single writer, a plain load and store suffice, without a locked instruction.
package final class Counter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  /// The sum so far, which any thread may read.
  package var value: Int { storage.load(ordering: .relaxed) }

  /// Adds an amount. Must only be called by the single writer.
  package func add(_ amount: Int) {
    storage.store(storage.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
  }
}

/// A number that any thread may write.
package final class SharedCounter: Sendable {
  private let storage = Atomic<Int>(0)

  package init() {}

  package var value: Int { storage.load(ordering: .relaxed) }

  /// Adds to the sum, which wraps around on overflow.
  package func add(_ amount: Int = 1) {
    storage.wrappingAdd(amount, ordering: .relaxed)
  }
}

/// Adjacent numbers in memory, each written by one worker and read by any thread; see `Counter`.
final class CounterTable: Sendable {
  /// Safe because the numbers it points to are atomic.
  nonisolated(unsafe) private let numbers: UnsafeMutableBufferPointer<Atomic<Int>>

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
