/// A request as sent: nothing is decoded or re-encoded.
///
/// All ranges refer to `fields.bytes`, which includes the request line. A request is a single
/// reference, so that passing it on does not update the reference counts of its parts.
@usableFromInline package struct HTTPRequest: Sendable {
  @usableFromInline var storage: Storage

  /// The method, case-sensitive as in RFC 9110.
  @inlinable package var method: HTTPMethod { storage.head.method }
  @inlinable package var version: HTTPVersion { storage.head.version }
  @inlinable package var targetForm: TargetForm { storage.head.targetForm }
  /// The whole request target.
  @inlinable package var target: Range<Int> { storage.head.target }
  /// The path; empty in asterisk and authority form, and in absolute form without one.
  @inlinable package var path: Range<Int> { storage.head.path }
  /// The text after `?` in the target; nil when there is no `?`, empty when nothing follows.
  @inlinable package var query: Range<Int>? { storage.head.query }
  /// Host and port: from the target in absolute form, otherwise from the Host field; nil without
  /// either, as HTTP/1.0 allows.
  @inlinable package var authority: Range<Int>? { storage.head.authority }
  @inlinable package var fields: HTTPFields { storage.fields }
  @inlinable package var body: [UInt8] { storage.body }
  /// Whether the client allows the connection to be reused (RFC 9112, section 9.3).
  @inlinable package var keepsConnection: Bool { storage.keepsConnection }

  /// The forms of RFC 9112, section 3.2.
  @usableFromInline package enum TargetForm: Sendable {
    case origin, absolute, authority, asterisk
  }

  /// The versions that a connection may speak; others are refused while decoding.
  @usableFromInline package enum HTTPVersion: Comparable, Sendable {
    case http10, http11
  }

  /// The parts of a request.
  ///
  /// Unchecked, because only the decoder changes it, and only while it holds the only reference, as
  /// `HTTPRequestDecoder.requireSoleReference` asserts. For the same reason, exclusive access need not
  /// be checked at run time.
  @usableFromInline
  final class Storage: @unchecked Sendable {
    @exclusivity(unchecked) @usableFromInline var head = RequestHead()
    @exclusivity(unchecked) var framing = BodyFraming()
    @exclusivity(unchecked) @usableFromInline var fields = HTTPFields()
    @exclusivity(unchecked) @usableFromInline var body: [UInt8] = []
    @exclusivity(unchecked) @usableFromInline var keepsConnection = true

    init() {}

    fileprivate func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { fields.bytes[range] }

    @usableFromInline
    func first(_ name: StaticString) -> ArraySlice<UInt8>? { fields.first(name) }

    @usableFromInline
    func range(_ name: StaticString) -> Range<Int>? { fields.range(name) }

    /// A copy with the same head and no body.
    init(headOf other: Storage) {
      head = other.head
      fields = other.fields
      keepsConnection = other.keepsConnection
    }
  }

  /// The value of the first field with that name; see `HTTPFields.first`. Defined here so that
  /// neither the fields nor their bytes are retained for an absent field.
  @inlinable @inline(__always)
  package func first(_ name: StaticString) -> ArraySlice<UInt8>? {
    storage.fields.mayHold(name) ? storage.first(name) : nil
  }

  /// A part of the request as the sent bytes.
  package func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> { storage.bytes(range) }

  /// Calls `body` with the bytes to which all ranges refer, without changing a reference count.
  @inlinable @inline(__always)
  package func withHead<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    storage.fields.withBytes(body)
  }

  /// The range in `fields.bytes` of the value of the first field with that name.
  @inlinable @inline(__always)
  package func range(_ name: StaticString) -> Range<Int>? {
    storage.fields.mayHold(name) ? storage.range(name) : nil
  }

  /// The range of the method as written.
  package var methodRange: Range<Int> { 0..<max(target.lowerBound - 1, 0) }

  /// Whether a field with that name may exist; false is certain.
  @inlinable @inline(__always)
  package func mayHold(_ name: StaticString) -> Bool { storage.fields.mayHold(name) }

  /// An empty request for the decoder to fill.
  init() {
    storage = Storage()
  }
}

extension HTTPRequest {
  /// A part of the request as text; targets and hosts are ASCII after decoding.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: fields.bytes[range], as: UTF8.self)
  }
}

/// A request method; case-sensitive (RFC 9110, section 9.1).
@usableFromInline package enum HTTPMethod: Hashable, Sendable {
  case get, head, query, post, put, patch, delete, options, trace, connect
  case other(String)

  /// The method as it is written in a request line.
  package var name: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .query: "QUERY"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .trace: "TRACE"
    case .connect: "CONNECT"
    case .other(let name): name
    }
  }
}
