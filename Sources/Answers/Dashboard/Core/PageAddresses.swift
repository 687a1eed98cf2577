import Links
import WebSyntax

enum PageAddresses {
  /// The address of the page about a change of links.
  static func change(_ number: Int) -> String { "/dashboard/changes/\(number)" }

  static func links(_ filter: [(name: String, value: String?)]) -> String {
    "/dashboard/links" + PageQuery.text(filter)
  }

  /// The address of a page with more items in its query, such as the outcome that it tells.
  static func page(_ address: String, _ items: [(name: String, value: String?)]) -> String {
    let more = PageQuery.text(items)
    guard address.contains("?"), !more.isEmpty else { return address + more }
    return address + "&" + more.dropFirst()
  }

  /// The page of imports after a file that could not be received, since the session had ended.
  static let importWithoutFile = "/dashboard/import?done=ended"

  static func component(_ text: String) -> String { PercentCoding.encodeComponent(text) }

  static func link(_ key: LinkKey) -> String {
    let parts = key.slug.split(separator: "/", omittingEmptySubsequences: false)
    let slug = parts.map { component(String($0)) }.joined(separator: "/")
    return "/dashboard/links/" + component(key.host) + "/" + slug
  }
}
