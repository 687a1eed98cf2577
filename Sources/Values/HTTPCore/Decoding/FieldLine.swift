/// One field line of a head or a trailer section (RFC 9112, section 5).
enum FieldLine {
  /// The ranges of name and value, without white space around the value.
  static func parse(
    _ bytes: Span<UInt8>, _ line: Range<Int>
  ) -> Result<HTTPFields.Entry, HTTPFailure> {
    guard !HTTPSyntax.isSpace(bytes[line.lowerBound]) else {
      return .failure(HTTPFailure(.badRequest, "a field line is folded over several lines"))
    }
    let nameEnd = ByteScan.tokenEnd(in: bytes, line)
    guard nameEnd > line.lowerBound, nameEnd < line.upperBound else {
      return .failure(HTTPFailure(.badRequest, "a field line has no name and colon"))
    }
    guard bytes[nameEnd] == UInt8(ascii: ":") else {
      return .failure(
        HTTPFailure(.badRequest, "a field name is not directly followed by its colon"))
    }
    let value = ByteScan.trimmed(bytes, (nameEnd + 1)..<line.upperBound)
    guard ByteScan.valueEnd(in: bytes, value) == value.upperBound else {
      return .failure(HTTPFailure(.badRequest, "a field value contains a control character"))
    }
    return .success(HTTPFields.Entry(name: line.lowerBound..<nameEnd, value: value))
  }
}
