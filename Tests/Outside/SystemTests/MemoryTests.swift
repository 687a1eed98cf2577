import Testing

@testable import System

/// One after the other: each measures the whole process.
@Suite(.serialized) struct MemoryTests {
  private static let megabyte = 1 << 20

  /// The resident bytes of files, as the kernel counts them.
  private var residentOfFiles: Int {
    get throws {
      let status = String(
        decoding: try readFile("/proc/self/status", limit: Self.megabyte), as: UTF8.self)
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssFile:") })
      return try #require(
        line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) })
        * 1024
    }
  }

  @Test func `counts what is written to, and not what is only reserved`() throws {
    let size = 256 * Self.megabyte
    let before = try #require(Memory.resident)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)
    defer { block.deallocate() }
    let reserved = try #require(Memory.resident)
    #expect(reserved - before < size / 2)
    for offset in stride(from: 0, to: size, by: 4096) { block[offset] = 1 }
    let written = try #require(Memory.resident)
    #expect(written - before > size / 2)
  }

  @Test func `returns the pages of code, which come back as they are called`() throws {
    let before = try residentOfFiles
    Memory.returnUnused()
    let after = try residentOfFiles
    #expect(before - after > Self.megabyte)
    #expect("code".uppercased() == "CODE")
  }
}
