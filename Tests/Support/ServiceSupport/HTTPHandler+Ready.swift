import HTTPCore
import WebSyntax

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
