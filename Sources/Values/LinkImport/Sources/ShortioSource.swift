import JSONSyntax

extension ImportSource {
  /// Short.io: its CSV in both spellings, and the answers of `GET /api/links`.
  static let shortio = ImportSource(
    format: .shortio, title: "Short.io", shapes: [.table, .json],
    columns: [
      SourceColumn("shortURL", "short URLs", is: .shortURL),
      SourceColumn(
        "originalPath", "original paths", "path", is: .field("slug"),
        "empty for the address of the host itself, which is not a link"),
      SourceColumn("originalURL", "original URLs", is: .field("url")),
      SourceColumn("title", "titles", is: .field("name")),
      SourceColumn("tags", is: .field("tags"), "separated by `,`, `|` or `;`"),
      SourceColumn("clicks", "total clicks", is: .clicks),
      SourceColumn("createdAt", "created at (date)", "created at", is: .field("createdAt")),
      SourceColumn("updatedAt", "updated at (date)", "updated at", is: .field("updatedAt")),
      SourceColumn("expiresAt", "expires at (date)", "expires at", is: .end),
      SourceColumn("expiredURL", is: .field("expiredURL")),
      SourceColumn("iphoneURL", is: .field("apple.fallback")),
      SourceColumn("androidURL", is: .field("android.fallback")),
      SourceColumn("archived", is: .shelved),
      SourceColumn("ttl", is: .end, "the link was deleted at that time"),
      SourceColumn("clicksLimit", is: .clickLimit),
      SourceColumn("redirectType", is: .field("status")),
      SourceColumn("skipQS", is: .words("query", ["true": "drop", "false": ""])),
      SourceColumn("cloaking", is: .cloaked),
      SourceColumn("utmSource", is: .field("campaign.utm_source")),
      SourceColumn("utmMedium", is: .field("campaign.utm_medium")),
      SourceColumn("utmCampaign", is: .field("campaign.utm_campaign")),
      SourceColumn("utmTerm", is: .field("campaign.utm_term")),
      SourceColumn("utmContent", is: .field("campaign.utm_content")),
      SourceColumn("password", is: .password),
      SourceColumn("hasPassword", is: .password),
      SourceColumn(
        "splitURL",
        is: .lost(
          Sentence(
            "the second destination of a test was dropped", "テストの二つ目のリンク先は取り込みません"))),
      SourceColumn(
        "id", "idString", "ID strings", "DomainId", "OwnerId", "FolderId", "User", "source",
        "secureShortURL", "icon", "lcpath", "passwordContact", "splitPercent", is: .ignored),
    ],
    signatures: [
      ["originalURL", "path"], ["originalURL", "shortURL"], ["original URLs", "short URLs"],
      ["originalURL", "shortURL", "path"],
    ])
}
