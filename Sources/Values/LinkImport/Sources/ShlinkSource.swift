import Links

extension ImportSource {
  /// Shlink: the CSV of its web client, the CSV that its own importer reads, and the answers of
  /// `GET /rest/v3/short-urls`.
  static let shlink = ImportSource(
    format: .shlink, title: "Shlink", shapes: [.table, .json],
    columns: [
      SourceColumn("shortUrl", is: .shortURL),
      SourceColumn("shortCode", is: .field("slug"), "may hold `/`"),
      SourceColumn(
        "domain", is: .field("host"), "empty for Shlink's default domain, which `--as` names"),
      SourceColumn("longUrl", is: .field("url")),
      SourceColumn("title", is: .field("name")),
      SourceColumn("tags", is: .field("tags"), "separated by `|` or `,`"),
      SourceColumn("createdAt", "dateCreated", is: .field("createdAt")),
      SourceColumn("visits", "visitsSummary.total", "visitsCount", is: .clicks),
      SourceColumn("meta.validSince", "validSince", is: .field("notBefore")),
      SourceColumn("meta.validUntil", "validUntil", is: .end),
      SourceColumn("meta.maxVisits", "maxVisits", is: .clickLimit),
      SourceColumn("forwardQuery", is: .words("query", ["true": "", "false": "drop"])),
      SourceColumn("deviceLongUrls.ios", is: .field("apple.fallback")),
      SourceColumn("deviceLongUrls.android", is: .field("android.fallback")),
      SourceColumn("deviceLongUrls.desktop", is: .field("desktop.fallback")),
      SourceColumn(
        "redirectRules", is: .rules(.shlink),
        "the answer of `GET /rest/v3/short-urls/{shortCode}/redirect-rules`, or only its list"),
      SourceColumn("hasRedirectRules", is: .rules(.mention)),
      SourceColumn(
        "crawlable", "visitsSummary.nonBots", "visitsSummary.bots", is: .ignored),
    ],
    signatures: [["shortCode", "longUrl"], ["shortCode", "longUrl", "shortUrl"]],
    query: .visitor)
}
