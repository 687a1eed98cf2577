extension LinkField {
  /// All fields of a link, in the order of JSON and tables.
  ///
  /// A new field needs a stored property with its comment in `ShortLink.Rare` or one of its parts,
  /// a line here, and an effect on decisions. Stored in `details` it needs no migration. A field at
  /// its default adds nothing to `LinkCodec.likeness`, so that of existing links does not change.
  /// Tests compare the configuration schema, the API description and the guide with this table and
  /// name what they lack.
  package static let all: [LinkField] =
    [
      LinkField(
        "host", .host(at(\.link.host)), in: .column("host"), setters: [.api, .importing],
        aliases: ["domain"], "In lower case."),
      LinkField(
        "slug", .slug(at(\.link.slug)), in: .column("slug"), setters: [.api, .importing],
        aliases: ["code"], isContent: false, isSearched: true,
        "The part of the short URL behind the site's prefix."),
      LinkField(
        "url", .destination(at(\.link.url)), in: .column("url"), setters: .everyoneAndApps,
        aliases: ["long_url", "link", "destination", "target"],
        option: Option("--url", "URL", rank: 0, "where the link leads"), isSearched: true,
        "Where the link leads: an http or https URL, in whose path, query and fragment {path}, "
          + "{query.NAME} and {slug} stand for parts of the visit."),
      LinkField(
        "rules", .rules(at(\.rare.rules)),
        "Other destinations for some visitors: the first rule whose condition holds decides."),
      LinkField(
        "name", .text(at(\.rare.name), limit: FieldType.wordBytes), in: .column("name"),
        setters: [.everyoneAndApps, .template], aliases: ["title"],
        option: Option("--name", "TEXT", rank: 1, "what people call the link"),
        isSearched: true, "For people."),
      LinkField(
        "tags", .tags(at(\.rare.tags)),
        option: Option("--tag", "TAG", rank: 2, "a word to find the link by"),
        "For people and filters."),

      LinkField(
        "apple.fallback", .url(at(\.rare.apple.fallback), isVisited: true),
        "Where a browser goes when there is no app."),
      LinkField(
        "apple.ipadFallback", .url(at(\.rare.apple.ipadFallback), isVisited: true),
        "The same on iPad."),
      LinkField(
        "apple.appStoreID", .word(at(\.rare.apple.appStoreID), .appStoreID),
        "The digits of the App Store number."),
      LinkField(
        "apple.productPage", .word(at(\.rare.apple.productPage), .productPage),
        "The identifier of a custom product page of the App Store (ppid)."),
      LinkField(
        "apple.bundleID", .word(at(\.rare.apple.bundleID), .bundleID),
        "The bundle identifier of the app."),
      LinkField(
        "apple.ipadBundleID", .word(at(\.rare.apple.ipadBundleID), .bundleID), "The same on iPad."),
      LinkField(
        "apple.customScheme", .word(at(\.rare.apple.customScheme), .scheme),
        "The custom scheme of the app, without the colon."),
      LinkField(
        "apple.minimumVersion", .word(at(\.rare.apple.minimumVersion), .version),
        "The minimum version of the app, which is passed to it."),

      LinkField(
        "android.fallback", .url(at(\.rare.android.fallback), isVisited: true),
        "Where a browser goes when there is no app."),
      LinkField(
        "android.packageName", .word(at(\.rare.android.packageName), .packageName),
        "The package of the app."),
      // The Play Store's highest version code is 2100000000; `versionCodeMajor` goes further.
      LinkField(
        "android.minimumVersionCode",
        .int(at(\.rare.android.minimumVersionCode), 1...Int(Int32.max)),
        "The minimum version of the app, which is passed to it."),

      LinkField(
        "desktop.fallback", .url(at(\.rare.desktop.fallback), isVisited: true),
        "Where the link leads there."),

      LinkField(
        "social.title", .text(at(\.rare.social.title), limit: FieldType.wordBytes),
        setters: .everyoneAndApps, "The title."),
      LinkField(
        "social.description", .text(at(\.rare.social.description), limit: FieldType.textBytes),
        setters: .everyoneAndApps, "The description."),
      LinkField(
        "social.image", .url(at(\.rare.social.image), isVisited: false),
        setters: .everyoneAndApps,
        "The image: an http or https URL."),
    ] + campaign + [
      LinkField(
        "extra", .extra(at(\.rare.extra)), setters: .programs,
        "What an import brought along and Keiro does not use."),
      LinkField(
        "status",
        .choice(
          FieldChoice(
            at(\.link.status), standard: .found, noun: "redirect that keiro sends", StoredValue.int)
        ),
        in: .column("status"),
        option: Option("--status", rank: 7, "the status of the redirect; default 302"),
        "The status of the redirect."),
      LinkField(
        "query",
        .choice(
          FieldChoice(at(\.link.query), standard: .merge, noun: "query mode", StoredValue.text)),
        in: .column("query"),
        option: Option("--query", rank: 8, "what happens to the visit's query; default merge"),
        "What becomes of the query of a visit: merge (added, the link's own value wins), visitor "
          + "(added, the visitor's value wins), drop."),
      LinkField(
        "path",
        .choice(
          FieldChoice(at(\.rare.path), standard: .refuse, noun: "path mode", StoredValue.text)),
        option: Option(
          "--path", rank: 12, "what happens to a path after the slug; default refuse"),
        "What becomes of a path that follows the slug and a slash: refuse (no link is found there), "
          + "append (added to the destination's path), ignore (dropped)."),
      LinkField(
        "skipPage", .flag(at(\.link.skipPage)), in: .column("skip_page"),
        option: Option("--skip-page", rank: 9, "skip the page in between on iPhone and iPad"),
        "Whether iPhones and iPads go on without a page in between."),
      LinkField(
        "notBefore", .time(at(\.rare.notBefore)), in: .column("not_before"),
        option: Option("--not-before", "TIME", rank: 4, "when the link becomes active"),
        "Nobody finds the link before this time (RFC 3339, or a date: its beginning in UTC)."),
      LinkField(
        "expires", .time(at(\.rare.expires)), in: .column("expires"), aliases: ["expires_at"],
        option: Option(
          "--expires", "TIME", rank: 3, "when the link ends, such as 2026-12-31 or 7d"),
        "The link is gone from this time on (RFC 3339, or a date: its beginning in UTC)."),
      LinkField(
        "expiredURL", .url(at(\.rare.expiredURL), isVisited: true), in: .column("expired_url"),
        option: Option("--expired-url", "URL", rank: 11, "where the link leads once it is gone"),
        "Where the link leads once it is gone."),
      LinkField(
        "maxClicks", .int(at(\.rare.maxClicks), 1...1_000_000_000), in: .column("max_clicks"),
        option: Option(
          "--max-clicks", "NUMBER", rank: 5, "the number of clicks after which the link is gone"),
        "After this many clicks by people the link is gone; its destination is no secret."),
      LinkField(
        "importedClicks", .int(at(\.rare.importedClicks), 1...ShortLink.mostImportedClicks),
        setters: [.api, .importing],
        "Clicks that were counted where the link lived before."),
      LinkField(
        "archived", .flag(at(\.link.archived)), in: .column("archived"),
        option: Option("--archived", rank: 10, "keep the link, but let it lead nowhere"),
        "The link is gone."),
      LinkField(
        "password", .password(at(\.rare.password)), in: .column("password"),
        option: Option("--password", "TEXT", rank: 6, "the password that visitors must enter"),
        "What visitors are asked for: the password, the file that holds it, or its hash as exports "
          + "have it."),
      LinkField(
        "owner", .text(at(\.rare.owner), limit: FieldType.wordBytes),
        setters: [.api, .importing, .commandLine],
        option: Option(
          "--owner", "NAME", rank: 13, "the owner whose file keeps the link, see keiro apply"),
        "Whose file keeps the link: 'keiro apply' changes and removes the links of its own owner "
          + "alone."),
      LinkField(
        "createdAt", .time(at(\.link.createdAt)), in: .column("created_at"), setters: .programs,
        isContent: false, "When the link was made (RFC 3339)."),
      LinkField(
        "updatedAt", .time(at(\.link.updatedAt)), in: .column("updated_at"), setters: .programs,
        isContent: false, "When the link was last changed (RFC 3339)."),
    ]

  /// The campaign parameters, which tables may also list under their bare names.
  private static let campaign = ShortLink.Campaign.names.enumerated().map { index, name in
    let documentation = ShortLink.Campaign.storeMeanings[name].map { "\($0), for the App Store." }
    return LinkField(
      "campaign." + name, .campaign(at(\.rare.campaign), index: index),
      setters: [.everyoneAndApps, .template],
      aliases: ShortLink.Campaign.storeNames.contains(name) ? [] : [name],
      documentation ?? "The parameter \(name).")
  }

  private static func at<Value>(
    _ path: WritableKeyPath<UnpackedLink.Fields, Value>
  ) -> FieldPath<Value> {
    FieldPath(path)
  }
}
