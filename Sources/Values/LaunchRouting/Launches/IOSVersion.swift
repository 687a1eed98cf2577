/// A version of iOS or iPadOS.
public struct IOSVersion: Hashable, Comparable, Sendable {
  /// The number before the first dot.
  public let major: Int
  /// The second number; 0 when there is none.
  public let minor: Int
  /// The third number; 0 when there is none.
  public let patch: Int

  /// A version from its numbers, each from 0.
  public init(major: Int, minor: Int = 0, patch: Int = 0) {
    self.major = max(0, major)
    self.minor = max(0, minor)
    self.patch = max(0, patch)
  }

  /// Nil unless the text is one to three numbers of at most four digits, separated by dots.
  public init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let digits: ClosedRange<UInt8> = 0x30...0x39
    guard (1...3).contains(parts.count) else { return nil }
    var numbers: [Int] = []
    for part in parts {
      guard part.utf8.count <= 4, part.utf8.allSatisfy(digits.contains), let number = Int(part)
      else { return nil }
      numbers.append(number)
    }
    self.init(
      major: numbers[0], minor: numbers.count > 1 ? numbers[1] : 0,
      patch: numbers.count > 2 ? numbers[2] : 0)
  }

  /// Older versions come first.
  public static func < (left: IOSVersion, right: IOSVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }

  /// The newest version known to this library.
  public static let newest = IOSVersion(major: 26)
}

extension IOSVersion: CustomStringConvertible {
  /// Two numbers, or three when the third is not zero.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}
