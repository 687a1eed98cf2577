/// A request as it was sent: nothing decoded, nothing re-encoded.
///
/// All ranges lie in `fields.bytes`, which holds the request line too.
package struct HTTPRequest: Sendable {
  package let method: HTTPMethod
  package let version: HTTPVersion
  package let targetForm: TargetForm
  /// The whole request target.
  package let target: Range<Int>
  /// The path; empty in asterisk and authority form, and in absolute form without one.
  package let path: Range<Int>
  /// What follows `?` in the target; nil when there is no `?`, empty when nothing follows.
  package let query: Range<Int>?
  /// Host and port: of the target in absolute form, of the Host field else; nil without either,
  /// as HTTP/1.0 allows.
  package let authority: Range<Int>?
  package let fields: HTTPFields
  package let body: [UInt8]
  /// Whether the client lets the connection be used again (RFC 9112, section 9.3).
  package let keepsConnection: Bool

  /// The forms of RFC 9112, section 3.2.
  package enum TargetForm: Sendable {
    case origin, absolute, authority, asterisk
  }

  package enum HTTPVersion: Comparable, Sendable {
    case http10, http11
  }

  package init(
    method: HTTPMethod, version: HTTPVersion, targetForm: TargetForm, target: Range<Int>,
    path: Range<Int>, query: Range<Int>?, authority: Range<Int>?, fields: HTTPFields,
    body: [UInt8], keepsConnection: Bool
  ) {
    self.method = method
    self.version = version
    self.targetForm = targetForm
    self.target = target
    self.path = path
    self.query = query
    self.authority = authority
    self.fields = fields
    self.body = body
    self.keepsConnection = keepsConnection
  }
}

extension HTTPRequest {
  /// A part of the request as text; the decoder lets only ASCII into targets and hosts.
  package func text(_ range: Range<Int>) -> String {
    String(decoding: fields.bytes[range], as: UTF8.self)
  }
}
