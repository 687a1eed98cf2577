#if os(Linux)
  import Glibc
#endif

/// Ends evaluations that are no longer needed or take too long.
///
/// With many-valued variables, a file of a few kilobytes may require hours of comparison. Callers
/// that accept files from strangers limit the time; evaluations check the limit before each rule
/// and within long comparisons, and stores check it within long queries. Apps accept no files from
/// strangers.
package enum Interruption {
  #if os(Linux)
    private final class Question {
      let isDue: () -> Bool

      init(_ isDue: @escaping () -> Bool) {
        self.isDue = isDue
      }
    }

    /// The key of the check for the evaluation on a thread; nil when the process has no keys left.
    /// A task-local value would do, but pushing one outside tasks crashes in binaries with a static
    /// standard library (Swift 6.3).
    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      return pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// Runs an evaluation on this thread that can be interrupted.
    ///
    /// - Parameters:
    ///   - isDue: returns whether to interrupt the evaluation, whose result is then meaningless.
    ///   - evaluate: the evaluation, which checks for an interruption on this thread.
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

    /// Whether the work on this thread should end early.
    package static var isDue: Bool {
      guard let key, let question = pthread_getspecific(key) else { return false }
      return Unmanaged<Question>.fromOpaque(question).takeUnretainedValue().isDue()
    }
  #else
    /// False: apps accept no files from strangers, so nothing limits their work.
    package static var isDue: Bool { false }
  #endif
}
