/// Parsing of numbers and of `true`, `false` and `null`.
extension JSONParser {
  mutating func word(
    _ word: StaticString, _ value: JSONValue
  ) throws(JSONSyntaxError) -> JSONNode {
    let start = at
    for offset in 0..<word.utf8CodeUnitCount {
      guard peek() == word.utf8Start[offset] else { return try unexpected(at: start) }
      at += 1
    }
    return JSONNode(offset: start, value: value)
  }

  mutating func number() throws(JSONSyntaxError) -> String {
    let start = at
    if peek() == UInt8(ascii: "-") { at += 1 }
    let integer = digits()
    var valid =
      integer.count == 1 || (integer.count > 1 && bytes[integer.start] != UInt8(ascii: "0"))
    if peek() == UInt8(ascii: ".") {
      at += 1
      valid = digits().count > 0 && valid
    }
    if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
      at += 1
      if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
      valid = digits().count > 0 && valid
    }
    if !valid { try fault(.invalidNumber, at: start) }
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  private mutating func digits() -> (start: Int, count: Int) {
    let start = at
    while let byte = peek(), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return (start, at - start)
  }
}
