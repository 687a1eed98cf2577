package import JSONSyntax

extension ShortLink {
  /// Reads a link whose host and slug are known, as in a configuration: an object, or its
  /// destination alone. Every invalid field is reported.
  ///
  /// - Parameters:
  ///   - field: the JSON of the link.
  ///   - host: the host of the link.
  ///   - slug: the slug, which must already be valid.
  ///   - reader: the reader for its fields.
  package static func read(
    _ field: JSONField, host: String, slug: String,
    reader: LinkReader = LinkReader(nullIsAbsence: false)
  ) -> ShortLink? {
    if field.node.string != nil {
      return LinkReader.url(field, isVisited: true).map {
        ShortLink(host: host, slug: slug, url: $0)
      }
    }
    guard field.node.object != nil else {
      field.report(
        "found \(field.node.value.kindName): expected a URL, or an object such as {\"url\": …}")
      return nil
    }
    return field.object { object in
      var link = ShortLink(host: host, slug: slug, url: "")
      reader.readNew(object, into: &link)
      return link
    }
  }
}
