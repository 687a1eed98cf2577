import DirectRequests
import HTTPCore
import JSONSyntax
import WebSyntax

/// A response, with everything that tests examine.
struct Answer {
  let response: HTTPResponse
  /// The whole body, even if it was streamed.
  let body: [UInt8]

  init(_ response: HTTPResponse) {
    self.response = response
    body = response.wholeBody
  }

  var status: Int { response.status.code }
  var text: String { String(decoding: body, as: UTF8.self) }
  var location: String? { response.fields["Location"] }
  var contentType: String? { response.fields["Content-Type"] }
  var cacheControl: String? { response.fields["Cache-Control"] }

  func field(_ name: StaticString) -> String? { response.fields[name] }

  /// Null when the body is not JSON.
  var json: JSONNode {
    (try? JSONDocument(parsing: body))?.root ?? JSONNode(offset: 0, value: .null)
  }

  /// The last part of a problem's type.
  var problem: String? {
    let type = json.member("type")?.string
    return type?.split(separator: ":").last.map(String.init)
  }

  /// The fields that a problem names.
  var faults: [String] {
    json.member("errors")?.array?.compactMap { $0.member("field")?.string } ?? []
  }

  var lines: [JSONNode] {
    body.split(separator: 0x0A).map { line in
      (try? JSONDocument(parsing: Array(line)))?.root ?? JSONNode(offset: 0, value: .null)
    }
  }

  /// A member as text, along a path such as `link.slug`.
  subscript(_ path: String) -> String? { json.text(at: path) }
}

extension JSONNode {
  /// A member along a path such as `link.slug` as text; nil when it is absent.
  func text(at path: String) -> String? {
    var node: JSONNode? = self
    for name in path.split(separator: ".") {
      node =
        node?.array.flatMap { list in
          Int(name).flatMap { list.indices.contains($0) ? list[$0] : nil }
        }
        ?? node?.member(String(name))
    }
    return switch node?.value {
    case .string(let text), .number(let text): text
    case .bool(let value): value ? "true" : "false"
    case .null: "null"
    case .array(let list): "[\(list.map { $0.text(at: "") ?? "" }.joined(separator: ","))]"
    case .object: "{}"
    case nil: nil
    }
  }
}

extension HTTPHandler {
  /// A ready redirect as a response; nil when there is none.
  func readyResponse(
    to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant
  ) -> HTTPResponse? {
    var response: HTTPResponse?
    _ = sendReady(to: request, from: peer, at: now) { status, location, rest in
      let lines = "Location: " + Self.text(location) + Self.text(rest)
      var fields = HTTPFields()
      for line in lines.split(separator: "\r\n") {
        let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
        // The encoder adds the length.
        if parts[0] != "Content-Length" { fields.append(parts[0], parts.count > 1 ? parts[1] : "") }
      }
      response = HTTPResponse(status, fields: fields)
      return HTTPExchange(
        peer: peer, finishedAt: now, microseconds: 0, bytesSent: lines.utf8.count)
    }
    return response
  }

  private static func text(_ bytes: Span<UInt8>) -> String {
    String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
  }
}
