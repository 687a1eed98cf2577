/// Ends evaluations that nobody needs any more, or that take too long.
///
/// A file of a few kilobytes may ask for hours of comparing, by variables with many values. Callers
/// who take files from strangers bound the time; the evaluation asks before each rule and within
/// long comparisons.
///
/// Apps take no files from strangers, and the oldest of their systems have no task-local values.
package enum Interruption {
  #if os(Linux)
    /// Whether the evaluation in progress is to end; its result is then worthless. Nil for one that
    /// goes on to its end.
    @TaskLocal package static var isRequested: (@Sendable () -> Bool)?

    static var isDue: Bool { isRequested?() ?? false }
  #else
    static var isDue: Bool { false }
  #endif
}
