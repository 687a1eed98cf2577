import HTTPCore

/// Decoding a request compared with splitting its text into a dictionary.
enum RequestBenchmark {
  private static let text = """
    GET /s/spring?utm_source=mail HTTP/1.1\r
    Host: asajikan.jp\r
    User-Agent: Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15\r
    Accept: text/html,application/xhtml+xml\r
    Accept-Encoding: gzip, deflate, br\r
    Connection: keep-alive\r
    \r

    """

  static func run() {
    let bytes = Array(text.utf8)
    var decoder = HTTPRequestDecoder(limits: HTTPLimits())
    let decoding = measure {
      var offset = 0
      _ = decoder.decode(bytes.span, offset: &offset)
      return offset
    }
    let splitting = measure {
      var fields: [String: Substring] = [:]
      for line in text.split(separator: "\r\n").dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        fields[line[..<colon].lowercased()] = line[line.index(after: colon)...]
      }
      return fields.count
    }
    report("decode a request", decoding, [("split its text into a dictionary", splitting)])
  }
}
