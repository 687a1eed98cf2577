import WebSyntax

/// Writes responses (RFC 9112, section 4). Each worker has its own, since it caches the Date line.
package final class HTTPResponseEncoder {
  // An object, since a worker would copy a value with its texts for each response.

  private var second = Int.min
  @exclusivity(unchecked) private var dateLine: [UInt8] = []
  /// The date line, followed by the line that only responses over TLS have.
  @exclusivity(unchecked) private var secureLines: [UInt8] = []

  /// The value of `Strict-Transport-Security`, which responses over TLS contain (RFC 6797, section 7.1)
  /// and others must not (section 7.2); nil for none.
  package var strictTransportSecurity: String? {
    didSet { if strictTransportSecurity != oldValue { setLines() } }
  }

  package init() {}

  /// Sets the date of the following responses.
  package func setTime(_ now: HTTPInstant) {
    let current = Int(now.secondsSinceEpoch)
    guard current != second else { return }
    second = current
    setLines()
  }

  private func setLines() {
    dateLine = Array("Date: \(HTTPDate.string(secondsSinceEpoch: second))\r\n".utf8)
    secureLines = dateLine
    guard let strictTransportSecurity else { return }
    secureLines += "Strict-Transport-Security: \(strictTransportSecurity)\r\n".utf8
  }

  private func ownLines(isSecure: Bool) -> [UInt8] { isSecure ? secureLines : dateLine }

  /// Appends a response to `output` and returns the number of bytes.
  ///
  /// - Parameters:
  ///   - isHead: whether the request was HEAD, whose response has no body.
  ///   - keepsConnection: whether the connection serves further requests.
  ///   - version: the client's version, since HTTP/1.0 needs an explicit notice that a connection
  ///     is kept open.
  ///   - isSecure: whether the connection is encrypted.
  package func encode(
    _ response: HTTPResponse, isHead: Bool, keepsConnection: Bool,
    version: HTTPRequest.HTTPVersion, isSecure: Bool = false, into output: inout [UInt8]
  ) -> Int {
    let start = output.count
    let lines = ownLines(isSecure: isSecure)
    if let prepared = response.parts.prepared {
      appendPrepared(response.parts, prepared, isHead, keepsConnection, version, lines, to: &output)
      return output.count - start
    }
    if output.isEmpty {
      // Reserves the exact size at once for the first response. Further responses in the same
      // buffer must grow it by doubling, or many small ones would each move the whole buffer.
      output.reserveCapacity(
        Self.ownBytes + lines.count + response.fields.bytes.count + response.body.count)
    }
    Self.appendStatusLine(response.status, to: &output)
    output += lines
    output += response.fields.bytes
    if response.source != nil {
      // HTTP/1.0 has no chunks: closing the connection ends the body.
      if version == .http11 { output.append("Transfer-Encoding: chunked\r\n") }
    } else if !response.status.isBodiless {
      output.append(contentLength: response.body.count)
    }
    Self.appendConnection(keepsConnection, version, to: &output)
    output.append("\r\n")
    if !isHead, !response.status.isBodiless, response.source == nil { output += response.body }
    return output.count - start
  }

  /// Appends a redirect without a body and returns the number of bytes; see `ReadySending`.
  package func encode(
    redirect status: HTTPStatus, to location: Span<UInt8>, rest: Span<UInt8>,
    keepsConnection: Bool, version: HTTPRequest.HTTPVersion, isSecure: Bool = false,
    into output: inout [UInt8]
  ) -> Int {
    let status = Self.statusLine(status)
    let end = Self.connectionLine(keepsConnection, version)
    let own = ownLines(isSecure: isSecure)
    let count =
      status.utf8CodeUnitCount + own.count + Self.locationName.utf8CodeUnitCount
      + location.count + rest.count + end.utf8CodeUnitCount
    // Grows by doubling, or many redirects in one buffer would each move all of it.
    if output.capacity < output.count + count {
      output.reserveCapacity(max(output.count + count, output.capacity * 2))
    }
    let lines = max(rest.count - Self.emptyLine.utf8CodeUnitCount, 0)
    output.append(addingCapacity: count) { room in
      room.withUnsafeMutableBufferPointer { buffer, filled in
        var writer = ByteFilling(buffer, filled)
        writer.append(status)
        own.withUnsafeBufferPointer { writer.append($0) }
        writer.append(Self.locationName)
        location.withUnsafeBufferPointer { writer.append($0) }
        rest.extracting(first: lines).withUnsafeBufferPointer { writer.append($0) }
        writer.append(end)
        rest.extracting(droppingFirst: lines).withUnsafeBufferPointer { writer.append($0) }
        filled = writer.count
      }
    }
    return count
  }

  private static let locationName: StaticString = "Location: "
  private static let emptyLine: StaticString = "\r\n"

  /// Everything after the Location value of a redirect without a body; see `ReadySending`.
  package static func rest(ofRedirectWith fields: HTTPFields) -> [UInt8] {
    var rest: [UInt8] = []
    rest.append(emptyLine)
    rest += fields.bytes
    rest.append(contentLength: 0)
    rest.append(emptyLine)
    return rest
  }

  /// Copies a prepared response, except for the lines that depend on the connection and the time.
  private func appendPrepared(
    _ parts: HTTPResponse.Parts, _ prepared: HTTPResponse.Parts.Preparation, _ isHead: Bool,
    _ keepsConnection: Bool, _ version: HTTPRequest.HTTPVersion, _ lines: [UInt8],
    to output: inout [UInt8]
  ) {
    let bytes = parts.fields.bytes
    if output.isEmpty { output.reserveCapacity(Self.ownBytes + lines.count + bytes.count) }
    Self.appendStatusLine(parts.status, to: &output)
    output += lines
    if keepsConnection, version == .http11, !isHead {
      output += bytes
      return
    }
    output += bytes[..<prepared.head]
    Self.appendConnection(keepsConnection, version, to: &output)
    output += isHead ? bytes[prepared.head..<prepared.head + 2] : bytes[prepared.head...]
  }

  private static func appendConnection(
    _ keepsConnection: Bool, _ version: HTTPRequest.HTTPVersion, to output: inout [UInt8]
  ) {
    output.append(connectionLine(keepsConnection, version))
  }

  /// The Connection line; empty if the connection is kept by default.
  private static func connectionLine(
    _ keepsConnection: Bool, _ version: HTTPRequest.HTTPVersion
  ) -> StaticString {
    if !keepsConnection { return "Connection: close\r\n" }
    return version == .http10 ? "Connection: keep-alive\r\n" : ""
  }

  /// Appends a piece of a body of unknown length (RFC 9112, section 7.1).
  package static func encode(
    part bytes: [UInt8], version: HTTPRequest.HTTPVersion, into output: inout [UInt8]
  ) {
    // An empty chunk would end the body.
    guard !bytes.isEmpty else { return }
    guard version == .http11 else { return output += bytes }
    output.append(hexadecimal: UInt(bytes.count))
    output.append("\r\n")
    output += bytes
    output.append("\r\n")
  }

  /// Appends the end of a body of unknown length.
  package static func encodeEnd(
    version: HTTPRequest.HTTPVersion, into output: inout [UInt8]
  ) {
    if version == .http11 { output.append("0\r\n\r\n") }
  }

  /// An upper bound for the status line and the framing.
  private static let ownBytes = 120

  /// The interim response to `Expect: 100-continue` (RFC 9110, section 15.2.1).
  package static let continueLine = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static func appendStatusLine(_ status: HTTPStatus, to output: inout [UInt8]) {
    let line = statusLine(status)
    guard line.utf8CodeUnitCount == 0 else { return output.append(line) }
    output.append("HTTP/1.1 ")
    output.append(decimal: status.code)
    output.append(" ")
    output.append(status.reasonPhrase)
    output.append("\r\n")
  }

  /// The line of a frequently sent status, including every redirect; empty for others.
  private static func statusLine(_ status: HTTPStatus) -> StaticString {
    switch status.code {
    case 200: "HTTP/1.1 200 OK\r\n"
    case 301: "HTTP/1.1 301 Moved Permanently\r\n"
    case 302: "HTTP/1.1 302 Found\r\n"
    case 303: "HTTP/1.1 303 See Other\r\n"
    case 304: "HTTP/1.1 304 Not Modified\r\n"
    case 307: "HTTP/1.1 307 Temporary Redirect\r\n"
    case 308: "HTTP/1.1 308 Permanent Redirect\r\n"
    case 404: "HTTP/1.1 404 Not Found\r\n"
    default: ""
    }
  }
}
