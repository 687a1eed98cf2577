/// A response before encoding: `Content-Length`, `Date` and `Connection` are added by the encoder.
///
/// A response is a single reference to its parts, which are copied on write: prepared responses are
/// sent many thousand times a second, and updating the reference count of each part would cost more
/// than sending them.
package struct HTTPResponse: Sendable {
  private(set) var parts: Parts
  /// The subject of the response, for the handler's `finished`; opaque to everything in between.
  package var subject: (any AnyObject & Sendable)?
  /// The kind of the response, in a code that the handler defines.
  package var note: UInt16

  package init(
    _ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    note: UInt16 = 0, closesConnection: Bool = false
  ) {
    self.note = note
    parts = Parts(
      status: status, fields: fields, body: body, closesConnection: closesConnection, source: nil,
      prepared: nil)
  }

  /// The status; to change it copies shared parts first.
  package var status: HTTPStatus {
    get { parts.status }
    set { ownParts().status = newValue }
  }

  /// The header fields; to change them copies shared parts first.
  package var fields: HTTPFields {
    get { parts.fieldLines }
    set { ownParts().fields = newValue }
  }

  /// The body. For HEAD it is the one that GET would send; the encoder omits it.
  package var body: [UInt8] {
    get { parts.content }
    set { ownParts().body = newValue }
  }

  /// Whether the connection must end after this response.
  package var closesConnection: Bool {
    get { parts.closesConnection }
    set { ownParts().closesConnection = newValue }
  }

  /// Supplies the body when its length is not known in advance; `body` is then ignored.
  package var source: (any HTTPBodySource)? {
    get { parts.source }
    set { ownParts().source = newValue }
  }

  /// Whether the body comes from a source.
  package var isSourced: Bool { parts.source != nil }

  /// The same response with everything after its date already encoded, for responses that are created
  /// once and sent often.
  package func prepared() -> HTTPResponse {
    guard parts.prepared == nil, parts.source == nil else { return self }
    var answer = self
    answer.parts = Parts(preparing: parts)
    return answer
  }

  /// The parts, to be changed: the only reference to them, and not prepared.
  private mutating func ownParts() -> Parts {
    if !isKnownUniquelyReferenced(&parts) || parts.prepared != nil {
      parts = Parts(copying: parts)
    }
    return parts
  }
}

extension HTTPResponse {
  /// Unchecked, because only the setters of `HTTPResponse` change it, each through the only reference,
  /// which `ownParts` returns: setters are private to this file, and no method here changes anything.
  /// For the same reason, exclusive access need not be checked at run time.
  final class Parts: @unchecked Sendable {
    /// The ends of the parts of a prepared response in `fields.bytes`.
    struct Preparation {
      /// The end of the field lines.
      let lines: Int
      /// The end of the field lines and the length, before the empty line.
      let head: Int
    }

    @exclusivity(unchecked) fileprivate(set) var status: HTTPStatus
    /// In a prepared response the bytes continue after the field lines up to the end of the body, and the
    /// ranges of the fields are not stored, since nothing looks them up.
    @exclusivity(unchecked) fileprivate(set) var fields: HTTPFields
    @exclusivity(unchecked) fileprivate(set) var body: [UInt8]
    @exclusivity(unchecked) fileprivate(set) var closesConnection: Bool
    @exclusivity(unchecked) fileprivate(set) var source: (any HTTPBodySource)?
    let prepared: Preparation?

    fileprivate init(
      status: HTTPStatus, fields: HTTPFields, body: [UInt8], closesConnection: Bool,
      source: (any HTTPBodySource)?, prepared: Preparation?
    ) {
      self.status = status
      self.fields = fields
      self.body = body
      self.closesConnection = closesConnection
      self.source = source
      self.prepared = prepared
    }

    /// An unprepared copy.
    fileprivate convenience init(copying other: Parts) {
      self.init(
        status: other.status, fields: other.fieldLines, body: other.content,
        closesConnection: other.closesConnection, source: other.source, prepared: nil)
    }

    /// A prepared copy of parts that are not prepared and have no source.
    fileprivate convenience init(preparing other: Parts) {
      let lines = other.fields.bytes.count
      var rest: [UInt8] = []
      if !other.status.isBodiless { rest.append(contentLength: other.body.count) }
      let head = lines + rest.count
      rest.append(Self.emptyLine)
      if !other.status.isBodiless { rest += other.body }
      var all: [UInt8] = []
      all.reserveCapacity(lines + rest.count)
      all += other.fields.bytes
      all += rest
      self.init(
        status: other.status, fields: HTTPFields(unsearched: all), body: [],
        closesConnection: other.closesConnection, source: nil,
        prepared: Preparation(lines: lines, head: head))
    }

    fileprivate var fieldLines: HTTPFields {
      guard let prepared else { return fields }
      return HTTPFields(lines: fields.bytes[..<prepared.lines])
    }

    fileprivate var content: [UInt8] {
      guard let prepared else { return body }
      return Array(fields.bytes[(prepared.head + Self.emptyLine.utf8CodeUnitCount)...])
    }

    private static let emptyLine: StaticString = "\r\n"
  }
}
