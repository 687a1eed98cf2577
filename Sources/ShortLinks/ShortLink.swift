/// A short link: where it lives and where it leads.
package struct ShortLink: Sendable {
  package var host: String
  package var slug: String
  package var url: String

  package init(host: String, slug: String, url: String) {
    self.host = host
    self.slug = slug
    self.url = url
  }
}
