import Synchronization

#if DEBUG
  import Glibc
#endif

/// Asserts that no two threads use a value at the same time, for values that move between threads. Only
/// debug builds check.
package struct SoleUse: ~Copyable, Sendable {
  #if DEBUG
    /// The thread that uses the value; zero for none.
    private let user = Atomic<UInt>(0)
  #endif

  package init() {}

  /// Runs `body` as the only user; the same thread may nest calls.
  @inline(__always)
  package borrowing func check<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
      let thread = UInt(pthread_self())
      guard user.load(ordering: .relaxed) != thread else { return try body() }
      let (isFree, _) = user.compareExchange(
        expected: 0, desired: thread, ordering: .acquiringAndReleasing)
      precondition(isFree, "two threads use it at the same time")
      defer { user.store(0, ordering: .releasing) }
    #endif
    return try body()
  }
}
