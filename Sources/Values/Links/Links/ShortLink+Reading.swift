package import JSONSyntax

extension ShortLink {
  /// Reads a link whose place is known, as in a configuration; every wrong field is reported.
  ///
  /// - Parameters:
  ///   - host: where the link lives.
  ///   - slug: already checked.
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
