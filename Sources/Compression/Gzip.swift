private import CZlib

/// The gzip format (RFC 1952) through zlib.
package enum Gzip {
  /// The version of the linked zlib, as in `1.3.1`.
  package static var libraryVersion: String { String(cString: zlibVersion()) }

  package enum Effort {
    /// For bytes that are compressed once and served often.
    case best
    /// For bytes made for one request: a few kilobytes take some ten microseconds, and sixty-four
    /// kilobytes of memory meanwhile.
    case fast

    fileprivate var level: Int32 { self == .best ? Z_BEST_COMPRESSION : Z_BEST_SPEED }
    /// The logarithm of the window's size, with sixteen added for the header of gzip.
    fileprivate var windowBits: Int32 { (self == .best ? 15 : 13) + 16 }
    fileprivate var memoryLevel: Int32 { self == .best ? 9 : 6 }
  }

  /// Compresses the bytes; nil when zlib fails, which happens only when memory runs out. The same
  /// input gives the same output: the header has no time and no name.
  package static func compress(_ bytes: [UInt8], _ effort: Effort = .best) -> [UInt8]? {
    var stream = z_stream()
    let started = deflateInit2_(
      &stream, effort.level, Z_DEFLATED, effort.windowBits, effort.memoryLevel,
      Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard started == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    var input = bytes
    let capacity = Int(deflateBound(&stream, UInt(bytes.count)))
    let result = input.withUnsafeMutableBufferPointer { input -> [UInt8]? in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(clamping: input.count)
      var finished = false
      let output = [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: output.count)
        finished = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = finished ? Int(stream.total_out) : 0
      }
      return finished ? output : nil
    }
    return result
  }
}
