/// Writes a page into memory of a fixed size. Bytes that do not fit are dropped, and `isFull` is
/// set.
///
/// An array checks at each append whether it is unique and large enough, which for the many small
/// parts of a page costs more than copying them.
struct PageWriter {
  private let start: UnsafeMutablePointer<UInt8>?
  private(set) var count = 0
  private let capacity: Int
  /// Whether something did not fit.
  private(set) var isFull = false

  private init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    start = memory.baseAddress
    capacity = memory.count
  }

  /// Returns the bytes that `write` writes.
  ///
  /// - Parameter expected: the usual number of bytes; a longer page is written again into more
  ///   memory.
  static func bytes(expected: Int, write: (inout PageWriter) -> Void) -> [UInt8] {
    var capacity = expected
    while true {
      var isFull = false
      let page = [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
        var writer = PageWriter(memory)
        write(&writer)
        count = writer.count
        isFull = writer.isFull
      }
      if !isFull { return page }
      capacity = capacity * 2 + 64
    }
  }

  mutating func append(_ byte: UInt8) {
    guard count < capacity, let start else { return isFull = true }
    (start + count).initialize(to: byte)
    count &+= 1
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let source = bytes.baseAddress, !bytes.isEmpty else { return }
    guard bytes.count <= capacity &- count, let start else { return isFull = true }
    (start + count).initialize(from: source, count: bytes.count)
    count &+= bytes.count
  }

  mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append($0) }
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Appends a copy of bytes that are already written.
  mutating func append(again range: Range<Int>) {
    guard let start, range.upperBound <= count else { return }
    append(UnsafeBufferPointer(start: start + range.lowerBound, count: range.count))
  }

  /// Removes the bytes after an offset.
  mutating func remove(behind count: Int) {
    self.count = min(count, self.count)
  }

  /// The bytes after an offset; valid until the next write.
  func written(behind count: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start, count < self.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(start: start + count, count: self.count - count)
  }
}
