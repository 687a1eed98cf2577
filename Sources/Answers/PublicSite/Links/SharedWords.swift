import Glibc
import Synchronization

/// A block of words that any thread reads and writes, zero at first.
///
/// The system gives the memory as it is used.
struct SharedWords: ~Copyable, Sendable {
  /// Each word is atomic.
  nonisolated(unsafe) private let start: UnsafeMutablePointer<Atomic<UInt64>>?
  /// Zero when there is no memory.
  let count: Int

  init(count: Int) {
    start = calloc(count, MemoryLayout<UInt64>.size)?.bindMemory(
      to: Atomic<UInt64>.self, capacity: count)
    self.count = start == nil ? 0 : count
  }

  deinit {
    free(start)
  }

  /// The word at an index, which is there.
  @inline(__always)
  subscript(_ index: Int) -> UInt64 {
    start.map { $0[index].load(ordering: .relaxed) } ?? 0
  }

  /// The same, and everything that was written before it.
  @inline(__always)
  func acquire(_ index: Int) -> UInt64 {
    start.map { $0[index].load(ordering: .acquiring) } ?? 0
  }

  func store(_ word: UInt64, at index: Int) {
    start?[index].store(word, ordering: .relaxed)
  }

  /// The same, so that everything written before is seen with it.
  func release(_ word: UInt64, at index: Int) {
    start?[index].store(word, ordering: .releasing)
  }
}
