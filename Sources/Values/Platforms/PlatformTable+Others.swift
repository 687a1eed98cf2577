extension PlatformTable {
  private static let appLinks = "Google, Verify Android App Links"
  private static let developmentSuites = "Huawei, HarmonyOS Development Suite Versions"
  private static let huawei = "Huawei, Using App Linking to start an app"

  static let android: [PlatformRelease] = [
    row(
      SystemVersion(6), "2015-10-05", "API 23",
      .init(
        .links, "App Links: a host that assetlinks.json verifies opens the app without asking",
        appLinks, .appLinks)),
    row(SystemVersion(7), "2016-08-22", "API 24"),
    row(
      SystemVersion(8), "2017-08-21", "API 26",
      .init(
        .notifications, "a notification without a channel is not shown",
        "Google, Create and manage notification channels", concerns: .sdk)),
    row(SystemVersion(9), "2018-08-06", "API 28"),
    row(
      SystemVersion(10), "2019-09-03", "API 29",
      .init(
        .launches, "an app in the background may not start its screens",
        "Google, Restrictions on starting activities from the background")),
    row(SystemVersion(11), "2020-09-08", "API 30"),
    row(
      SystemVersion(12), "2021-10-04", "API 31",
      .init(
        .links, "a link to a host that is not verified opens the browser, without asking",
        "Google, Android 12: web intent resolution", .strictVerification),
      .init(
        .notifications, "a tap must start the activity directly, not through a service",
        "Google, Android 12: notification trampoline restrictions", concerns: .sdk)),
    row(
      SystemVersion(13), "2022-08-15", "API 33",
      .init(
        .notifications, "notifications require the user's permission",
        "Google, Notification runtime permission"),
      .init(
        .launches, "an intent from outside has to match the intent filter of the activity it names",
        "Google, Android 13: intent filters block non-matching intents", concerns: .sdk)),
    row(SystemVersion(14), "2023-10-04", "API 34"),
    row(
      SystemVersion(15), "2024-09-03", "API 35",
      .init(
        .links, "dynamic app links: rules in assetlinks.json narrow the manifest",
        "Google, Configure website associations for Dynamic App Links", .dynamicRules)),
    row(SystemVersion(16), "2025-06-10", "API 36"),
    row(SystemVersion(17), "2026-06-16", "API 37"),
  ]

  static let harmonyOS: [PlatformRelease] = [
    PlatformRelease(
      platform: .harmonyOS, version: SystemVersion(5), released: "2024-10-22", sdk: "API 12",
      source: developmentSuites,
      changes: [
        .init(
          .links,
          "App Linking: applinking.json names a host's apps, and the app's own 'skills' the paths",
          huawei, .appLinking)
      ]),
    PlatformRelease(
      platform: .harmonyOS, version: SystemVersion(6), released: "2025-09-25", sdk: "API 20",
      source: developmentSuites, changes: []),
  ]

  private static func row(
    _ version: SystemVersion, _ released: String, _ sdk: String, _ changes: PlatformChange...
  ) -> PlatformRelease {
    PlatformRelease(
      platform: .android, version: version, released: released, sdk: sdk,
      source: "Google, Android \(version.major): behavior changes", changes: changes)
  }
}
