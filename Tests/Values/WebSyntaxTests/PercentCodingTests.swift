import Testing

@testable import WebSyntax

@Test(arguments: [
  ("a%20b", "a b", "a b"), ("%41%zz", nil, "A%zz"), ("%4", nil, "%4"), ("%", nil, "%"),
  ("%E3%81%82", "あ", "あ"), ("+", "+", "+"), ("%+1", nil, "%+1"), ("%2f%2F", "//", "//"),
  ("%25%34%31", "%41", "%41"), ("%%41", nil, "%A"), ("", "", ""),
])
func `decodes escapes, and reports or keeps invalid ones`(
  _ text: String, _ strict: String?, _ lenient: String
) {
  let bytes = Array(text.utf8)
  let decoded = PercentCoding.decode(bytes[...])
  #expect(decoded.map { String(decoding: $0, as: UTF8.self) } == strict)
  var kept: [UInt8] = []
  PercentCoding.decodeValidEscapes(bytes.span) { kept.append($0) }
  #expect(String(decoding: kept, as: UTF8.self) == lenient)
}

@Test(arguments: [("%E3%81%82", "あ"), ("%zz", "%zz"), ("%FF", "%FF"), ("a%20b", "a b")])
func `keeps a text whose escapes are invalid or not UTF-8`(_ text: String, _ expected: String) {
  #expect(PercentCoding.decodeLossy(Array(text.utf8)[...]) == expected)
}

@Test func `escapes what a URL or a component cannot contain`() {
  let unreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
  let reserved = ":/?#[]@!$&'()*+,;=%"
  for byte in UInt8.min..<0x80 {
    let character = String(Unicode.Scalar(byte))
    let escaped = "%" + Hexadecimal.text([byte]).uppercased()
    let isUnreserved = unreserved.contains(character)
    #expect(PercentCoding.encodeComponent(character) == (isUnreserved ? character : escaped))
    let isKept = isUnreserved || reserved.contains(character)
    #expect(PercentCoding.encodeUnsafe([byte]) == (isKept ? character : escaped))
  }
  #expect(PercentCoding.encodeComponent("あ/é") == "%E3%81%82%2F%C3%A9")
  #expect(PercentCoding.encodeUnsafe("あ/é".utf8) == "%E3%81%82/%C3%A9")
}

@Test(arguments: [
  ("a & b", "a &amp; b"), ("<b>", "&lt;b&gt;"), ("\"'", "&quot;&#39;"), ("\u{0}あ", "\u{FFFD}あ"),
])
func `escapes what HTML reads as markup, or cannot hold`(_ text: String, _ expected: String) {
  #expect(HTMLText.escape(text) == expected)
}
