import Inflation

/// A PNG with a palette of greys, one bit per pixel, decoded according to the specification (W3C,
/// PNG 3rd edition), without the library that wrote it.
struct PNGPicture {
  struct Fault: Error, Equatable {
    let message: String

    init(_ message: String) { self.message = message }
  }

  private struct Chunk {
    let type: String
    let data: [UInt8]
  }

  let width: Int
  let height: Int
  /// From 0 for black to 255 for white, row by row from the top.
  let pixels: [UInt8]

  init(_ file: [UInt8]) throws {
    guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else {
      throw Fault("no signature")
    }
    let chunks = try Self.chunks(file.dropFirst(8))
    guard let header = chunks.first, header.type == "IHDR", header.data.count == 13 else {
      throw Fault("no header")
    }
    guard let last = chunks.last, last.type == "IEND", last.data.isEmpty else {
      throw Fault("no end")
    }
    // One-bit palette indexes, compression and filter methods 0, not interlaced (section 11.2.1).
    guard header.data[8...] == [1, 3, 0, 0, 0] else { throw Fault("another format") }
    guard let table = chunks.first(where: { $0.type == "PLTE" })?.data, table.count == 6 else {
      throw Fault("no table of two colours")
    }
    width = Self.number(header.data[0..<4])
    height = Self.number(header.data[4..<8])
    let data = chunks.filter { $0.type == "IDAT" }.flatMap(\.data)
    guard let lines = Inflation.inflate(data, .zlib) else { throw Fault("no zlib stream") }
    // A line begins with its filter, which is 0, none, for palettes (section 12.7).
    let lineBytes = 1 + (width + 7) / 8
    guard lines.count == height * lineBytes else { throw Fault("too few or too many pixels") }
    var pixels: [UInt8] = []
    for y in 0..<height {
      guard lines[y * lineBytes] == 0 else { throw Fault("a filter") }
      for x in 0..<width {
        let isLight = lines[y * lineBytes + 1 + x / 8] >> UInt8(7 - x % 8) & 1 == 1
        pixels.append(table[isLight ? 3 : 0])
      }
    }
    self.pixels = pixels
  }

  private static func chunks(_ bytes: ArraySlice<UInt8>) throws -> [Chunk] {
    var rest = bytes
    var chunks: [Chunk] = []
    while !rest.isEmpty {
      guard rest.count >= 12 else { throw Fault("a chunk is cut") }
      let length = number(rest.prefix(4))
      guard rest.count >= length + 12 else { throw Fault("a chunk is cut") }
      let body = Array(rest.dropFirst(4).prefix(length + 4))
      let checksum = number(rest.dropFirst(length + 8).prefix(4))
      guard Inflation.crc32(body) == checksum else { throw Fault("a checksum is wrong") }
      let type = String(decoding: body.prefix(4), as: UTF8.self)
      chunks.append(Chunk(type: type, data: Array(body.dropFirst(4))))
      rest = rest.dropFirst(length + 12)
    }
    return chunks
  }

  private static func number(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}
