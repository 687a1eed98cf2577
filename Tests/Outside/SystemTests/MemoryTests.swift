import Testing

@testable import System

/// Serialized: each test measures the whole process.
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

  /// Another test of the process may return what this one has freed, so one of several attempts has to do.
  @Test func `counts freed blocks as idle until they are returned`() throws {
    #expect(try (0..<5).contains { _ in try isCountedUntilReturned() })
  }

  private func isCountedUntilReturned() throws -> Bool {
    let size = 128 * Self.megabyte
    let blocks = (0..<size / 1024).map { _ in
      let block = UnsafeMutableRawPointer.allocate(byteCount: 1008, alignment: 16)
      block.storeBytes(of: 1, as: UInt8.self)
      return block
    }
    let inUse = try #require(Memory.idle)
    // The last one keeps the allocator from returning the others by itself.
    for block in blocks.dropLast() { block.deallocate() }
    defer { blocks.last?.deallocate() }
    let freed = try #require(Memory.idle)
    Memory.returnUnused()
    let returned = try #require(Memory.idle)
    return freed - inUse > size / 2 && freed - returned > size / 2
  }

  @Test func `returns the pages of code, which come back as they are called`() throws {
    let before = try residentOfFiles
    Memory.returnUnused()
    let after = try residentOfFiles
    #expect(before - after > Self.megabyte)
    #expect("code".uppercased() == "CODE")
  }
}
