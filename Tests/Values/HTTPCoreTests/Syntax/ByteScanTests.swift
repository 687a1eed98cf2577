import Testing
import WebSyntax

@testable import HTTPCore

/// A search in blocks, and the bytes at which it stops.
private enum Search: CaseIterable {
  case value, token, lineFeed

  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    switch self {
    case .value: return ByteScan.valueEnd(in: bytes.span, range)
    case .token: return ByteScan.tokenEnd(in: bytes.span, range)
    case .lineFeed:
      let index = ByteScan.lineFeed(in: bytes.span, from: range.lowerBound)
      return min(index ?? range.upperBound, range.upperBound)
    }
  }

  func stops(at byte: UInt8) -> Bool {
    switch self {
    case .value: !HTTPSyntax.isFieldValue(byte)
    case .token: !HTTPSyntax.isToken(byte)
    case .lineFeed: byte == 0x0A
    }
  }

  func findOneByOne(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    range.first { stops(at: bytes[$0]) } ?? range.upperBound
  }
}

private let letter = UInt8(ascii: "a")

@Test(arguments: Search.allCases)
private func `finds the same index as a search byte by byte`(_ search: Search) {
  for count in 0...70 {
    var bytes = [UInt8](repeating: letter, count: count)
    for index in bytes.indices {
      bytes[index] = UInt8(truncatingIfNeeded: count &* 37 &+ index &* 11)
      for range in [0..<count, min(index, 3)..<count, 0..<index, index..<count] {
        let expected = search.findOneByOne(bytes, range)
        #expect(search.find(bytes, range) == expected, "\(bytes[index]) at \(index) of \(count)")
      }
      bytes[index] = letter
    }
  }
}

@Test(arguments: Search.allCases)
private func `stops at every byte that ends a search, and at no other`(_ search: Search) {
  for byte in UInt8.min...UInt8.max {
    for count in [1, 5, 16, 17, 40] {
      var bytes = [UInt8](repeating: letter, count: count)
      bytes[count / 2] = byte
      let expected = search.stops(at: byte) ? count / 2 : count
      #expect(search.find(bytes, 0..<count) == expected, "\(byte) of \(count)")
    }
  }
}

@Test func `knows the bytes of a token`() {
  let marks = Set("!#$%&'*+-.^_`|~".utf8)
  for byte in UInt8.min...UInt8.max {
    let scalar = Unicode.Scalar(byte)
    let isAlphanumeric =
      ("0"..."9").contains(scalar) || ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
    #expect(HTTPSyntax.isToken(byte) == (isAlphanumeric || marks.contains(byte)))
  }
}

@Test(arguments: 1...20) func `compares texts of every length`(_ length: Int) {
  var mistakes: [String] = []
  for index in 0..<length {
    for byte in UInt8.min...UInt8.max {
      var one = [UInt8](repeating: UInt8(ascii: "x"), count: length)
      one[index] = byte
      for bit in 0..<9 {
        var other = one
        other[index] ^= 1 << UInt8(bit)
        let isSame = ASCII.lowercased(byte) == ASCII.lowercased(other[index])
        if areEqual(one, other) != (one == other) || areEqualIgnoringCase(one, other) != isSame {
          mistakes.append("\(one) and \(other)")
        }
      }
    }
  }
  #expect(mistakes == [])
}

@Test func `ignores the case of letters and of nothing else`() {
  var mistakes: [String] = []
  for one in UInt8.min...UInt8.max {
    for other in UInt8.min...UInt8.max {
      let isSame = ASCII.lowercased(one) == ASCII.lowercased(other)
      let first = [0x41, one, 0, 0xFF, 0x20, one, 0x7A, 0x40]
      let second = [0x61, other, 0, 0xFF, 0x20, one, 0x5A, 0x40]
      if areEqualIgnoringCase(first, second) != isSame { mistakes.append("\(one) and \(other)") }
    }
  }
  #expect(mistakes == [])
}

private func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  ByteWords.areEqual(one.span, other.span)
}

private func areEqualIgnoringCase(_ one: [UInt8], _ other: [UInt8]) -> Bool {
  one.withUnsafeBytes { one in
    other.withUnsafeBytes { ByteWords.areEqualIgnoringCase(one, $0) }
  }
}
