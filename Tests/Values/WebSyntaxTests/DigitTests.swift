import Testing

@testable import WebSyntax

@Test func `knows the hexadecimal digits of both cases`() {
  let values = (UInt8.min...UInt8.max).compactMap { byte in
    Hexadecimal.value(of: byte).map { (byte, $0) }
  }
  #expect(values.map(\.0) == Array("0123456789ABCDEFabcdef".utf8))
  let all: [UInt8] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
  #expect(values.map(\.1) == all + all[10...])
  #expect(all.map(Hexadecimal.digit) == Array("0123456789abcdef".utf8))
  #expect(all.map(Hexadecimal.upperDigit) == Array("0123456789ABCDEF".utf8))
}

@Test func `writes bytes in two digits each`() {
  #expect(Hexadecimal.text([0x00, 0x0F, 0xA0, 0xFF]) == "000fa0ff")
  #expect(Hexadecimal.text([]) == "")
}

@Test(arguments: [
  (0, "0"), (9, "9"), (15, "f"), (16, "10"), (255, "ff"), (4096, "1000"), (1_048_575, "fffff"),
  (UInt.max, "ffffffffffffffff"),
])
func `writes numbers in hexadecimal`(_ number: UInt, _ expected: String) {
  var text = Array("x".utf8)
  text.append(hexadecimal: number)
  #expect(String(decoding: text, as: UTF8.self) == "x" + expected)
}

@Test(arguments: [
  (0, 1, "0"), (7, 2, "07"), (10, 2, "10"), (123, 2, "123"), (999, 3, "999"), (5, 20, "5"),
  (Int.max, 1, "9223372036854775807"), (Int.min, 1, "-9223372036854775808"), (-1, 2, "-01"),
])
func `writes decimal numbers with zeros up to a width`(
  _ number: Int, _ width: Int, _ expected: String
) {
  var text = Array("x".utf8)
  text.append(decimal: number, width: width)
  let padded = width == 20 ? String(repeating: "0", count: 19) + expected : expected
  #expect(String(decoding: text, as: UTF8.self) == "x" + padded)
  #expect(DecimalDigits.text(number, width: width) == padded)
}

@Test(arguments: [
  ("0", 0), ("007", 7), ("9223372036854775807", Int.max), ("9223372036854775808", nil),
  ("99999999999999999999", nil), ("", nil), ("+1", nil), ("-1", nil), (" 1", nil), ("1_0", nil),
  ("1a", nil), ("١", nil), ("1\u{0}", nil),
])
func `reads plain decimal digits alone`(_ text: String, _ expected: Int?) {
  #expect(DecimalDigits.number(text.utf8) == expected)
}

@Test func `classifies every byte as Unicode does within ASCII`() {
  for byte in UInt8.min...UInt8.max {
    let character = byte < 0x80 ? Character(Unicode.Scalar(byte)) : "\u{0}"
    #expect(ASCII.isDigit(byte) == character.isNumber)
    #expect(ASCII.isLetter(byte) == character.isLetter)
    #expect(ASCII.isAlphanumeric(byte) == (character.isNumber || character.isLetter))
    let lowered = byte < 0x80 ? Array(character.lowercased().utf8) : [byte]
    #expect([ASCII.lowercased(byte)] == lowered)
  }
}

@Test(arguments: [
  ("", [UInt8]()), ("00ff", [0, 255]), ("aBcD", [0xAB, 0xCD]), ("0", nil), ("0g", nil),
  ("0x00", nil),
])
func `pairs of hexadecimal digits are bytes`(text: String, bytes: [UInt8]?) {
  #expect(Hexadecimal.bytes(text.utf8) == bytes)
}
