private import CZlib

/// Decompression with zlib, for tests that compare contents instead of compressed bytes.
package enum Inflation {
  package enum Format: Int32, Sendable {
    /// The format of RFC 1950, as in PNG.
    case zlib = 15
    /// The format of RFC 1952.
    case gzip = 31
  }

  /// Nil unless the bytes are exactly one complete stream with correct checksums.
  package static func inflate(_ bytes: [UInt8], _ format: Format) -> [UInt8]? {
    final class Output {
      var bytes: [UInt8] = []
    }
    let output = Output()
    let isWhole = withExtendedLifetime(output) {
      let context = Unmanaged.passUnretained(output).toOpaque()
      return keiro_inflate(bytes, bytes.count, format.rawValue, context) { context, part, count in
        guard let context else { return false }
        Unmanaged<Output>.fromOpaque(context).takeUnretainedValue().bytes += UnsafeBufferPointer(
          start: part, count: count)
        return true
      }
    }
    return isWhole ? output.bytes : nil
  }

  /// The checksum of PNG chunks (PNG, section 5.5).
  package static func crc32(_ bytes: [UInt8]) -> UInt32 {
    UInt32(truncatingIfNeeded: CZlib.crc32(0, bytes, UInt32(clamping: bytes.count)))
  }
}
