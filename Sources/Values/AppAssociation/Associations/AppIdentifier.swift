import WebSyntax

/// An application identifier: prefix, dot, bundle identifier, as in `94VJUJ8B7P.jp.asajikan.www`.
///
/// Source: Apple, `applinks.Details.appIDs`.
public struct AppIdentifier: Hashable, Sendable {
  /// Ten characters of `A-Z0-9`; usually the team identifier, but not always.
  public let prefix: String
  /// The bundle identifier: letters, digits, hyphens and dots.
  public let bundleIdentifier: String

  /// Parses the text; nil unless both parts are present and valid.
  public init?(_ text: String) {
    guard let dot = text.firstIndex(of: ".") else { return nil }
    let prefix = text[..<dot]
    let bundle = text[text.index(after: dot)...]
    let isPrefix = prefix.utf8.allSatisfy {
      (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) || ASCII.isDigit($0)
    }
    guard prefix.utf8.count == 10, isPrefix, BundleIdentifier.isValid(String(bundle)) else {
      return nil
    }
    self.prefix = String(prefix)
    self.bundleIdentifier = String(bundle)
  }
}

extension AppIdentifier: CustomStringConvertible {
  /// The prefix, a dot and the bundle identifier.
  public var description: String { prefix + "." + bundleIdentifier }
}

extension AppIdentifier {
  /// Why a text is not an application identifier, as the end of a sentence; nil if it is one.
  package static func fault(of text: String) -> String? {
    guard AppIdentifier(text) == nil else { return nil }
    let form = "expected ten characters from A-Z and 0-9, as in A1B2C3D4E5.com.example.app"
    guard let dot = text.firstIndex(of: ".") else {
      return "there is no dot between the Team ID and the bundle ID: \(form)"
    }
    let (prefix, rest) = (text[..<dot], String(text[text.index(after: dot)...]))
    let looksLikeTeam = prefix.utf8.count == 10 || prefix.utf8.contains(where: ASCII.isDigit)
    if BundleIdentifier.isValid(text), !looksLikeTeam {
      return "the Team ID before the bundle ID is missing: \(form)"
    }
    guard prefix.utf8.count == 10 else {
      return "the Team ID '\(prefix)' has \(prefix.utf8.count) characters: \(form)"
    }
    guard AppIdentifier(prefix + ".a") != nil else {
      return "the Team ID '\(prefix)' contains invalid characters: \(form)"
    }
    return "'\(rest)' is not a bundle ID: expected letters, digits, '-' and '.'"
  }
}
