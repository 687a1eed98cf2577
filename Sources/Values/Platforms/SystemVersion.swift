import WebSyntax

/// A version of a system or its SDK, such as `13.5.1`; missing numbers count as zero.
public struct SystemVersion: Hashable, Comparable, Sendable {
  /// The first number, 13 in `13.5.1`.
  public let major: Int
  /// The second number, 5 in `13.5.1`.
  public let minor: Int
  /// The third number, 1 in `13.5.1`.
  public let patch: Int

  /// Creates a version from its numbers.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// Parses one to three numbers of at most four digits, separated by dots; nil for anything else.
  public init?(_ text: String) {
    guard let numbers = VersionNumber.numbers(text, count: 3, digits: 4) else { return nil }
    major = numbers[0]
    minor = numbers.count > 1 ? numbers[1] : 0
    patch = numbers.count > 2 ? numbers[2] : 0
  }

  /// Orders older versions first.
  public static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension SystemVersion: CustomStringConvertible {
  /// The first two numbers, and the third unless it is zero.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}
