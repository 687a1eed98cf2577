import AppAssociation
import WebSyntax

/// A host in front of a path is compared as its first segment.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"www.asajikan.jp/x"}]}]}}
/// ```
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/github.com/asajikan/*"}]}]}}
/// ```
///
/// Good:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"/x"}]}]}}
/// ```
enum HostInPath: AppleRule {
  static let code = "host-in-path"

  static func check(_ file: AppleFile, _ report: inout Report) {
    for pattern in file.patterns where pattern.part == .path {
      guard let host = host(in: pattern.text) else { continue }
      let rest = pattern.text.drop { $0 == "/" }.dropFirst(host.count)
      report.finding(
        .warning, pattern.spot,
        "'\(host)' looks like a host: patterns are compared only with the path",
        repairs: [
          pattern.rewritten(
            rest.isEmpty ? "/" : String(rest), effect: .corrects(rule: pattern.rule.spot.path))
        ])
    }
  }

  /// The first segment if it is a host rather than a directory.
  static func host(in pattern: String) -> Substring? {
    guard !pattern.holds("://") else { return nil }
    let first = pattern.drop { $0 == "/" }.prefix { $0 != "/" }
    let labels = first.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, !first.contains("*"), HostPattern(String(first)) != nil else {
      return nil
    }
    let isWorldWide = first.hasPrefix("www.") && labels.count > 2
    let isBeforePath = !pattern.hasPrefix("/") && pattern.holds("/")
    let isUnderTopLevel =
      pattern.hasPrefix("/") && Self.topLevels.contains(labels[labels.count - 1])
    return isWorldWide || isBeforePath || isUnderTopLevel ? first : nil
  }

  /// Top-level domains that are not extensions of files.
  private static let topLevels: Set<Substring> = [
    "com", "org", "net", "io", "app", "dev", "co", "de", "jp", "uk", "fr", "edu", "gov", "page",
  ]
}
