import Links
import WebSyntax

/// The addresses of pages.
enum PageAddresses {
  static func component(_ text: String) -> String { PercentCoding.encodeComponent(text) }

  static func link(_ key: LinkKey) -> String {
    let parts = key.slug.split(separator: "/", omittingEmptySubsequences: false)
    let slug = parts.map { component(String($0)) }.joined(separator: "/")
    return "/dashboard/links/" + component(key.host) + "/" + slug
  }
}
