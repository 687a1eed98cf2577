import JSONSyntax
import Links

/// The tables of all services.
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

  /// Branch: link data from `GET /v1/url`, and tables with the same names.
  static let branch = ImportSource(
    format: .branch, title: "Branch", shapes: [.json, .table],
    columns: [
      SourceColumn(
        "url", "short_url", "Link", "data.url", is: .shortURL, "`*.app.link` itself cannot move"),
      SourceColumn("alias", is: .ignored, "part of the short URL"),
      SourceColumn(
        "$fallback_url", "data.$fallback_url", is: .destination(rank: 0, otherwise: nil)),
      SourceColumn(
        "$canonical_url", "data.$canonical_url", is: .destination(rank: 1, otherwise: nil)),
      SourceColumn(
        "$desktop_url", "data.$desktop_url",
        is: .destination(rank: 2, otherwise: "desktop.fallback")),
      SourceColumn(
        "$fallback_url_xx", "data.$fallback_url_xx", is: .byCountry([]),
        "for the country with that code, such as `$fallback_url_de`; columns for a system take precedence"
      ),
      SourceColumn("$ios_url_xx", "data.$ios_url_xx", is: .byCountry([.iPhone, .iPad])),
      SourceColumn("$android_url_xx", "data.$android_url_xx", is: .byCountry([.android])),
      SourceColumn("$ios_url", "data.$ios_url", is: .field("apple.fallback")),
      SourceColumn("$ipad_url", "data.$ipad_url", is: .field("apple.ipadFallback")),
      SourceColumn("$android_url", "data.$android_url", is: .field("android.fallback")),
      SourceColumn("$marketing_title", "data.$marketing_title", is: .field("name")),
      SourceColumn("$og_title", "data.$og_title", is: .field("social.title")),
      SourceColumn("$og_description", "data.$og_description", is: .field("social.description")),
      SourceColumn("$og_image_url", "data.$og_image_url", is: .field("social.image")),
      SourceColumn("channel", "~channel", "data.~channel", is: .field("campaign.utm_source")),
      SourceColumn("feature", "~feature", "data.~feature", is: .field("campaign.utm_medium")),
      SourceColumn("campaign", "~campaign", "data.~campaign", is: .field("campaign.utm_campaign")),
      SourceColumn("stage", "~stage", "data.~stage", is: .field("campaign.utm_content")),
      SourceColumn("tags", "~tags", "data.~tags", is: .field("tags")),
      SourceColumn(
        "$deeplink_path", "$ios_deeplink_path", "$android_deeplink_path", "data.$deeplink_path",
        "data.$ios_deeplink_path", "data.$android_deeplink_path",
        is: .lost(
          Sentence(
            "the path for the app is dropped: routes of the site decide what an app shows",
            "アプリのパスは取り込みません。アプリの画面はサイトのルートが決めます"))),
      SourceColumn(
        "type", "id", "data.~id", "data.~creation_source", "data.$one_time_use",
        "data.$match_duration", "data.$identity_id",
        "branch_key", is: .ignored),
    ],
    signatures: [
      ["url", "$canonical_url"], ["url", "$fallback_url"], ["url", "$desktop_url"],
      ["url", "data.$canonical_url"], ["url", "data.$fallback_url"], ["url", "data.$desktop_url"],
      ["data.url", "data.$canonical_url"], ["data.url", "data.$fallback_url"],
      ["data.url", "data.$desktop_url"],
    ],
    sendsStraightOn: false)
}
