import WebSyntax

/// A version of a system or of its SDK, as in `13.5.1`; missing numbers count as zero.
public struct SystemVersion: Hashable, Comparable, Sendable {
  /// The 13 of `13.5.1`.
  public let major: Int
  /// The 5 of `13.5.1`.
  public let minor: Int
  /// The 1 of `13.5.1`.
  public let patch: Int

  /// A version from its numbers.
  public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
    self.major = major
    self.minor = minor
    self.patch = patch
  }

  /// One to three numbers of at most four digits, separated by dots; nil for anything else.
  public init?(_ text: String) {
    guard let numbers = VersionNumber.numbers(text, count: 3, digits: 4) else { return nil }
    major = numbers[0]
    minor = numbers.count > 1 ? numbers[1] : 0
    patch = numbers.count > 2 ? numbers[2] : 0
  }

  /// Older versions come first.
  public static func < (left: SystemVersion, right: SystemVersion) -> Bool {
    (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
  }
}

extension SystemVersion: CustomStringConvertible {
  /// Two numbers, or three when the third is not zero.
  public var description: String {
    patch == 0 ? "\(major).\(minor)" : "\(major).\(minor).\(patch)"
  }
}
