/// Bytes that are made once and served many times, plain or compressed, or as 304 when the client
/// already has them.
///
/// A class, because a structure of four responses with several arrays each would retain all of them
/// for every request.
package final class Representation: Sendable {
  private let identity: HTTPResponse
  private let gzip: HTTPResponse?
  private let notModified: HTTPResponse
  private let gzipNotModified: HTTPResponse?
  private let tags: [[UInt8]]

  /// - Parameters:
  ///   - entityTag: without quotation marks; the compressed variant gets its own tag, since a
  ///     strong tag identifies bytes (RFC 9110, section 8.8.1).
  ///   - gzip: nil when compression has no benefit.
  package init(
    contentType: String, cacheControl: String, entityTag: String, identity: [UInt8],
    gzip: [UInt8]?
  ) {
    let varies = gzip != nil
    func variant(_ status: HTTPStatus, tag: String, coding: String?, body: [UInt8]) -> HTTPResponse
    {
      var fields = HTTPFields()
      func append(_ name: String, _ value: String) {
        if let field = HTTPField(name, value) { fields.append(field) }
      }
      if status != .notModified { append("Content-Type", contentType) }
      if status != .notModified, let coding { append("Content-Encoding", coding) }
      append("ETag", tag)
      append("Cache-Control", cacheControl)
      if varies { append("Vary", "Accept-Encoding") }
      append("X-Content-Type-Options", "nosniff")
      return HTTPResponse(status, fields: fields, body: body).prepared()
    }
    let tag = "\"\(entityTag)\""
    let gzipTag = "\"\(entityTag)-gzip\""
    self.identity = variant(.ok, tag: tag, coding: nil, body: identity)
    self.gzip = gzip.map { variant(.ok, tag: gzipTag, coding: "gzip", body: $0) }
    notModified = variant(.notModified, tag: tag, coding: nil, body: [])
    gzipNotModified = varies ? variant(.notModified, tag: gzipTag, coding: nil, body: []) : nil
    tags = [Array(tag.utf8)] + (varies ? [Array(gzipTag.utf8)] : [])
  }

  /// The plain bytes.
  package var bytes: [UInt8] { identity.body }

  /// The response for a request.
  package func response(to request: HTTPRequest) -> HTTPResponse {
    let wantsGzip = gzip != nil && AcceptEncoding.prefersGzip(request.fields)
    let hasIt = request.fields.contains("If-None-Match") { EntityTag.matches($0, tags: tags) }
    if hasIt { return wantsGzip ? gzipNotModified ?? notModified : notModified }
    return wantsGzip ? gzip ?? identity : identity
  }
}
