extension ImportSource {
  /// Rebrandly: the answers of `GET /v1/links`, and tables that scripts make from them.
  static let rebrandly = ImportSource(
    format: .rebrandly, title: "Rebrandly", shapes: [.json, .table],
    columns: [
      SourceColumn("shortUrl", is: .shortURL, "without its scheme"),
      SourceColumn("domain", "domain.fullName", "domainName", is: .field("host")),
      SourceColumn("slashtag", is: .field("slug")),
      SourceColumn("destination", is: .field("url")),
      SourceColumn("title", is: .field("name")),
      SourceColumn("tags", is: .field("tags")),
      SourceColumn("createdAt", is: .field("createdAt")),
      SourceColumn("updatedAt", is: .field("updatedAt")),
      SourceColumn("clicks", is: .clicks),
      SourceColumn("forwardParameters", is: .words("query", ["true": "", "false": "drop"])),
      SourceColumn(
        "status",
        is: .state([
          "active": .live, "inactive": .ended, "trashed": .ended, "expired": .ended,
          "disabled": .ended, "deleted": .ended, "blocked": .ended,
        ])),
      SourceColumn(
        "id", "favourite", "https", "integrated", "isPublic", "domainId", "domain.id",
        "domain.ref", "domain.active", "domain.sharing", "creator", "linkId",
        "lastClickDate", "lastClickAt", "sessions", "workspace", is: .ignored),
    ],
    signatures: [["slashtag", "destination"]])
}
