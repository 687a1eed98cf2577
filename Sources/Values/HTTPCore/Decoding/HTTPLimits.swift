/// The limits of a request that a decoder accepts.
package struct HTTPLimits: Equatable, Sendable {
  /// The maximum length of the request target, in bytes; beyond it the response is 414.
  package var targetBytes: Int
  /// The maximum length of all field lines together, and of all trailers, in bytes; beyond it 431.
  package var headerBytes: Int
  /// The maximum number of field lines; beyond it 431.
  package var headerFields: Int
  /// The maximum length of the body without its framing, in bytes; beyond it 413.
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
