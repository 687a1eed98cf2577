import Links

extension ImportSource {
  /// Firebase Dynamic Links: the CSV of Google Takeout, which has 29 columns.
  static let firebase = ImportSource(
    format: .firebase, title: "Firebase Dynamic Links", shapes: [.table], columns: [],
    signatures: [
      ["short_link", "link"], ["Short link", "Deep link"], ["Short URL", "Deep link"],
      ["Short URL", "Deep link URL"], ["short_link", "link", "apn", "isi"],
    ],
    sendsStraightOn: false, ownColumns: .firebase)

  /// Keiro's own tables, and those that people write.
  static let keiroTable = ImportSource(
    format: .csv, title: "Keiro", shapes: [.table], columns: [],
    signatures: [
      ["host", "slug", "url"], ["short_url", "url"], ["short_url", "destination"],
      ["short_url", "long_url"], ["short_link", "destination"], ["domain", "slug", "url"],
      ["short_url", "target"], ["host", "slug", "url", "skipPage"],
    ],
    guardsFormulas: true, isForeign: false, ownColumns: .own)

  /// Keiro's own lines of JSON.
  static let keiroLines = ImportSource(
    format: .ndjson, title: "Keiro", shapes: [.lines, .json], columns: [],
    signatures: [["host", "slug", "url"]], isForeign: false, ownColumns: .own)
}
