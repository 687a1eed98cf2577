extension PlatformTable {
  private static let archive = "Apple, Support Universal Links (archive)"
  private static let components = "Apple, applinks.details.components"
  private static let transition =
    "Apple, Transitioning to the UIKit scene-based life cycle; TN3187"

  static let apple: [PlatformRelease] = [
    row(
      SystemVersion(9), "2015-09-16", "Xcode 7",
      .init(
        .links, "universal links: 'paths' of a file at the root decide", archive, .universalLinks)),
    row(
      SystemVersion(9, 2), "2015-12-08", "Xcode 7.2",
      .init(.links, "'NOT ' in 'paths' excludes", archive, .notPaths)),
    row(
      SystemVersion(9, 3), "2016-03-21", "Xcode 7.3",
      .init(
        .links, "the file is requested under '/.well-known/' first, then at the root",
        "Apple, Technical Q&A QA1919", .wellKnownFolder)),
    row(
      SystemVersion(9, 3, 1), "2016-03-31", "Xcode 7.3",
      .init(.links, "files of more than 128 KB are rejected", archive, .fileSizeLimit)),
    row(
      SystemVersion(10), "2016-09-13", "Xcode 8",
      .init(
        .notifications, "UserNotifications: taps arrive at the notification centre's delegate",
        "Apple, UNUserNotificationCenterDelegate", .userNotifications)),
    row(
      SystemVersion(11), "2017-09-19", "Xcode 9",
      .init(
        .links, "the camera reads QR codes and opens universal links",
        "Apple, iOS 11 announcement: QR codes; that they open apps is inferred", isConfirmed: false,
        .cameraCodes)),
    row(
      SystemVersion(12), "2018-09-17", "Xcode 10",
      .init(
        .notifications, "notifications are grouped by 'thread-id'",
        "Apple, UNNotificationContent.threadIdentifier"),
      .init(
        .links, "an iPhone reads NFC tags without an app and opens universal links",
        "Apple, Adding support for background tag reading: iPhone XS and later", .tagReading)),
    row(
      SystemVersion(13), "2019-09-19", "Xcode 11",
      .init(
        .links, "'components' and 'appIDs'; 'paths' is ignored when 'components' is present",
        "Apple, WWDC19 session 717", .components),
      .init(
        .launches, "scenes: an app with a scene manifest is launched through its scene delegate",
        "Apple, UISceneDelegate", .scenes)),
    row(
      SystemVersion(13, 5), "2020-05-20", "Xcode 11.5",
      .init(
        .links, "'caseSensitive', and variables in patterns", "Apple, WWDC20 session 10098",
        .caseSensitive, .variables)),
    row(
      SystemVersion(14), "2020-09-16", "Xcode 12",
      .init(.links, "'percentEncoded' and 'defaults'", components, .percentEncoded, .defaults),
      .init(
        .links, "Apple's CDN fetches the file instead of the device",
        "Apple, Supporting associated domains", .contentDeliveryNetwork),
      .init(.links, "App Clips", "Apple, Associating your App Clip with your website", .appClips),
      .init(
        .launches, "the App protocol of SwiftUI: links arrive at onOpenURL(perform:)",
        "Apple, SwiftUI App", .swiftUILifecycle)),
    row(
      SystemVersion(15), "2021-09-20", "Xcode 13",
      .init(
        .links, "a page's meta tag shows the card of its App Clip",
        "Apple, Supporting invocations from your website and the Messages app", .clipCard),
      .init(
        .notifications, "communication notifications with the sender's name and picture",
        "Apple, Implementing communication notifications")),
    row(SystemVersion(16), "2022-09-12", "Xcode 14"),
    row(
      SystemVersion(17), "2023-09-18", "Xcode 15",
      .init(
        .links,
        "link tracking protection: Messages, Mail and Safari private windows remove known click "
          + "identifiers from links",
        "Apple, WWDC23 session 10053; Apple publishes no list of them",
        .linkTrackingProtection)),
    row(SystemVersion(18), "2024-09-16", "Xcode 16"),
    row(
      SystemVersion(18, 4), "2025-03-31", "Xcode 16.3",
      .init(.launches, "an app without scenes gets a warning in its log", transition)),
    row(
      SystemVersion(26), "2025-09-15", "Xcode 26",
      .init(.launches, "the log says that scenes will soon be required", transition),
      .init(
        .links, "Wallet shows the page of a universal link in a browser of its own",
        "Apple, Developer Technical Support: forums thread 805275, about the activation of cards",
        .walletBrowser)),
    row(
      SystemVersion(27), "2026-09-14", "Xcode 27",
      .init(
        .launches, "an app that is built with this SDK but has no scenes does not launch",
        transition, concerns: .sdk, .requiredScenes)),
  ]

  private static func row(
    _ version: SystemVersion, _ released: String, _ sdk: String, _ changes: PlatformChange...
  ) -> PlatformRelease {
    PlatformRelease(
      platform: .iOS, version: version, released: released, sdk: sdk,
      source: "Apple, \(sdk) Release Notes", changes: changes)
  }
}
