import Synchronization

#if DEBUG
  import Glibc
#endif

/// The rule that no two threads use a thing at the same time, for things that go from thread to
/// thread. Debug builds check it; others spend nothing on it.
package struct SoleUse: ~Copyable, Sendable {
  #if DEBUG
    /// The thread that uses the thing; zero for none.
    private let user = Atomic<UInt>(0)
  #endif

  package init() {}

  /// Uses the thing; the same thread may begin again within.
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
