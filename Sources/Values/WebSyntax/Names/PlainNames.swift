package enum BundleIdentifier {
  /// Returns whether the text consists of letters, digits, hyphens and dots, with no empty part
  /// between dots (Apple, `CFBundleIdentifier`).
  package static func isValid(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty
        && part.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  }
}

package enum AndroidPackageName {
  /// Returns whether the text has two or more parts of letters, digits and underscores, separated
  /// by dots and each beginning with a letter (Android, "Set the application ID").
  package static func isValid(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        part.utf8.first.map(ASCII.isLetter) ?? false
          && part.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      }
  }
}

/// Numbers of App Store pages, such as the digits in `id400435286`.
package enum AppStoreNumber {
  /// Returns whether the text has 1 to 20 digits, since the numbers are 64 bits wide.
  package static func isValid(_ text: String) -> Bool {
    text.utf8.count <= 20 && DecimalDigits.isNumber(text)
  }
}

/// Custom product pages of the App Store, whose addresses name them as `ppid`: UUIDs.
///
/// Source: Apple, "Custom Product Pages".
package enum ProductPageIdentifier {
  package static func isValid(_ text: String) -> Bool {
    let groups = text.split(separator: "-", omittingEmptySubsequences: false)
    return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
      && groups.joined().utf8.allSatisfy { Hexadecimal.value(of: $0) != nil }
  }
}

/// Versions of apps and systems: numbers separated by dots, such as `13.5.1`.
package enum VersionNumber {
  package static func isValid(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false)
      .allSatisfy { DecimalDigits.isNumber($0) }
  }

  /// Parses a version; nil unless it has at most `count` numbers of at most `digits` digits each.
  package static func numbers(
    _ text: String, count: Int, digits: Int
  ) -> [Int]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= digits ? DecimalDigits.number($0.utf8) : nil }
    return parts.count <= count && numbers.count == parts.count ? numbers : nil
  }
}

/// Names of the parts that a route captures, such as `id` in `/article/{id}`.
package enum CaptureName {
  /// Whether the text has only letters, digits and underscores and does not begin with a digit.
  package static func isValid(_ name: Substring) -> Bool {
    guard let first = name.utf8.first, !ASCII.isDigit(first) else { return false }
    return name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }
}
