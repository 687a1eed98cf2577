import Links

/// The address that a visitor asks about by appending `?d=1` or `+`.
package enum ExplainedAddress {
  /// Returns the address without `d=1` in its query and `+` at the end of its path.
  package static func withoutQuestion(_ url: String) -> String {
    let hash = url.firstIndex(of: "#") ?? url.endIndex
    let mark = url[..<hash].firstIndex(of: "?") ?? hash
    var path = url[..<mark]
    if path.hasSuffix("+") { path.removeLast() }
    let query = url[mark..<hash].dropFirst()
    let items = query.split(separator: "&", omittingEmptySubsequences: false)
    let kept = items.filter { $0 != Visit.question }.joined(separator: "&")
    return path + (kept.isEmpty ? "" : "?" + kept) + url[hash...]
  }
}
