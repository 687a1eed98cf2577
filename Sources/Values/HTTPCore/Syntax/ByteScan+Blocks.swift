extension ByteScan {
  /// Sixteen bytes that are examined at once.
  ///
  /// A comparison with a single value instead of a block is compiled into a loop.
  typealias Block = SIMD16<UInt8>
  typealias Marks = SIMDMask<Block.MaskStorage>

  @inline(__always)
  static func every(_ byte: UInt8) -> Block { Block(repeating: byte) }

  /// The index of the first byte in the range that is marked; the upper bound when there is none.
  ///
  /// A block may extend past the range, and the last one begins early enough to end with the bytes;
  /// anything outside the range is ignored.
  ///
  /// - Parameters:
  ///   - bytes: the bytes that may be read.
  ///   - range: a part of them.
  ///   - mark: the marks of a block.
  @inline(__always)
  static func first(
    in bytes: Span<UInt8>, _ range: Range<Int>, where mark: (Block) -> Marks
  ) -> Int {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    var index = range.lowerBound
    while index <= bytes.count &- Block.scalarCount {
      if let offset = firstMark(mark(block(bytes, at: index))) {
        return min(index &+ offset, range.upperBound)
      }
      index &+= Block.scalarCount
      if index >= range.upperBound { return range.upperBound }
    }
    return firstInLastBlock(of: bytes, index..<range.upperBound, where: mark)
  }

  /// The block at an index with at least sixteen bytes after it.
  @inline(__always)
  private static func block(_ bytes: Span<UInt8>, at index: Int) -> Block {
    bytes.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: Block.self)
  }

  /// The offset of the first mark in a block; nil when there is none.
  @inline(__always)
  private static func firstMark(_ marks: Marks) -> Int? {
    let words = unsafeBitCast(marks, to: SIMD2<UInt64>.self)
    if words[0] != 0 { return UInt64(littleEndian: words[0]).trailingZeroBitCount &>> 3 }
    if words[1] != 0 { return 8 &+ UInt64(littleEndian: words[1]).trailingZeroBitCount &>> 3 }
    return nil
  }

  /// The same as `first` for a range in the last sixteen bytes.
  @inline(never)
  private static func firstInLastBlock(
    of bytes: Span<UInt8>, _ range: Range<Int>, where mark: (Block) -> Marks
  ) -> Int {
    let start = max(bytes.count &- Block.scalarCount, 0)
    var last = Block()
    if bytes.count >= Block.scalarCount {
      last = block(bytes, at: start)
    } else {
      for index in 0..<bytes.count { last[index] = bytes[index] }
    }
    let words = unsafeBitCast(mark(last), to: SIMD2<UInt64>.self)
    let skipped = 8 &* (range.lowerBound &- start)
    let low = UInt64(littleEndian: words[0]) & ~0 << skipped
    let high = UInt64(littleEndian: words[1]) & ~0 << max(skipped &- 64, 0)
    let bits = low != 0 ? low.trailingZeroBitCount : 64 &+ high.trailingZeroBitCount
    return min(start &+ bits &>> 3, range.upperBound)
  }
}
