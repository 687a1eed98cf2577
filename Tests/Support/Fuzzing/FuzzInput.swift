/// Splits the input of fuzz targets.
enum FuzzInput {
  /// The parts between separators; the last part contains everything beyond the limit.
  ///
  /// - Parameter limit: 1 or more.
  /// - Returns: at least one part.
  static func parts(_ bytes: [UInt8], separator: String, limit: Int) -> [[UInt8]] {
    let separator = Array(separator.utf8)
    var parts: [[UInt8]] = []
    var rest = bytes[...]
    while parts.count < limit - 1, let range = rest.firstRange(of: separator) {
      parts.append(Array(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [Array(rest)]
  }

  /// The bytes in pieces whose lengths alternate between two of 1 to 16, both in one byte.
  static func pieces(_ bytes: [UInt8], lengths: UInt8) -> [[UInt8]] {
    let lengths = [Int(lengths & 0xF) + 1, Int(lengths >> 4) + 1]
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = lengths[pieces.count % 2]
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return pieces
  }
}
