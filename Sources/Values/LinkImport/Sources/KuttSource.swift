import Links

extension ImportSource {
  /// Kutt: the answers of `GET /api/v2/links`.
  static let kutt = ImportSource(
    format: .kutt, title: "Kutt", shapes: [.json, .table],
    columns: [
      SourceColumn("link", is: .shortURL),
      SourceColumn("address", is: .field("slug")),
      SourceColumn("domain", is: .field("host"), "null for the default domain"),
      SourceColumn("target", is: .field("url")),
      SourceColumn("description", is: .field("name")),
      SourceColumn("created_at", is: .field("createdAt")),
      SourceColumn("updated_at", is: .field("updatedAt")),
      SourceColumn("expire_in", is: .end),
      SourceColumn("banned", is: .ended),
      SourceColumn("visit_count", is: .clicks),
      SourceColumn("password", is: .password),
      SourceColumn("id", is: .ignored),
    ],
    signatures: [["address", "target"]],
    query: .drop)
}
