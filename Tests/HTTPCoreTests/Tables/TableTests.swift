import Testing

@testable import HTTPCore

@Test func `finds every key of a table and no other`() {
  let keys = (0..<5000).map { Array("key-\($0)".utf8) }
  let table = ByteTable(keys.enumerated().map { (key: $1, value: $0) })
  #expect(keys.indices.allSatisfy { table[keys[$0][...]] == $0 })
  #expect(table[Array("key-5000".utf8)[...]] == nil)
  #expect(table[[]] == nil)
  #expect(ByteTable<Int>([])[Array("x".utf8)[...]] == nil)
  let twice = ByteTable([(key: [1], value: "first"), (key: [1], value: "second")])
  #expect(twice[[1]] == "first")
}

@Test(arguments: [
  ("Example.COM", "example.com"), ("example.com:8080", "example.com"), ("a.b.", "a.b"),
  ("a.b.:80", "a.b"), ("[::1]:80", "[::1]"), (".", "."), ("", ""),
])
func `reduces a host to its name`(_ authority: String, _ expected: String) {
  let name = HTTPHost.name(of: Array(authority.utf8)[...])
  #expect(String(decoding: name, as: UTF8.self) == expected)
}

@Test(arguments: [
  ("a%20b", "a b"), ("%41%zz", nil), ("%4", nil), ("%", nil), ("%E3%81%82", "あ"), ("+", "+"),
])
func `decodes percent-encoding or says that it cannot`(_ text: String, _ expected: String?) {
  let decoded = PercentCoding.decode(Array(text.utf8)[...])
  #expect(decoded.map { String(decoding: $0, as: UTF8.self) } == expected)
}

@Test func `takes the items of a query apart`() {
  let items = HTTPQuery(Array("a=1&&b&=c&d=e=f&".utf8)[...]).map { item in
    let value = item.value.map { String(decoding: $0, as: UTF8.self) } ?? "none"
    return String(decoding: item.name, as: UTF8.self) + ":" + value
  }
  #expect(items == ["a:1", "b:none", ":c", "d:e=f"])
}
