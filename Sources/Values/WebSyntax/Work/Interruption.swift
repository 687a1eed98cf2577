#if os(Linux)
  import Glibc
#endif

/// Ends evaluations that nobody needs any more, or that take too long.
///
/// A file of a few kilobytes may ask for hours of comparing, by variables with many values. Callers
/// who take files from strangers bound the time; the evaluation asks before each rule and within
/// long comparisons, and so do stores within long questions. Apps take no files from strangers.
package enum Interruption {
  #if os(Linux)
    private final class Question {
      let isDue: () -> Bool

      init(_ isDue: @escaping () -> Bool) {
        self.isDue = isDue
      }
    }

    /// The key of the question that belongs to the evaluation on a thread; nil when the process has none
    /// left. A task-local value would do, but pushing one outside tasks crashes in binaries with a
    /// static standard library (Swift 6.3).
    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Runs an evaluation on this thread.
    ///
    /// - Parameters:
    ///   - isDue: Whether it is to end; its result is then worthless.
    ///   - evaluate: The evaluation, which asks on this thread.
    package static func watch<Result>(
      _ isDue: @escaping () -> Bool, _ evaluate: () throws -> Result
    ) rethrows -> Result {
      guard let key else { return try evaluate() }
      let outer = pthread_getspecific(key)
      let question = Question(isDue)
      pthread_setspecific(key, Unmanaged.passUnretained(question).toOpaque())
      defer { pthread_setspecific(key, outer) }
      return try withExtendedLifetime(question) { try evaluate() }
    }

    package static var isDue: Bool {
      guard let key, let question = pthread_getspecific(key) else { return false }
      return Unmanaged<Question>.fromOpaque(question).takeUnretainedValue().isDue()
    }
  #else
    package static var isDue: Bool { false }
  #endif
}
