private import CZlib

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
