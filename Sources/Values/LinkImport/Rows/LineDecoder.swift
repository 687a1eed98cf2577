/// Splits bytes in pieces of any size into lines, in memory bounded by the longest line.
package struct LineDecoder: Sendable {
  package struct Line: Equatable, Sendable {
    package let number: Int
    /// The line without its end; nil when it is longer than a megabyte.
    package let bytes: [UInt8]?
  }

  private static let byteLimit = 1 << 20

  private var bytes: [UInt8] = []
  private var isTooLong = false
  private var number = 1

  package init() {}

  /// Reads the next bytes, and returns the lines that they complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Line] {
    var lines: [Line] = []
    for byte in bytes {
      if byte == 0x0A {
        end(&lines)
        number += 1
      } else if self.bytes.count < Self.byteLimit {
        self.bytes.append(byte)
      } else {
        isTooLong = true
      }
    }
    return lines
  }

  /// Ends the text: the last line may lack its line end.
  package mutating func finish() -> [Line] {
    var lines: [Line] = []
    end(&lines)
    return lines
  }

  private mutating func end(_ lines: inout [Line]) {
    if number == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let isBlank = bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    if !isBlank || isTooLong { lines.append(Line(number: number, bytes: isTooLong ? nil : bytes)) }
    bytes.removeAll(keepingCapacity: true)
    isTooLong = false
  }
}
