/// An answer before it is written: `Content-Length`, `Date` and `Connection` are the encoder's.
///
/// An answer is one reference to its parts, which are copied when somebody changes them: ready-made
/// ones are handed out many thousand times a second, and counting references part by part would
/// cost more than sending them.
package struct HTTPResponse: Sendable {
  private(set) var parts: Parts
  /// What the answer is about, for the handler that hears when it was sent; opaque to everything in
  /// between.
  package var subject: (any AnyObject & Sendable)?
  /// What kind of answer it is, in a code of the handler's own.
  package var note: UInt16

  package init(
    _ status: HTTPStatus, fields: HTTPFields = HTTPFields(), body: [UInt8] = [],
    note: UInt16 = 0, closesConnection: Bool = false
  ) {
    self.note = note
    parts = Parts(status: status, fields: fields, body: body)
    parts.closesConnection = closesConnection
  }

  package var status: HTTPStatus {
    get { parts.status }
    set { ownParts().status = newValue }
  }

  package var fields: HTTPFields {
    get { parts.fieldLines }
    set { ownParts().fields = newValue }
  }

  /// For HEAD this is what GET would send; the encoder leaves it out.
  package var body: [UInt8] {
    get { parts.content }
    set { ownParts().body = newValue }
  }

  /// Whether the connection must end after this answer.
  package var closesConnection: Bool {
    get { parts.closesConnection }
    set { ownParts().closesConnection = newValue }
  }

  /// Gives the body when its length is not known beforehand; `body` is then left out.
  package var source: (any HTTPBodySource)? {
    get { parts.source }
    set { ownParts().source = newValue }
  }

  /// Whether the body comes from a source.
  package var isSourced: Bool { parts.source != nil }

  /// The same answer with what follows its date already put together, for answers that are made once
  /// and sent often.
  package func prepared() -> HTTPResponse {
    guard parts.prepared == nil, parts.source == nil else { return self }
    var answer = self
    answer.parts = Parts(copying: parts)
    answer.parts.prepare()
    return answer
  }

  private mutating func ownParts() -> Parts {
    if !isKnownUniquelyReferenced(&parts) || parts.prepared != nil {
      parts = Parts(copying: parts)
    }
    return parts
  }
}

extension HTTPResponse {
  /// Unchecked, because it is changed only by the one answer that refers to it. That is also why no
  /// access needs to be watched for another at the same time.
  final class Parts: @unchecked Sendable {
    /// Where in `fields.bytes` the parts of a prepared answer end.
    struct Preparation {
      /// The field lines of the answer.
      let lines: Int
      /// Those and the length, before the empty line.
      let head: Int
    }

    @exclusivity(unchecked) fileprivate(set) var status: HTTPStatus
    /// Of a prepared answer the bytes go on behind the field lines, up to the end of the body, and
    /// where its fields lie is not kept: a hundred thousand links each have such an answer.
    @exclusivity(unchecked) fileprivate(set) var fields: HTTPFields
    @exclusivity(unchecked) fileprivate(set) var body: [UInt8]
    @exclusivity(unchecked) fileprivate(set) var closesConnection = false
    @exclusivity(unchecked) fileprivate(set) var source: (any HTTPBodySource)?
    @exclusivity(unchecked) fileprivate(set) var prepared: Preparation?

    fileprivate init(status: HTTPStatus, fields: HTTPFields, body: [UInt8]) {
      self.status = status
      self.fields = fields
      self.body = body
    }

    /// The same, unprepared.
    fileprivate convenience init(copying other: Parts) {
      self.init(status: other.status, fields: other.fieldLines, body: other.content)
      closesConnection = other.closesConnection
      source = other.source
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

    fileprivate func prepare() {
      let lines = fields.bytes.count
      var rest: [UInt8] = []
      if !status.isBodiless { rest.append(contentLength: body.count) }
      let head = lines + rest.count
      rest.append(Self.emptyLine)
      if !status.isBodiless { rest += body }
      var all: [UInt8] = []
      all.reserveCapacity(lines + rest.count)
      all += fields.bytes
      all += rest
      fields = HTTPFields(unsearched: all)
      body = []
      prepared = Preparation(lines: lines, head: head)
    }
  }
}
