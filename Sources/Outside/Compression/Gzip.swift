private import CZlib

/// The gzip format (RFC 1952) through zlib.
package enum Gzip {
  /// The version of the linked zlib, such as `1.3.1`.
  package static var libraryVersion: String { String(cString: zlibVersion()) }

  /// The effort spent on compression.
  package enum Effort {
    /// The best ratio, for bytes that are compressed once and served often.
    case best
    /// Fast, for bytes that are generated for one request: a few kilobytes take some ten
    /// microseconds, and sixty-four kilobytes of memory meanwhile.
    case fast

    fileprivate var level: Int32 { self == .best ? Z_BEST_COMPRESSION : Z_BEST_SPEED }
    /// The logarithm of the window size.
    fileprivate var window: Int32 { self == .best ? 15 : 13 }
    fileprivate var memoryLevel: Int32 { self == .best ? 9 : 6 }
  }

  /// Compresses the bytes; nil when zlib fails, which happens only when memory runs out. The same
  /// input gives the same output: the header has no time and no name.
  package static func compress(_ bytes: [UInt8], _ effort: Effort = .best) -> [UInt8]? {
    let room = keiro_gzip_bound(bytes.count)
    let output = [UInt8](unsafeUninitializedCapacity: room) { output, count in
      count = keiro_gzip(
        bytes, bytes.count, effort.level, effort.window, effort.memoryLevel, output.baseAddress,
        output.count)
    }
    return output.isEmpty ? nil : output
  }
}
