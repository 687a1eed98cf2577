/// One line of the access log, as bytes of the request that were never turned into strings.
package struct AccessLogRecord {
  /// Seconds since 1970, with fraction.
  package var time: Double
  package var client: String?
  package var host: ArraySlice<UInt8>
  package var method: String
  package var target: ArraySlice<UInt8>
  package var status: Int
  package var bytes: Int
  package var microseconds: Int
  package var outcome: StaticString
  package var userAgent: ArraySlice<UInt8>?

  package init(
    time: Double, client: String?, host: ArraySlice<UInt8>, method: String,
    target: ArraySlice<UInt8>, status: Int, bytes: Int, microseconds: Int, outcome: StaticString,
    userAgent: ArraySlice<UInt8>?
  ) {
    self.time = time
    self.client = client
    self.host = host
    self.method = method
    self.target = target
    self.status = status
    self.bytes = bytes
    self.microseconds = microseconds
    self.outcome = outcome
    self.userAgent = userAgent
  }

  /// Appends the record as one line of JSON.
  package func append(to line: inout [UInt8]) {
    line += "{\"time\":\"".utf8
    line += LogTime.string(time).utf8
    line += "\",\"client\":".utf8
    if let client { Self.quote(Array(client.utf8)[...], to: &line) } else { line += "null".utf8 }
    line += ",\"host\":".utf8
    Self.quote(host, to: &line)
    line += ",\"method\":".utf8
    Self.quote(Array(method.utf8)[...], to: &line)
    line += ",\"target\":".utf8
    Self.quote(target, to: &line)
    line += ",\"status\":\(status),\"bytes\":\(bytes),\"microseconds\":\(microseconds)".utf8
    line += ",\"outcome\":\"\(outcome)\",\"userAgent\":".utf8
    if let userAgent { Self.quote(userAgent, to: &line) } else { line += "null".utf8 }
    line += "}\n".utf8
  }

  /// Appends bytes as a JSON string; what is not UTF-8 becomes U+FFFD.
  private static func quote(_ bytes: ArraySlice<UInt8>, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }
    if isPlain {
      line += bytes
    } else {
      quoteCarefully(String(decoding: bytes, as: UTF8.self), to: &line)
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func quoteCarefully(_ text: String, to line: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\"".utf8
      case "\\": line += "\\\\".utf8
      case "\u{0}"..<"\u{20}", "\u{7F}":
        let digits = String(scalar.value, radix: 16)
        line += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: line += String(scalar).utf8
      }
    }
  }
}
