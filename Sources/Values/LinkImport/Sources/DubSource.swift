import JSONSyntax
import Links

extension ImportSource {
  /// Dub: the CSV of its exports, and the answers of `GET /links`.
  static let dub = ImportSource(
    format: .dub, title: "Dub", shapes: [.table, .json],
    columns: [
      SourceColumn(
        "Short link", is: .shortURL,
        "a domain alone, or the key `_root`, is the address of the host itself and not a link"),
      SourceColumn("domain", is: .field("host")),
      SourceColumn("key", is: .field("slug")),
      SourceColumn("Destination URL", "url", is: .field("url")),
      SourceColumn("Clicks", is: .clicks),
      SourceColumn("Created at", is: .field("createdAt")),
      SourceColumn("Updated at", is: .field("updatedAt")),
      SourceColumn("Tags", is: .field("tags")),
      SourceColumn("Archived", is: .shelved),
      SourceColumn("disabledAt", is: .ended),
      SourceColumn("Expires at", is: .end),
      SourceColumn("expiredUrl", is: .field("expiredURL")),
      SourceColumn("title", is: .field("social.title")),
      SourceColumn("description", is: .field("social.description")),
      SourceColumn("image", is: .field("social.image")),
      SourceColumn("ios", is: .field("apple.fallback")),
      SourceColumn("android", is: .field("android.fallback")),
      SourceColumn("utm_source", is: .written("campaign.utm_source")),
      SourceColumn("utm_medium", is: .written("campaign.utm_medium")),
      SourceColumn("utm_campaign", is: .written("campaign.utm_campaign")),
      SourceColumn("utm_term", is: .written("campaign.utm_term")),
      SourceColumn("utm_content", is: .written("campaign.utm_content")),
      SourceColumn("password", is: .password),
      SourceColumn("geo", is: .rules(.countries)),
      SourceColumn("testVariants", is: .rules(.test)),
      SourceColumn("testCompletedAt", is: .testEnd),
      SourceColumn("proxy", is: .showsPreview),
      SourceColumn("rewrite", is: .cloaked),
      SourceColumn(
        "Link ID", "id", "Leads", "Conversions", "Sales", "Revenue", "saleAmount", "lastClicked",
        "lastLeadAt", "lastConversionAt", "qrCode", "workspaceId", "userId", "folderId", "tagId",
        "trackConversion", "publicStats", "doIndex", "webhookIds", "user", "programId",
        "partnerId", "testStartedAt", is: .ignored),
    ],
    signatures: [
      ["Short link", "Destination URL"], ["Short link", "Destination URL", "Clicks"],
      ["domain", "key", "url"], ["domain", "key", "url", "shortLink"],
    ],
    guardsFormulas: true, query: .visitor)
}
