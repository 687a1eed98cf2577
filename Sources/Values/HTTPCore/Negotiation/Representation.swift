/// Bytes that are created once and served many times, plain, compressed, or as 304 when the client
/// already has them.
///
/// A class, because a structure of four responses with several arrays each would retain all of them
/// for every request.
package final class Representation: Sendable {
  private let identity: HTTPResponse
  private let gzip: HTTPResponse?
  private let notModified: HTTPResponse
  private let gzipNotModified: HTTPResponse?
  private let tag: [UInt8]
  private let gzipTag: [UInt8]

  /// - Parameters:
  ///   - entityTag: the tag without quotation marks; the compressed variant gets its own, since a
  ///     strong tag identifies bytes (RFC 9110, section 8.8.1).
  ///   - gzip: the compressed bytes; nil if compression has no benefit or was not requested.
  ///   - varies: whether other requests for the same bytes may get them compressed.
  ///   - fields: further fields of the responses with content.
  package init(
    contentType: String, cacheControl: String, entityTag: String, identity: [UInt8],
    gzip: [UInt8]?, varies: Bool? = nil, fields extra: HTTPFields = HTTPFields()
  ) {
    func variant(_ status: HTTPStatus, tag: String, coding: String?, body: [UInt8]) -> HTTPResponse
    {
      var fields = status == .notModified ? HTTPFields() : extra
      if status == .notModified, let vary = extra["Vary"] { fields.append("Vary", vary) }
      if status != .notModified { fields.append("Content-Type", contentType) }
      if status != .notModified, let coding { fields.append("Content-Encoding", coding) }
      fields.append("ETag", tag)
      fields.append("Cache-Control", cacheControl)
      if varies ?? (gzip != nil) { fields.vary(by: "Accept-Encoding") }
      if fields.first("X-Content-Type-Options") == nil {
        fields.append("X-Content-Type-Options", "nosniff")
      }
      return HTTPResponse(status, fields: fields, body: body).prepared()
    }
    let tag = "\"\(entityTag)\""
    let gzipTag = "\"\(entityTag)-gzip\""
    self.identity = variant(.ok, tag: tag, coding: nil, body: identity)
    self.gzip = gzip.map { variant(.ok, tag: gzipTag, coding: "gzip", body: $0) }
    notModified = variant(.notModified, tag: tag, coding: nil, body: [])
    gzipNotModified = gzip.map { _ in variant(.notModified, tag: gzipTag, coding: nil, body: []) }
    self.tag = Array(tag.utf8)
    self.gzipTag = Array(gzipTag.utf8)
  }

  /// The plain bytes.
  package var bytes: [UInt8] { identity.body }

  package var isCompressed: Bool { gzip != nil }

  /// The response to GET or HEAD; nil if If-Match matches no variant that the client accepts, which
  /// requires 412 (RFC 9110, section 13.1.1).
  package func response(to request: HTTPRequest) -> HTTPResponse? {
    let takesGzip = gzip != nil && request.prefersGzip
    guard request.hasPreconditions else { return takesGzip ? gzip ?? identity : identity }
    return conditional(request, takesGzip: takesGzip)
  }

  /// Selects either variant for a client that accepts both: one that it already has, or that its If-Match
  /// names, takes precedence over the shorter one.
  private func conditional(_ request: HTTPRequest, takesGzip: Bool) -> HTTPResponse? {
    let mayBeGzip = takesGzip && request.matches(tag: gzipTag)
    let mayBePlain = request.matches(tag: tag)
    guard mayBeGzip || mayBePlain else { return nil }
    if mayBeGzip, request.isKnown(tag: gzipTag) { return gzipNotModified }
    if mayBePlain, request.isKnown(tag: tag) { return notModified }
    return mayBeGzip ? gzip : identity
  }
}
