import Links
import WebSyntax

/// The addresses of pages.
enum PageAddresses {
  static func component(_ text: String) -> String { PercentCoding.encodeComponent(text) }

  static func link(_ key: LinkKey) -> String {
    "/dashboard/links/" + suffix(key)
  }

  /// Where the API has a link.
  static func apiLink(_ key: LinkKey) -> String { "/v1/links/" + suffix(key) }

  private static func suffix(_ key: LinkKey) -> String {
    let parts = key.slug.split(separator: "/", omittingEmptySubsequences: false)
    return component(key.host) + "/" + parts.map { component(String($0)) }.joined(separator: "/")
  }
}
