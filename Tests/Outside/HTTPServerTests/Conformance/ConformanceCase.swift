import FoundationEssentials
import HTTPCore
import Testing

/// One conversation over a real socket, and its expected result: a line of `Cases.md`.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  /// Document and section, such as `9112-3.2`.
  let clause: String
  let name: String
  let segments: [String]
  let expected: String

  var testDescription: String { "RFC \(clause): \(name)" }

  static let marker = "GET /marker HTTP/1.1\r\nHost: m\r\nConnection: close\r\n\r\n"

  static let all: [ConformanceCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Cases.md")
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: " ¦ ", omittingEmptySubsequences: false).map(String.init)
      guard cells.count == 4 else { return nil }
      return ConformanceCase(
        clause: cells[0], name: cells[1], segments: WireNotation.segments(cells[2]),
        expected: WireNotation.segments(cells[3]).joined())
    }
  }()
}

/// The notation in which tables show the bytes of a conversation.
enum WireNotation {
  /// The texts that stand for signs; those of other control characters follow from their numbers.
  private static let signs: [Unicode.Scalar: String] = [
    "⏎": "\r\n", "⇥": "\t", "\u{2421}": "\u{7F}",
  ]

  /// The pieces to send one by one.
  static func segments(_ text: String) -> [String] {
    expanded(text, ["nbsp": "\u{A0}", "bom": "\u{FEFF}"]).split(separator: "⏸").map { piece in
      piece.unicodeScalars.map { scalar -> String in
        let isControl = (0x2400..<0x2420).contains(scalar.value)
        let meant = isControl ? Unicode.Scalar(UInt8(scalar.value & 0x1F)) : scalar
        return signs[scalar] ?? String(meant)
      }.joined()
    }
  }

  /// Replaces `{name}`, and repeats a value for `{x*9}`.
  static func expanded(_ text: String, _ values: [String: String]) -> String {
    var result = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let name = rest[rest.index(after: open)..<close]
      let parts = name.split(separator: "*")
      if parts.count == 2, let count = Int(parts[1]) {
        result += String(repeating: String(parts[0]), count: count)
      } else {
        result += values[String(name)] ?? "{\(name)}"
      }
      rest = rest[rest.index(after: close)...]
    }
    return result + rest
  }
}

/// Echoes the request: method, target, `@` and authority, `=` and body, where present.
final class ConformanceHandler: TestHandler {
  private let tagged = Representation(
    contentType: "text/plain", cacheControl: "no-cache", entityTag: "v",
    identity: Array("plain".utf8), gzip: Array("zipped".utf8))

  func answer(to request: HTTPRequest, from peer: HTTPPeer, at now: HTTPInstant) -> HTTPAnswer {
    .ready(response(to: request))
  }

  private func response(to request: HTTPRequest) -> HTTPResponse {
    guard request.method != .connect, request.method != .trace else {
      return HTTPResponse(.methodNotAllowed, body: Array("refused".utf8))
    }
    switch request.text(request.path) {
    case "/tagged": return tagged.response(to: request) ?? HTTPResponse(.preconditionFailed)
    case "/empty": return HTTPResponse(.noContent)
    case "/last": return HTTPResponse(.ok, body: Array("last".utf8), closesConnection: true)
    default: return HTTPResponse(.ok, body: Array(summary(request).utf8))
    }
  }

  private func summary(_ request: HTTPRequest) -> String {
    var text = "\(request.method.name) \(request.text(request.target))"
    if let authority = request.authority { text += " @\(request.text(authority))" }
    if let mark = request.fields["X"] { text += " X:\(mark)" }
    if !request.body.isEmpty { text += " =\(String(decoding: request.body, as: UTF8.self))" }
    return text
  }
}
