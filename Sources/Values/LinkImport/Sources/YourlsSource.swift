import Links

extension ImportSource {
  /// YOURLS: a dump of the table `yourls_url`, the CSV of its plugins, and the answers of
  /// `action=stats`.
  static let yourls = ImportSource(
    format: .yourls, title: "YOURLS", shapes: [.dump, .table, .json],
    columns: [
      SourceColumn("shorturl", is: .shortURL),
      SourceColumn(
        "keyword", "source", is: .field("slug"), "rows name no host: give it with `--as`"),
      SourceColumn("url", "target", is: .field("url")),
      SourceColumn("title", is: .html("name")),
      SourceColumn(
        "timestamp", is: .field("createdAt"),
        "in the server's local time, read as UTC unless `--time-zone` gives another offset"),
      SourceColumn("clicks", "hits", is: .clicks),
      SourceColumn("ip", is: .ignored, "of the person who made the link"),
    ],
    signatures: [["keyword", "url"], ["source", "target", "hits"], ["shorturl", "url", "ip"]],
    positions: ["keyword", "url", "title", "timestamp", "ip", "clicks"], timesLackOffset: true,
    query: .drop)
}
