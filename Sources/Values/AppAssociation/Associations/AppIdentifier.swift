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
