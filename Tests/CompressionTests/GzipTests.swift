import Compression
import Testing

@Test func `writes the same gzip file for the same bytes`() throws {
  let bytes = Array(String(repeating: "keiro ", count: 1000).utf8)
  let first = try #require(Gzip.compress(bytes))
  #expect(first == Gzip.compress(bytes))
  #expect(first.prefix(3) == [0x1F, 0x8B, 8])
  #expect(first.count < 100)
  // The trailer has the length of the original, low byte first (RFC 1952).
  #expect(first.suffix(4) == [0x70, 0x17, 0, 0])
}

@Test func `compresses empty input`() throws {
  #expect(try #require(Gzip.compress([])).suffix(8).allSatisfy { $0 == 0 })
}
