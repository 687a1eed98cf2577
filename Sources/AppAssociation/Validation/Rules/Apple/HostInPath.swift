/// A host in front of a path is compared as its first segment.
///
/// Bad:
/// ```json
/// {"applinks":{"details":[{"appIDs":["94VJUJ8B7P.jp.asajikan.www"],
///  "components":[{"/":"www.asajikan.jp/x"}]}]}}
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
    for pattern in file.patterns where pattern.part == .path && !pattern.text.holds("://") {
      let first = pattern.text.drop { $0 == "/" }.prefix { $0 != "/" }
      let labels = first.split(separator: ".", omittingEmptySubsequences: false)
      let looksLikeHost =
        first.hasPrefix("www.") && labels.count > 2
        || !pattern.text.hasPrefix("/") && pattern.text.holds("/") && labels.count > 1
          && !first.contains("*") && HostPattern(String(first)) != nil
      guard looksLikeHost else { continue }
      report.warning(
        pattern.spot, "'\(first)' looks like a host: patterns are compared only with the path",
        help:
          "write '\(pattern.text.dropFirst(pattern.text.hasPrefix("/") ? 1 : 0).dropFirst(first.count))'"
      )
    }
  }
}
