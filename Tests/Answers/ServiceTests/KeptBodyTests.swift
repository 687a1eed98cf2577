import Testing

@testable import Service

@Suite struct KeptBodyTests {
  @Test(arguments: [0, 1, 65_536, 65_537, 300_000])
  func `a body comes back as it was kept, whether in memory or in a file`(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var body = KeptBody()
    for start in stride(from: 0, to: count, by: 40_000) {
      try body.append(Array(bytes[start..<min(start + 40_000, count)]))
    }
    #expect(body.count == count)
    // Twice, as for a reader that begins anew.
    for _ in 0..<2 {
      var pieces = try body.pieces()
      var read: [UInt8] = []
      while let piece = try pieces.next() { read += piece }
      #expect(read == bytes)
    }
  }
}
