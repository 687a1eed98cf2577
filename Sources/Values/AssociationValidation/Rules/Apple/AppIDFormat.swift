import AppAssociation
import WebSyntax

/// An application identifier is a prefix of ten capital letters and digits, a dot and the bundle
/// identifier. The prefix is usually, but not always, the team identifier. Both are in the app's
/// entitlements under `application-identifier`.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["nodot"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["*.jp.asajikan"],"components":[{"/":"/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["jp.asajikan.www","94VJUJ8B7.jp.asajikan.www",
///   "94vjuj8b7p.jp.asajikan.www","94VJUJ8B7P.jp.asaji_kan","94VJUJ8B7P.jp..www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/article/*"}]}]}}
/// ```
enum AppIDFormat: AppleRule {
  static let code = "app-id-format"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for spot in file.identifiers {
      guard let text = spot.string, AppIdentifier(text) == nil, !hasOwnFinding(text) else {
        continue
      }
      report.error(
        spot,
        "'\(text)' is not an application identifier: expected <prefix>.<bundle ID>, but \(fault(text))",
        help:
          "for example 94VJUJ8B7P.jp.asajikan.www: ten capital letters and digits, a dot, the bundle ID"
      )
    }
  }

  /// The part that is wrong.
  private static func fault(_ text: String) -> String {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count > 1, let prefix = parts.first else { return "it has no dot" }
    let isPrefix = prefix.utf8.allSatisfy {
      ASCII.isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
    }
    if prefix.isEmpty { return "there is nothing before the dot" }
    if !isPrefix, prefix.utf8.count != 10 {
      return "the prefix in front of the bundle ID is missing"
    }
    if prefix.utf8.count != 10 {
      return "the prefix '\(prefix)' has \(prefix.count) characters instead of 10"
    }
    if !isPrefix { return "the prefix '\(prefix)' has other characters than A to Z and 0 to 9" }
    guard let part = parts.dropFirst().first(where: { !BundleIdentifier.isValid(String($0)) })
    else {
      return "the bundle ID is missing"
    }
    return part.isEmpty
      ? "the bundle ID has an empty part"
      : "the part '\(part)' has other characters than letters, digits and hyphens"
  }

  /// White space, store numbers and placeholders have findings of their own.
  private static func hasOwnFinding(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: \.properties.isWhitespace)
      || AppIDStoreNumber.number(in: text) != nil || Placeholder.word(in: text) != nil
  }
}
