extension [UInt8] {
  /// Provides a span of the bytes: the span of an array requires iOS 26, that of a slice does not.
  package func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    let slice = self[...]
    return body(slice.span)
  }
}

extension EvaluatedURL {
  /// Provides spans of the path, query and fragment.
  package func withSpans<Result>(
    _ body: (_ path: Span<UInt8>, _ query: Span<UInt8>, _ fragment: Span<UInt8>) -> Result
  ) -> Result {
    let (path, query, fragment) = (path[...], query[...], fragment[...])
    return body(path.span, query.span, fragment.span)
  }
}
