/// The responses of a conversation, parsed by a reader as strict as the server should be.
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
  /// The bytes that are not a valid response; nil when there are none.
  private(set) var rest: String?

  /// - Parameter methods: the methods of the requests in order, since responses to HEAD have no
  ///   body; GET beyond the end.
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

  /// The form of ``ConformanceCase/expected``: bodies are shown only for 200, because the RFCs do
  /// not define the text of a failure.
  var summary: String {
    var parts = answers.map { $0.status == "200" ? "200 \($0.body)" : $0.status }
    let isWhole = parts.last == "200 GET /marker @m"
    if isWhole { parts.removeLast() }
    if let rest { parts.append("?\(rest)") }
    return (parts + [isWhole ? "+" : "."]).joined(separator: " | ")
  }
}
