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

/// Compresses a file in pieces into one gzip stream: what is made of a long list as it is read.
package final class Gzipper {
  private let stream: OpaquePointer

  /// Nil when memory runs out.
  package init?() {
    guard let stream = keiro_gzipper_open(Z_BEST_SPEED) else { return nil }
    self.stream = stream
  }

  deinit { keiro_gzipper_close(stream) }

  private final class Output {
    var bytes: [UInt8] = []
  }

  /// Compresses the next piece.
  ///
  /// - Returns: what can be sent so far, which may be nothing but for the last piece; nil when zlib fails.
  package func feed(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8]? {
    let output = Output()
    let isTaken = withExtendedLifetime(output) {
      keiro_gzipper_feed(
        stream, bytes, bytes.count, isLast, Unmanaged.passUnretained(output).toOpaque()
      ) { context, part, count in
        guard let context else { return }
        Unmanaged<Output>.fromOpaque(context).takeUnretainedValue()
          .bytes.append(contentsOf: UnsafeBufferPointer(start: part, count: count))
      }
    }
    return isTaken ? output.bytes : nil
  }
}

/// Decompresses a gzip file in pieces and passes the output on in small parts.
package final class Gunzip {
  /// The bytes that a gzip file begins with (RFC 1952, section 2.3.1).
  package static let mark: [UInt8] = [0x1F, 0x8B]

  private let stream: OpaquePointer

  /// Nil when memory runs out.
  package init?() {
    guard let stream = keiro_gunzip_open() else { return nil }
    self.stream = stream
  }

  deinit { keiro_gunzip_close(stream) }

  private final class Taker {
    let take: ([UInt8]) -> Void

    init(_ take: @escaping ([UInt8]) -> Void) { self.take = take }
  }

  /// Decompresses the next piece.
  ///
  /// - Returns: false for bytes that are not gzip.
  package func feed(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) -> Bool {
    withoutActuallyEscaping(take) { take in
      let taker = Taker(take)
      return withExtendedLifetime(taker) {
        keiro_gunzip_feed(
          stream, bytes, bytes.count, Unmanaged.passUnretained(taker).toOpaque()
        ) { context, part, count in
          guard let context else { return }
          Unmanaged<Taker>.fromOpaque(context).takeUnretainedValue()
            .take(Array(UnsafeBufferPointer(start: part, count: count)))
        }
      }
    }
  }

  /// Whether the file was complete.
  package var isWhole: Bool { keiro_gunzip_is_whole(stream) }
}
