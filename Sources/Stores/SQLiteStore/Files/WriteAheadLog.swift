import System

/// What SQLite writes first to a log beside the file, where it stays until it is merged.
///
/// Source: https://www.sqlite.org/fileformat2.html#the_write_ahead_log
struct WriteAheadLog: Equatable {
  private let file: String
  private let pageSize: Int
  private let salts: [UInt8]
  private let isLittleEndian: Bool
  /// The sum of the head, which that of each frame continues.
  private let sum: Sum
  private let isHeadWhole: Bool

  private static let headSize = 32
  private static let frameHeadSize = 24

  /// Reads the head of the log of a file; nil if there is none.
  init?(of file: String) {
    self.file = file
    let path = Self.path(of: file)
    guard let head = try? readFile(path, from: 0, to: Self.headSize), head.count == Self.headSize
    else { return nil }
    pageSize = Int(Sum.word(head, 8, false))
    guard (512...65536).contains(pageSize), pageSize & (pageSize - 1) == 0 else { return nil }
    salts = Array(head[16..<24])
    isLittleEndian = head[3] & 1 == 0
    var sum = Sum()
    sum.add(head, 0..<24, isLittleEndian)
    self.sum = sum
    isHeadWhole = sum.equals(head, 24)
  }

  private static func path(of file: String) -> String { resolvedPath(file) + "-wal" }

  /// The changes that were answered and cannot be read any more, as a sentence; nil if there are none.
  ///
  /// SQLite reads a log up to the first frame with a wrong sum, and takes what is behind it for the rest of a
  /// write that was cut off. But a commit is on the disk before the next write begins: one with more behind it
  /// was whole.
  func damage() -> String? {
    let path = Self.path(of: file)
    guard let pieces = try? FilePieces(path: path, from: Self.headSize) else { return nil }
    let size = Self.frameHeadSize + pageSize
    var (sum, position, rest) = (sum, Self.headSize, [UInt8]())
    var place = isHeadWhole ? nil : 0
    var (commits, isCertain) = (0, false)
    while let piece = try? pieces.next() {
      rest += piece
      var start = 0
      while rest.count - start >= size {
        let frame = Array(rest[start..<start + size])
        let isOfThisLog = frame[8..<16].elementsEqual(salts)
        if place == nil {
          sum.add(frame, 0..<8, isLittleEndian)
          sum.add(frame, Self.frameHeadSize..<size, isLittleEndian)
          if !isOfThisLog || !sum.equals(frame, 16) { place = position }
        }
        if place != nil, isOfThisLog {
          isCertain = isCertain || commits > 0
          if Sum.word(frame, 4, false) != 0 { commits += 1 }
        }
        start += size
        position += size
      }
      rest.removeFirst(start)
    }
    // A process may have begun the log anew meanwhile.
    guard let place, isCertain, WriteAheadLog(of: file) == self else { return nil }
    return "the log '\(path)' is damaged at byte \(place): \(commits) changes behind it are lost"
  }
}

/// The sum of a log's words, two of which are added at a time.
private struct Sum: Equatable {
  private var (first, second): (UInt32, UInt32) = (0, 0)

  mutating func add(_ bytes: [UInt8], _ range: Range<Int>, _ isLittleEndian: Bool) {
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
      first &+= Self.word(bytes, start, isLittleEndian) &+ second
      second &+= Self.word(bytes, start + 4, isLittleEndian) &+ first
    }
  }

  func equals(_ bytes: [UInt8], _ start: Int) -> Bool {
    first == Self.word(bytes, start, false) && second == Self.word(bytes, start + 4, false)
  }

  static func word(_ bytes: [UInt8], _ start: Int, _ isLittleEndian: Bool) -> UInt32 {
    let word = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) }
    return isLittleEndian ? UInt32(littleEndian: word) : UInt32(bigEndian: word)
  }
}
