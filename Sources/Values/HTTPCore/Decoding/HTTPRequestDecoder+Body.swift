import WebSyntax

extension HTTPRequestDecoder {
  /// The maximum length in bytes of a line of the chunked coding: a size and its extensions.
  private static let chunkLineBytes = 1024

  /// The request whose body is being read; nil in any other phase.
  package func begun(in phase: Phase) -> HTTPRequest? {
    if case .body = phase { request } else { nil }
  }

  mutating func decodeBody(_ input: Span<UInt8>, _ offset: inout Int) -> Event? {
    switch state {
    case .sizedBody(let remaining):
      let taken = take(remaining, input, &offset)
      state = taken == remaining ? .complete : .sizedBody(remaining: remaining - taken)
      return taken == remaining ? nil : .needsMore
    case .chunkData(let remaining):
      let taken = take(remaining, input, &offset)
      state = taken == remaining ? .chunkEnd : .chunkData(remaining: remaining - taken)
      return taken == remaining ? nil : .needsMore
    case .chunkSize, .chunkEnd, .trailers: return decodeBodyLine(input, &offset)
    case .requestLine, .fieldLines, .complete, .failed: return nil
    }
  }

  private mutating func take(_ wanted: Int, _ input: Span<UInt8>, _ offset: inout Int) -> Int {
    let count = min(wanted, input.count - offset)
    body.append(copying: input.extracting(offset..<(offset + count)))
    offset += count
    return count
  }

  private mutating func decodeBodyLine(_ input: Span<UInt8>, _ offset: inout Int) -> Event? {
    let lineFeed = ByteScan.lineFeed(in: input, from: offset)
    let end = lineFeed.map { $0 + 1 } ?? input.count
    guard line.count + (end - offset) <= lineRoom else {
      offset = end
      return failForLine()
    }
    line.append(copying: input.extracting(offset..<end))
    offset = end
    guard lineFeed != nil else { return .needsMore }
    defer { line.removeAll(keepingCapacity: true) }
    guard line.count >= 2, line[line.count - 2] == 0x0D else {
      return fail(.badRequest, "a line of the chunked body ends in a bare line feed")
    }
    return decodeBodyLine(0..<(line.count - 2))
  }

  private var lineRoom: Int {
    switch state {
    case .chunkEnd: 2
    case .trailers: limits.headerBytes - trailerBytes
    default: Self.chunkLineBytes
    }
  }

  private mutating func failForLine() -> Event {
    switch state {
    case .chunkEnd: fail(.badRequest, "a chunk is longer than its declared size")
    case .trailers:
      fail(.requestHeaderFieldsTooLarge, "the trailers are longer than \(limits.headerBytes) bytes")
    default:
      fail(.badRequest, "a line of the chunked body is longer than \(Self.chunkLineBytes) bytes")
    }
  }

  private mutating func decodeBodyLine(_ contents: Range<Int>) -> Event? {
    switch state {
    case .chunkEnd:
      guard contents.isEmpty else {
        return fail(.badRequest, "a chunk is longer than its declared size")
      }
      state = .chunkSize
    case .trailers:
      trailerBytes += line.count
      guard !contents.isEmpty else {
        state = .complete
        return nil
      }
      trailerFields += 1
      guard trailerFields <= limits.headerFields else {
        return fail(
          .requestHeaderFieldsTooLarge, "there are more than \(limits.headerFields) trailers")
      }
      if case .failure(let failure) = FieldLine.parse(line.span, contents) {
        return fail(failure.status, failure.message)
      }
    default: return decodeChunkSize(contents)
    }
    return nil
  }

  private mutating func decodeChunkSize(_ contents: Range<Int>) -> Event? {
    extensionBytes += contents.count
    guard let size = ChunkLine.size(line.span, contents) else {
      return fail(.badRequest, "a chunk does not begin with its size in hexadecimal digits")
    }
    guard isStreamed || size <= bodyLimit - body.count else { return failForBody() }
    guard extensionBytes <= limits.headerBytes + takenBytes + body.count + size else {
      return fail(.badRequest, "the chunk extensions are longer than the body they belong to")
    }
    state = size == 0 ? .trailers : .chunkData(remaining: size)
    return nil
  }
}

/// `chunk-size [ chunk-ext ]` (RFC 9112, section 7.1); white space around extensions is rejected.
enum ChunkLine {
  static func size(_ bytes: Span<UInt8>, _ line: Range<Int>) -> Int? {
    var index = line.lowerBound
    var size = 0
    while index < line.upperBound, let digit = Hexadecimal.value(of: bytes[index]) {
      guard index - line.lowerBound < 15 else { return nil }
      size = size << 4 | Int(digit)
      index += 1
    }
    guard index > line.lowerBound else { return nil }
    while index < line.upperBound {
      guard let next = extensionEnd(bytes, index..<line.upperBound) else { return nil }
      index = next
    }
    return size
  }

  private static func extensionEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    guard bytes[range.lowerBound] == UInt8(ascii: ";") else { return nil }
    let name = (range.lowerBound + 1)..<range.upperBound
    let nameEnd = ByteScan.tokenEnd(in: bytes, name)
    guard nameEnd > name.lowerBound else { return nil }
    guard nameEnd < range.upperBound, bytes[nameEnd] == UInt8(ascii: "=") else { return nameEnd }
    let value = (nameEnd + 1)..<range.upperBound
    guard let first = value.first else { return nil }
    if bytes[first] == UInt8(ascii: "\"") { return quotedEnd(bytes, value) }
    let valueEnd = ByteScan.tokenEnd(in: bytes, value)
    return valueEnd > value.lowerBound ? valueEnd : nil
  }

  private static func quotedEnd(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
    var index = range.lowerBound + 1
    while index < range.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "\""): return index + 1
      case UInt8(ascii: "\\"): index += 1
      default: break
      }
      guard index < range.upperBound, HTTPSyntax.isFieldValue(bytes[index]) else { return nil }
      index += 1
    }
    return nil
  }
}
