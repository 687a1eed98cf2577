import Glibc
import Synchronization

/// A block of words that any thread reads and writes, initially zero.
///
/// The system provides the memory as it is used.
struct SharedWords: ~Copyable, Sendable {
  /// Each word is atomic.
  nonisolated(unsafe) private let start: UnsafeMutablePointer<Atomic<UInt64>>?
  /// The number of words; zero when there is no memory.
  let count: Int

  init(count: Int) {
    start = calloc(count, MemoryLayout<UInt64>.size)?.bindMemory(
      to: Atomic<UInt64>.self, capacity: count)
    self.count = start == nil ? 0 : count
  }

  deinit {
    free(start)
  }

  @inline(__always)
  subscript(_ index: Int) -> UInt64 {
    start.map { $0[index].load(ordering: .relaxed) } ?? 0
  }

  /// The word at an index; also makes visible everything written before its release.
  @inline(__always)
  func acquire(_ index: Int) -> UInt64 {
    start.map { $0[index].load(ordering: .acquiring) } ?? 0
  }

  func store(_ word: UInt64, at index: Int) {
    start?[index].store(word, ordering: .relaxed)
  }

  /// Stores a word so that a thread that acquires it sees everything written before.
  func release(_ word: UInt64, at index: Int) {
    start?[index].store(word, ordering: .releasing)
  }
}
