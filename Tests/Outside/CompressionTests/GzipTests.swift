import RandomCases
import Compression
import Inflation
import Testing

private enum Bytes {
  /// Bytes below `limit`: the smaller the limit, the better they compress.
  static func random(_ count: Int, below limit: Int, seed: UInt64 = 1) -> [UInt8] {
    var dice = Dice(seed: CaseSeed.value &+ seed)
    return (0..<count).map { _ in UInt8(dice.next() % UInt64(limit)) }
  }
}

struct GzipTests {
  struct Input: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ bytes: [UInt8]) {
      testDescription = name
      self.bytes = bytes
    }
  }

  static let inputs = [
    Input("no bytes", []), Input("one byte", [0]), Input("every byte", Array(0...255)),
    Input("text", Array(String(repeating: "keiro 経路 ", count: 1000).utf8)),
    Input("2 MB of one byte", [UInt8](repeating: 0x78, count: 2_000_000)),
    Input("half a MB of incompressible bytes", Bytes.random(500_000, below: 256)),
    Input("half a MB of four byte values", Bytes.random(500_000, below: 4)),
    Input("a gzip file", Gzip.compress(Array("keiro".utf8)) ?? []),
  ]

  @Test(arguments: [1, 4, 256])
  func `compresses inputs of every small length and around the window size`(letters: Int) throws {
    for count in Array(0...64) + [255, 256, 32_767, 32_768, 32_769, 65_535, 65_536] {
      let bytes = Bytes.random(count, below: letters, seed: UInt64(count))
      let inflated = Inflation.inflate(try #require(Gzip.compress(bytes)), .gzip)
      #expect(inflated == bytes, "\(count) bytes")
    }
  }

  @Test(arguments: inputs)
  func `writes the same gzip file for the same bytes, which inflates to them`(input: Input) throws {
    let file = try #require(Gzip.compress(input.bytes))
    #expect(Inflation.inflate(file, .gzip) == input.bytes)
    // Otherwise the bytes of a document could change while its entity tag does not.
    #expect(file == Gzip.compress(input.bytes))
    // RFC 1952, section 2.3: magic, method 8, no flags, no time.
    #expect(file.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
  }

  @Test(arguments: inputs, [1000, 70_000])
  func `what is compressed piece by piece is one file of all bytes`(
    input: Input, size: Int
  ) throws {
    let stream = try #require(Gzipper())
    var file: [UInt8] = []
    for start in stride(from: 0, to: input.bytes.count, by: size) {
      let piece = Array(input.bytes[start..<min(start + size, input.bytes.count)])
      file += try #require(stream.feed(piece))
    }
    file += try #require(stream.feed([], isLast: true))
    #expect(Inflation.inflate(file, .gzip) == input.bytes)
  }

  @Test func `shrinks text a lot and never adds much`() throws {
    for input in Self.inputs {
      let file = try #require(Gzip.compress(input.bytes))
      #expect(file.count <= input.bytes.count + input.bytes.count / 1000 + 32)
    }
    let text = Array(String(repeating: "keiro ", count: 1000).utf8)
    #expect(try #require(Gzip.compress(text)).count < 100)
  }

  /// Otherwise the tests above could pass for files that no client can read.
  @Test func `an incomplete or corrupt file does not inflate`() throws {
    let file = try #require(Gzip.compress(Array("keiro".utf8)))
    for index in file.indices {
      #expect(Inflation.inflate(Array(file.prefix(index)), .gzip) == nil, "\(index) bytes")
    }
    // The checksum and the length at the end (RFC 1952, section 2.3.1).
    for index in file.indices.suffix(8) {
      var faulty = file
      faulty[index] ^= 1
      #expect(Inflation.inflate(faulty, .gzip) == nil, "byte \(index)")
    }
    #expect(Inflation.inflate(file + [0], .gzip) == nil)
  }
}

struct GunzipTests {
  @Test func `unpacks several files behind one another, cut anywhere`() throws {
    let texts = [Bytes.random(40_000, below: 4), [], Bytes.random(300, below: 256, seed: 2)]
    let packed = try texts.flatMap { try #require(Gzip.compress($0)) }
    for piece in [1, 7, packed.count] {
      let gunzip = try #require(Gunzip())
      var unpacked: [UInt8] = []
      for start in stride(from: 0, to: packed.count, by: piece) {
        let part = Array(packed[start..<min(start + piece, packed.count)])
        #expect(gunzip.feed(part) { unpacked += $0 })
      }
      #expect(unpacked == texts.flatMap(\.self))
      #expect(gunzip.isWhole)
    }
  }

  @Test func `tells what is broken off, and what is no gzip`() throws {
    let packed = try #require(Gzip.compress(Bytes.random(4000, below: 4)))
    let gunzip = try #require(Gunzip())
    #expect(gunzip.feed(Array(packed.dropLast())) { _ in })
    #expect(!gunzip.isWhole)
    let other = try #require(Gunzip())
    #expect(!other.feed(Array("GET / HTTP/1.1".utf8)) { _ in })
    var damaged = packed
    damaged[packed.count - 5] ^= 1
    let checked = try #require(Gunzip())
    #expect(!checked.feed(damaged) { _ in })
  }
}
