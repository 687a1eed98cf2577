/// The answers of a conversation, taken apart by a reader that is as strict as the server should be.
struct Transcript {
  struct Answer {
    let status: String
    let fields: [(name: String, value: String)]
    let body: String

    func field(_ name: String) -> String? {
      fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  private(set) var answers: [Answer] = []
  /// What cannot be read as an answer; nil when there is none.
  private(set) var rest: String?

  /// - Parameter methods: of the requests in order, since answers to HEAD have no body; GET for
  ///   those beyond the end.
  init(_ bytes: [UInt8], methods: [String] = []) {
    var bytes = bytes[...]
    while !bytes.isEmpty {
      let method = methods.indices.contains(answers.count) ? methods[answers.count] : "GET"
      guard let answer = Self.takeAnswer(from: &bytes, isHead: method == "HEAD") else {
        rest = String(decoding: bytes, as: UTF8.self)
        return
      }
      answers.append(answer)
    }
  }

  private static func takeAnswer(from bytes: inout ArraySlice<UInt8>, isHead: Bool) -> Answer? {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    guard lines[0].hasPrefix("HTTP/1.1 ") else { return nil }
    let fields = lines.dropFirst().compactMap { line -> (name: String, value: String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (String(line[..<colon]), line[colon...].dropFirst(2).description)
    }
    let status = String(lines[0].dropFirst(9).prefix(3))
    let length = fields.first { $0.name == "Content-Length" }.flatMap { Int($0.value) } ?? 0
    let size = isHead ? 0 : length
    guard bytes.endIndex - end.upperBound >= size else { return nil }
    let body = bytes[end.upperBound..<(end.upperBound + size)]
    bytes = bytes[body.endIndex...]
    return Answer(
      status: status, fields: fields, body: String(decoding: body, as: UTF8.self))
  }

  /// As ``ConformanceCase/expected`` wants it: bodies are shown for 200 alone, because the text of
  /// a failure is no matter of any RFC.
  var summary: String {
    var parts = answers.map { $0.status == "200" ? "200 \($0.body)" : $0.status }
    let isWhole = parts.last == "200 GET /marker @m"
    if isWhole { parts.removeLast() }
    if let rest { parts.append("?\(rest)") }
    return (parts + [isWhole ? "+" : "."]).joined(separator: " | ")
  }
}
