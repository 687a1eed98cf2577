package import JSONSyntax

extension ShortLink {
  /// Reads a link whose host and slug are known, as in a configuration; every invalid field is
  /// reported.
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
    field.object { object in
      var link = ShortLink(host: host, slug: slug, url: "")
      reader.readNew(object, into: &link)
      return link
    }
  }
}
