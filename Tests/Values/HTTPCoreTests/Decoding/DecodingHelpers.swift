@testable import HTTPCore

/// The result of decoding some bytes, as text, so that whole conversations can be compared.
struct Transcript: Equatable, CustomStringConvertible {
  var lines: [String] = []
  /// The fields of each request, each as name, colon and value.
  var fields: [[String]] = []
  var description: String { lines.joined(separator: " | ") }
}

/// Feeds the bytes in the given pieces and records every event.
func decode(_ pieces: [ArraySlice<UInt8>], limits: HTTPLimits = HTTPLimits()) -> Transcript {
  var decoder = HTTPRequestDecoder(limits: limits)
  var transcript = Transcript()
  for piece in pieces {
    let input = Array(piece)
    var offset = 0
    pieceLoop: while offset < input.count {
      switch decoder.decode(input.span, offset: &offset) {
      case .needsMore: break pieceLoop
      case .head:
        if let failure = decoder.beginBody(isStreamed: false) {
          transcript.lines.append("\(failure.status.code) \(failure.message)")
          return transcript
        }
        if decoder.expectsContinue { transcript.lines.append("continue") }
      case .request:
        transcript.lines.append(summary(decoder.request))
        transcript.fields.append(fieldLines(of: decoder.request))
      case .failure(let failure):
        transcript.lines.append("\(failure.status.code) \(failure.message)")
        return transcript
      }
    }
  }
  if !decoder.isIdle { transcript.lines.append("unfinished") }
  return transcript
}

func decode(_ text: String, limits: HTTPLimits = HTTPLimits()) -> Transcript {
  decode([Array(text.utf8)[...]], limits: limits)
}

private func summary(_ request: HTTPRequest) -> String {
  var text = "\(request.method.name) \(request.text(request.target))"
  text += " \(request.version == .http10 ? "1.0" : "1.1")"
  if let authority = request.authority { text += " @\(request.text(authority))" }
  text += request.keepsConnection ? " keep" : " close"
  if !request.body.isEmpty { text += " body=\(String(decoding: request.body, as: UTF8.self))" }
  return text
}

private func fieldLines(of request: HTTPRequest) -> [String] {
  request.fields.entries.map { "\(request.text($0.name)):\(request.text($0.value))" }
}
