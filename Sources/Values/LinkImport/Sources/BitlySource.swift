import JSONSyntax

extension ImportSource {
  /// Bitly: the CSV of Links → Export, and the answers of `GET /v4/groups/{guid}/bitlinks`.
  static let bitly = ImportSource(
    format: .bitly, title: "Bitly", shapes: [.table, .json],
    columns: [
      SourceColumn("Link", "Bitlink", is: .shortURL, "`bit.ly` itself cannot move"),
      SourceColumn(
        "Custom Link", "custom_bitlinks", is: .moreShortURLs,
        "a whole URL, or a back-half on the host of `Link`"),
      SourceColumn("Destination URL", "long_url", is: .field("url")),
      SourceColumn("Title", is: .field("name")),
      SourceColumn("Date created", "created_at", is: .field("createdAt")),
      SourceColumn("Engagements", "Clicks", "Total engagements", is: .clicks),
      SourceColumn(
        "Status",
        is: .state([
          "active": .live, "archived": .shelved, "hidden": .shelved, "deleted": .ended,
        ])),
      SourceColumn("archived", is: .shelved),
      SourceColumn("tags", is: .field("tags")),
      SourceColumn(
        "deeplinks",
        is: .lost(
          Sentence(
            "Bitly's deep links: the routes of the site open the app instead",
            "Bitly のディープリンクは取り込みません。アプリはサイトのルートが開きます"))),
      SourceColumn("id", "references", "created_by", "client_id", is: .ignored),
    ],
    signatures: [
      ["Link", "Destination URL"], ["Custom Link", "Destination URL"],
      ["Link", "Custom Link", "Destination URL"], ["link", "long_url"],
    ])
}
