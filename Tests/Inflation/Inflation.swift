private import CZlib

/// Decompression with zlib, for tests that compare contents instead of signatures.
package enum Inflation {
  package enum Format: Int32, Sendable {
    /// RFC 1950, as in PNG.
    case zlib = 15
    /// RFC 1952.
    case gzip = 31
  }

  /// Nil unless the bytes are exactly one complete stream with correct checksums.
  package static func inflate(_ bytes: [UInt8], _ format: Format) -> [UInt8]? {
    var stream = z_stream()
    let size = Int32(MemoryLayout<z_stream>.size)
    guard inflateInit2_(&stream, format.rawValue, ZLIB_VERSION, size) == Z_OK else { return nil }
    defer { inflateEnd(&stream) }
    var input = bytes
    return input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      var output: [UInt8] = []
      var status = Z_OK
      while status == Z_OK {
        var part = [UInt8](repeating: 0, count: 1 << 16)
        status = part.withUnsafeMutableBufferPointer { part in
          stream.next_out = part.baseAddress
          stream.avail_out = UInt32(part.count)
          return CZlib.inflate(&stream, Z_NO_FLUSH)
        }
        output += part.dropLast(Int(stream.avail_out))
      }
      return status == Z_STREAM_END && stream.avail_in == 0 ? output : nil
    }
  }

  /// The checksum of PNG chunks (PNG, section 5.5).
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: CZlib.crc32(0, bytes, UInt32(clamping: bytes.count)))
  }
}
