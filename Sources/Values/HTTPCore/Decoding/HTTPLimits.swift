/// The limits of a request that a decoder accepts.
package struct HTTPLimits: Equatable, Sendable {
  /// Bytes of the request target; more get 414.
  package var targetBytes: Int
  /// Bytes of all field lines together, and of all trailers; more get 431.
  package var headerBytes: Int
  /// Field lines; more get 431.
  package var headerFields: Int
  /// Bytes of the body without its framing; more get 413.
  package var bodyBytes: Int

  package init(
    targetBytes: Int = 8192, headerBytes: Int = 16384, headerFields: Int = 100,
    bodyBytes: Int = 1_048_576
  ) {
    self.targetBytes = targetBytes
    self.headerBytes = headerBytes
    self.headerFields = headerFields
    self.bodyBytes = bodyBytes
  }
}
