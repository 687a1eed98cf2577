import JSONSyntax
import Links

extension ImportSource {
  /// Firebase Dynamic Links: the CSV of Google Takeout, which has 29 columns.
  static let firebase = ImportSource(
    format: .firebase, title: "Firebase Dynamic Links", shapes: [.table],
    columns: LinkColumns.firebase,
    signatures: [
      ["short_link", "link"], ["Short link", "Deep link"], ["Short URL", "Deep link"],
      ["Short URL", "Deep link URL"], ["short_link", "link", "apn", "isi"],
    ],
    sendsStraightOn: false)

  /// Keiro's own tables, and those that people write.
  static let keiroTable = ImportSource(
    format: .csv, title: "Keiro", shapes: [.table], columns: LinkColumns.own,
    signatures: [
      ["host", "slug", "url"], ["short_url", "url"], ["short_url", "destination"],
      ["short_url", "long_url"], ["short_link", "destination"], ["domain", "slug", "url"],
      ["short_url", "target"], ["host", "slug", "url", "skipPage"],
    ],
    guardsFormulas: true, isForeign: false)

  /// The table of the dashboard's list, in its languages: some fields of links, and facts about them.
  static let keiroList = ImportSource(
    format: .csv, title: "Keiro", shapes: [.table],
    columns: [
      LinkColumn("Short link", "短縮リンク", holds: LinkColumns.shortURL),
      LinkColumn("Leads to", "リンク先", holds: "url", isForeign: false),
      LinkColumn("Name", "名前", holds: "name"),
      LinkColumn("Tags", "タグ", holds: "tags", isForeign: false),
      LinkColumn("State", "状態", as: .ignored), LinkColumn("Clicks", "クリック", as: .ignored),
      LinkColumn("Created", "作成日時", holds: "createdAt", isForeign: false),
      LinkColumn("Expires", "終了日時", holds: "expires", isForeign: false),
    ],
    signatures: [["Short link", "Leads to"], ["短縮リンク", "リンク先"]], guardsFormulas: true,
    isForeign: false, isPart: true)

  static let keiroLines = ImportSource(
    format: .ndjson, title: "Keiro", shapes: [.lines, .json], columns: LinkColumns.own,
    signatures: [["host", "slug", "url"]], isForeign: false)

  /// Bitly: the CSV of Links → Export, and the answers of `GET /v4/groups/{guid}/bitlinks`.
  static let bitly = ImportSource(
    format: .bitly, title: "Bitly", shapes: [.table, .json],
    columns: [
      LinkColumn("Link", "Bitlink", holds: LinkColumns.shortURL, "`bit.ly` itself cannot move"),
      LinkColumn(
        "Custom Link", "custom_bitlinks", as: .moreShortURLs,
        "a whole URL, or a back-half on the host of `Link`"),
      LinkColumn("Destination URL", "long_url", holds: "url"),
      LinkColumn("Title", holds: "name"),
      LinkColumn("Date created", "created_at", holds: "createdAt"),
      LinkColumn(
        "Engagements", "Clicks", "Total engagements", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn(
        "Status",
        as: .state(["active": .live, "archived": .shelved, "hidden": .shelved, "deleted": .ended])),
      LinkColumn("archived", as: .shelved),
      LinkColumn("expiration_at", as: .end),
      LinkColumn("is_deleted", as: .ended),
      LinkColumn("tags", holds: "tags"),
      LinkColumn(
        "deeplinks",
        as: .lost("Bitly's deep links: the routes of the site open the app instead")),
      LinkColumn("id", "references", "created_by", "client_id", as: .ignored),
    ],
    signatures: [
      ["Link", "Destination URL"], ["Custom Link", "Destination URL"],
      ["Link", "Custom Link", "Destination URL"], ["link", "long_url"],
    ],
    status: .movedPermanently)

  /// Dub: the CSV of its exports, and the answers of `GET /links`.
  static let dub = ImportSource(
    format: .dub, title: "Dub", shapes: [.table, .json],
    columns: [
      LinkColumn(
        "Short link", holds: LinkColumns.shortURL,
        "a domain alone, or the key `_root`, is the address of the host itself and not a link"),
      LinkColumn("domain", holds: "host"),
      LinkColumn("key", holds: "slug"),
      LinkColumn("Destination URL", "url", holds: "url"),
      LinkColumn("Clicks", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("Created at", holds: "createdAt"),
      LinkColumn("Updated at", holds: "updatedAt"),
      LinkColumn("Tags", holds: "tags"),
      LinkColumn("Archived", as: .shelved),
      LinkColumn("disabledAt", as: .ended),
      LinkColumn("Expires at", as: .end),
      LinkColumn("expiredUrl", holds: "expiredURL"),
      LinkColumn("title", holds: "social.title"),
      LinkColumn("description", holds: "social.description"),
      LinkColumn("image", holds: "social.image"),
      LinkColumn("ios", holds: "apple.fallback"),
      LinkColumn("android", holds: "android.fallback"),
      LinkColumn("utm_source", as: .written("campaign.utm_source")),
      LinkColumn("utm_medium", as: .written("campaign.utm_medium")),
      LinkColumn("utm_campaign", as: .written("campaign.utm_campaign")),
      LinkColumn("utm_term", as: .written("campaign.utm_term")),
      LinkColumn("utm_content", as: .written("campaign.utm_content")),
      LinkColumn("password", as: .password),
      LinkColumn("geo", as: .rules(.countries)),
      LinkColumn("testVariants", as: .rules(.test)),
      LinkColumn("testCompletedAt", as: .testEnd),
      LinkColumn("proxy", as: .showsPreview),
      LinkColumn("rewrite", as: .cloaked),
      LinkColumn(
        "Link ID", "id", "Leads", "Conversions", "Sales", "Revenue", "saleAmount", "lastClicked",
        "lastLeadAt", "lastConversionAt", "qrCode", "workspaceId", "userId", "folderId", "tagId",
        "trackConversion", "publicStats", "doIndex", "webhookIds", "user", "programId",
        "partnerId", "testStartedAt", as: .ignored),
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
      LinkColumn("shortUrl", holds: LinkColumns.shortURL),
      LinkColumn("shortCode", holds: "slug", "may hold `/`"),
      LinkColumn(
        "domain", holds: "host", "empty for Shlink's default domain, which `--as` names"),
      LinkColumn("longUrl", holds: "url"),
      LinkColumn("title", holds: "name"),
      LinkColumn("tags", holds: "tags", "separated by `|` or `,`"),
      LinkColumn("createdAt", "dateCreated", holds: "createdAt"),
      LinkColumn(
        "visits", "visitsSummary.total", "visitsCount", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("meta.validSince", "validSince", holds: "notBefore"),
      LinkColumn("meta.validUntil", "validUntil", as: .end),
      LinkColumn("meta.maxVisits", "maxVisits", holds: "maxClicks", as: .clickLimit),
      LinkColumn("forwardQuery", holds: "query", as: .words(["true": "", "false": "drop"])),
      LinkColumn("deviceLongUrls.ios", holds: "apple.fallback"),
      LinkColumn("deviceLongUrls.android", holds: "android.fallback"),
      LinkColumn("deviceLongUrls.desktop", holds: "desktop.fallback"),
      LinkColumn(
        "redirectRules", as: .rules(.shlink),
        "the answer of `GET /rest/v3/short-urls/{shortCode}/redirect-rules`, or only its list"),
      LinkColumn("hasRedirectRules", as: .rules(.mention)),
      LinkColumn(
        "crawlable",
        as: .lost(
          "search engines were allowed to follow it: here 'index' of 'shortLinks' decides for all "
            + "links of a site")),
      LinkColumn("visitsSummary.nonBots", "visitsSummary.bots", as: .ignored),
    ],
    signatures: [["shortCode", "longUrl"], ["shortCode", "longUrl", "shortUrl"]],
    query: .visitor, hidesFromSearch: true)

  /// YOURLS: a dump of the table `yourls_url`, the CSV of its plugins, and the answers of
  /// `action=stats`.
  static let yourls = ImportSource(
    format: .yourls, title: "YOURLS", shapes: [.dump, .table, .json],
    columns: [
      LinkColumn("shorturl", holds: LinkColumns.shortURL),
      LinkColumn(
        "keyword", "source", holds: "slug", "rows name no host: give it with `--as`"),
      LinkColumn("url", "target", holds: "url"),
      LinkColumn("title", holds: "name", as: .html),
      LinkColumn(
        "timestamp", holds: "createdAt",
        "without an offset, read as UTC unless `--time-zone` names its zone"),
      LinkColumn("clicks", "hits", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("ip", as: .ignored, "of the person who made the link"),
    ],
    signatures: [["keyword", "url"], ["source", "target", "hits"], ["shorturl", "url", "ip"]],
    positions: ["keyword", "url", "title", "timestamp", "ip", "clicks"], timesLackOffset: true,
    query: .drop, status: .movedPermanently)

  /// Kutt: the answers of `GET /api/v2/links`.
  static let kutt = ImportSource(
    format: .kutt, title: "Kutt", shapes: [.json, .table],
    columns: [
      LinkColumn("link", holds: LinkColumns.shortURL),
      LinkColumn("address", holds: "slug"),
      LinkColumn("domain", holds: "host", "null for the default domain"),
      LinkColumn("target", holds: "url"),
      LinkColumn("description", holds: "name"),
      LinkColumn("created_at", holds: "createdAt"),
      LinkColumn("updated_at", holds: "updatedAt"),
      LinkColumn("expire_in", as: .end),
      LinkColumn("banned", as: .ended),
      LinkColumn("visit_count", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("password", as: .password),
      LinkColumn("id", as: .ignored),
    ],
    signatures: [["address", "target"]],
    query: .drop)

  /// Rebrandly: the answers of `GET /v1/links`, and tables that scripts make from them.
  static let rebrandly = ImportSource(
    format: .rebrandly, title: "Rebrandly", shapes: [.json, .table],
    columns: [
      LinkColumn("shortUrl", holds: LinkColumns.shortURL, "without its scheme"),
      LinkColumn("domain", "domain.fullName", "domainName", holds: "host"),
      LinkColumn("slashtag", holds: "slug"),
      LinkColumn("destination", holds: "url"),
      LinkColumn("title", holds: "name"),
      LinkColumn("tags", holds: "tags"),
      LinkColumn("createdAt", holds: "createdAt"),
      LinkColumn("updatedAt", holds: "updatedAt"),
      LinkColumn("clicks", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("forwardParameters", holds: "query", as: .words(["true": "", "false": "drop"])),
      LinkColumn(
        "status",
        as: .state([
          "active": .live, "inactive": .ended, "trashed": .ended, "expired": .ended,
          "disabled": .ended, "deleted": .ended, "blocked": .ended,
        ])),
      LinkColumn(
        "id", "favourite", "https", "integrated", "isPublic", "domainId", "domain.id",
        "domain.ref", "domain.active", "domain.sharing", "creator", "linkId",
        "lastClickDate", "lastClickAt", "sessions", "workspace", as: .ignored),
    ],
    signatures: [["slashtag", "destination"]], status: .movedPermanently)

  /// Short.io: its CSV in both spellings, and the answers of `GET /api/links`.
  static let shortio = ImportSource(
    format: .shortio, title: "Short.io", shapes: [.table, .json],
    columns: [
      LinkColumn("shortURL", "short URLs", holds: LinkColumns.shortURL),
      LinkColumn(
        "originalPath", "original paths", "path", holds: "slug",
        "empty for the address of the host itself, which is not a link"),
      LinkColumn("originalURL", "original URLs", holds: "url"),
      LinkColumn("title", "titles", holds: "name"),
      LinkColumn("tags", holds: "tags", "separated by `,`, `|` or `;`"),
      LinkColumn("clicks", "total clicks", holds: LinkColumns.clicks, as: .clicks),
      LinkColumn("createdAt", "created at (date)", "created at", holds: "createdAt"),
      LinkColumn("updatedAt", "updated at (date)", "updated at", holds: "updatedAt"),
      LinkColumn("expiresAt", "expires at (date)", "expires at", as: .end),
      LinkColumn("expiredURL", holds: "expiredURL"),
      LinkColumn("iphoneURL", holds: "apple.fallback"),
      LinkColumn("androidURL", holds: "android.fallback"),
      LinkColumn("archived", as: .shelved),
      LinkColumn("ttl", as: .end, "the link was deleted at that time"),
      LinkColumn("clicksLimit", holds: "maxClicks", as: .clickLimit),
      LinkColumn("redirectType", holds: "status"),
      LinkColumn("skipQS", holds: "query", as: .words(["true": "drop", "false": ""])),
      LinkColumn("cloaking", as: .cloaked),
      LinkColumn("utmSource", holds: "campaign.utm_source"),
      LinkColumn("utmMedium", holds: "campaign.utm_medium"),
      LinkColumn("utmCampaign", holds: "campaign.utm_campaign"),
      LinkColumn("utmTerm", holds: "campaign.utm_term"),
      LinkColumn("utmContent", holds: "campaign.utm_content"),
      LinkColumn("password", as: .password),
      LinkColumn("hasPassword", as: .password),
      LinkColumn("splitURL", as: .lost("the second destination of a test was dropped")),
      LinkColumn(
        "id", "idString", "ID strings", "DomainId", "OwnerId", "FolderId", "User", "source",
        "secureShortURL", "icon", "lcpath", "passwordContact", "splitPercent", as: .ignored),
    ],
    signatures: [
      ["originalURL", "path"], ["originalURL", "shortURL"], ["original URLs", "short URLs"],
      ["originalURL", "shortURL", "path"],
    ])

  /// Branch: link data from `GET /v1/url`, and tables with the same names.
  static let branch = ImportSource(
    format: .branch, title: "Branch", shapes: [.json, .table],
    columns: [
      LinkColumn(
        "url", "short_url", "Link", "data.url", holds: LinkColumns.shortURL,
        "`*.app.link` itself cannot move"),
      LinkColumn("alias", as: .ignored, "part of the short URL"),
      LinkColumn(
        "$fallback_url", "data.$fallback_url", as: .destination(rank: 0, otherwise: nil)),
      LinkColumn(
        "$canonical_url", "data.$canonical_url", as: .destination(rank: 1, otherwise: nil)),
      LinkColumn(
        "$desktop_url", "data.$desktop_url",
        as: .destination(rank: 2, otherwise: "desktop.fallback")),
      LinkColumn(
        "$fallback_url_xx", "data.$fallback_url_xx", as: .byCountry([]),
        "for the country with that code, such as `$fallback_url_de`; columns for a system take precedence"
      ),
      LinkColumn("$ios_url_xx", "data.$ios_url_xx", as: .byCountry([.iPhone, .iPad])),
      LinkColumn("$android_url_xx", "data.$android_url_xx", as: .byCountry([.android])),
      LinkColumn("$ios_url", "data.$ios_url", holds: "apple.fallback"),
      LinkColumn("$ipad_url", "data.$ipad_url", holds: "apple.ipadFallback"),
      LinkColumn("$android_url", "data.$android_url", holds: "android.fallback"),
      LinkColumn("$marketing_title", "data.$marketing_title", holds: "name"),
      LinkColumn("$og_title", "data.$og_title", holds: "social.title"),
      LinkColumn("$og_description", "data.$og_description", holds: "social.description"),
      LinkColumn("$og_image_url", "data.$og_image_url", holds: "social.image"),
      LinkColumn("channel", "~channel", "data.~channel", holds: "campaign.utm_source"),
      LinkColumn("feature", "~feature", "data.~feature", holds: "campaign.utm_medium"),
      LinkColumn("campaign", "~campaign", "data.~campaign", holds: "campaign.utm_campaign"),
      LinkColumn("stage", "~stage", "data.~stage", holds: "campaign.utm_content"),
      LinkColumn("tags", "~tags", "data.~tags", holds: "tags"),
      LinkColumn(
        "$deeplink_path", "$ios_deeplink_path", "$android_deeplink_path", "data.$deeplink_path",
        "data.$ios_deeplink_path", "data.$android_deeplink_path",
        as: .lost("the path for the app is dropped: routes of the site decide what an app shows")),
      LinkColumn(
        "type", "id", "data.~id", "data.~creation_source", "data.$one_time_use",
        "data.$match_duration", "data.$identity_id",
        "branch_key", as: .ignored),
    ],
    signatures: [
      ["url", "$canonical_url"], ["url", "$fallback_url"], ["url", "$desktop_url"],
      ["url", "data.$canonical_url"], ["url", "data.$fallback_url"], ["url", "data.$desktop_url"],
      ["data.url", "data.$canonical_url"], ["data.url", "data.$fallback_url"],
      ["data.url", "data.$desktop_url"],
    ],
    sendsStraightOn: false)
}
