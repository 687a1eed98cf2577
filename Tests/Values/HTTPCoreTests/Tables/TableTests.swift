import Testing
import WebSyntax

@testable import HTTPCore

@Test func `finds every key of a table and no other`() {
  let keys = (0..<5000).map { Array("key-\($0)".utf8) }
  let table = ByteTable(keys.enumerated().map { (key: $1, value: $0) })
  #expect(keys.indices.allSatisfy { table[keys[$0][...]] == $0 })
  #expect(table[Array("key-5000".utf8)[...]] == nil)
  #expect(table[[]] == nil)
  let nothing = ByteTable([(key: [UInt8], value: Int)]())
  #expect(nothing[Array("x".utf8)[...]] == nil)
  let twice = ByteTable([(key: [1], value: "first"), (key: [1], value: "second")])
  #expect(twice[[1]] == "first")
}

@Test func `compares and hashes texts of every length at every alignment`() {
  for count in 0...40 {
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ 1) }
    let table = ByteTable([(key: text, value: count)])
    for shift in 0..<8 {
      let shifted = [UInt8](repeating: 0xFF, count: shift) + text + [0xFF, 0xFF]
      #expect(table[shifted[shift..<shift + count]] == count)
      #expect(table[shifted[shift..<shift + count + 1]] == nil)
    }
    for index in text.indices {
      var other = text
      other[index] ^= 0x80
      #expect(table[other[...]] == nil)
      let areEqual = ByteWords.areEqual(other.span, text.span)
      #expect(!areEqual)
    }
  }
}

@Test func `finds either of two bytes at every index`() {
  for count in 0...20 {
    let text = [UInt8](repeating: 0x2A, count: count)
    let isHeld = ByteWords.hold(text.span, either: 0x6A, or: 0x4A)
    #expect(!isHeld)
    for index in text.indices {
      for byte: UInt8 in [0x4A, 0x6A, 0x0A, 0xEA, 0x6B, 0x69, 0xCA, 0x49] {
        var other = text
        other[index] = byte
        let isHeld = ByteWords.hold(other.span, either: 0x6A, or: 0x4A)
        #expect(isHeld == (byte == 0x6A || byte == 0x4A))
      }
    }
  }
}

@Test func `distinguishes lengths that differ by a multiple of 64`() {
  let text = [UInt8](repeating: 0, count: 200)
  let table = ByteTable([(key: Array(text[..<70]), value: 1)])
  #expect(table[text[..<70]] == 1)
  #expect([6, 134, 198].allSatisfy { table[text[..<$0]] == nil })
}

@Test func `reduces hosts of every length like a byte-by-byte version`() {
  for count in 1...24 {
    for index in 0..<count {
      for byte: UInt8 in [0x2E, 0x3A, 0x41, 0x5A, 0x5B, 0x5D, 0x60, 0x61, 0x7A, 0xC1] {
        var host = [UInt8](repeating: 0x61, count: count)
        host[index] = byte
        #expect(Array(HTTPHost.name(of: host[...])) == slowName(host))
      }
    }
  }
}

private func slowName(_ host: [UInt8]) -> [UInt8] {
  var name = host
  let colon = UInt8(ascii: ":")
  if let bracket = host.firstIndex(of: UInt8(ascii: "]")) {
    name = Array(host[...bracket])
    if host.first != UInt8(ascii: "["), let end = name.firstIndex(of: colon) {
      name = Array(name[..<end])
    }
  } else if host.first != UInt8(ascii: "["), let end = host.firstIndex(of: colon) {
    name = Array(host[..<end])
  }
  if name.count > 1, name.last == UInt8(ascii: ".") { name.removeLast() }
  return name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
}

@Test(arguments: [
  ("Example.COM", "example.com"), ("example.com:8080", "example.com"), ("a.b.", "a.b"),
  ("a.b.:80", "a.b"), ("[::1]:80", "[::1]"), (".", "."), ("", ""),
])
func `reduces a host to its name`(_ authority: String, _ expected: String) {
  let name = HTTPHost.name(of: Array(authority.utf8)[...])
  #expect(String(decoding: name, as: UTF8.self) == expected)
}

@Test func `splits a query into items`() {
  let items = HTTPQuery(Array("a=1&&b&=c&d=e=f&".utf8)[...]).map { item in
    let value = item.value.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    return String(decoding: item.name, as: UTF8.self) + ":" + value
  }
  #expect(items == ["a:1", "b:none", ":c", "d:e=f"])
}
