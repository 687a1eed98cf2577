/// Fills memory in pieces, as far as there is room.
///
/// A line of many pieces is written like this rather than by appending to an array, which would look at its
/// room, and whether it is shared, once for each piece. Usable from inlined code, as `ASCII` is.
@usableFromInline
package struct ByteFilling {
  @usableFromInline let buffer: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline package private(set) var count: Int

  /// - Parameters:
  ///   - buffer: the memory.
  ///   - count: the number of its bytes that are filled.
  @inlinable
  package init(_ buffer: UnsafeMutableBufferPointer<UInt8>, _ count: Int) {
    self.buffer = buffer
    self.count = count
  }

  @inlinable @inline(__always)
  package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let from = bytes.baseAddress, let to = buffer.baseAddress,
      bytes.count <= buffer.count - count
    else { return }
    (to + count).update(from: from, count: bytes.count)
    count += bytes.count
  }

  @inlinable @inline(__always)
  package mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a number that is not negative.
  ///
  /// - Parameter width: the minimum number of digits, padded with leading zeros.
  @inlinable
  package mutating func append(decimal number: Int, width: Int = 1) {
    var digits = 1
    var tens = 10
    while digits < 18, tens <= number {
      digits += 1
      tens *= 10
    }
    if tens <= number { digits += 1 }
    let end = count + max(digits, width)
    guard number >= 0, end <= buffer.count else { return }
    var rest = number
    for index in (count..<end).reversed() {
      buffer[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count = end
  }
}
