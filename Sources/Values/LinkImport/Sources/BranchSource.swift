import JSONSyntax
import Links

extension ImportSource {
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
