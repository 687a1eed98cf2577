/// The outcome of a request's preconditions, in their order of precedence (RFC 9110, section
/// 13.2.2). Nothing here has a modification date, so conditions on dates are ignored, as sections
/// 13.1.3 and 13.1.4 require.
package enum Precondition: Sendable {
  /// The content is sent.
  case met
  /// The client already has the content: 304.
  case notModified
  /// If-Match names other content: 412.
  case failed
}

extension HTTPRequest {
  /// The outcome for a GET or HEAD of content without an entity tag, which matches only `*`.
  package var preconditionWithoutTag: Precondition {
    guard hasPreconditions else { return .met }
    guard matches(tag: nil) else { return .failed }
    return isKnown(tag: nil) ? .notModified : .met
  }

  /// Whether the request may have preconditions; false is certain.
  var hasPreconditions: Bool { mayHold("If-Match") || mayHold("If-None-Match") }

  /// Whether If-Match is absent or matches the tag.
  func matches(tag: [UInt8]?) -> Bool {
    guard first("If-Match") != nil else { return true }
    return fields.contains("If-Match") { EntityTag.matches($0, tag: tag, .strong) }
  }

  func isKnown(tag: [UInt8]?) -> Bool {
    fields.contains("If-None-Match") { EntityTag.matches($0, tag: tag, .weak) }
  }

  /// Whether content may be compressed with gzip for the client, and the client prefers that.
  package var prefersGzip: Bool { fields.prefersGzip }
}

extension HTTPFields {
  /// Whether the fields of a request ask for content that is compressed with gzip.
  package var prefersGzip: Bool { AcceptEncoding.prefersGzip(self) }
}
