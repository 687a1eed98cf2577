extension DocumentRow {
  private static let web =
    #""kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb""#
    + #","webpageURL":"https://asajikan.jp/article/1""#
  private static let push =
    #""kind":"remoteNotification","identifier":"n","#
    + #""userInfo":{"communication":{"url":"https://asajikan.jp/article/3"}}"#
  private static let local = #""kind":"localNotification","identifier":"n""#
  private static let widget = #""kind":"openURL","url":"asajikan-widget://open/5""#
  private static let shortcut = #""kind":"shortcutItem","type":"jp.asajikan.new""#
  private static let item =
    #""kind":"userActivity","activityType":"com.apple.corespotlightitem","#
    + #""userInfo":{"kCSSearchableItemActivityIdentifier":"7"}"#
  private static let siri =
    #""kind":"userActivity","activityType":"jp.asajikan.intent","userInfo":{"word":"curry"}"#

  /// "Tidying up an app's launch paths", iOSDC Japan 2018.
  static let launchPaths: [DocumentRow] = [
    .launch("a normal start", #""kind":"normal""#, "event normal", "destination home"),
    .launch(
      "a remote notification, until iOS 9 at the app delegate",
      push + #","ios":"9.3","state":"background""#, "event remoteNotification(identifier: n)",
      "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"),
    .launch(
      "from iOS 10 on at UserNotifications", push + #","ios":"10.0","state":"background""#,
      "destination article(id: 3)",
      "userNotificationCenter(_:didReceive:withCompletionHandler:)"),
    .launch(
      "a local notification, until iOS 9 at the app delegate",
      local + #","ios":"9.3","state":"background""#, "event localNotification(identifier: n)",
      "received by application(_:didReceive:)"),
    .launch(
      "and, where it starts the app, in the launch options",
      local + #","ios":"9.3""#,
      "application(_:didFinishLaunchingWithOptions:), in localNotification"),
    .launch(
      "from iOS 10 on at UserNotifications in every state", local + #","ios":"12.0""#,
      "userNotificationCenter(_:didReceive:withCompletionHandler:)"),
    .launch("a universal link", web, "event deepLink(url: https://asajikan.jp/article/1)"),
    .launch(
      "a result of Spotlight", item, "event spotlight(resultIdentifier: 7)",
      "destination article(id: 7)"),
    .launch(
      "a search in the app from Spotlight, from iOS 10 on",
      """
      "kind":"userActivity","activityType":"com.apple.corespotlightquery","ios":"10.0",
      "userInfo":{"kCSSearchQueryString":"curry"}
      """, "event spotlight(query: curry)", "destination search(query: curry)"),
    .launch(
      "a quick action of the home screen", shortcut,
      "event homeScreen(type: jp.asajikan.new)", "destination compose"),
    .launch(
      "a widget, which opens the app by a scheme", widget, "event widget(identifier: 5)",
      "destination article(id: 5)"),
    .launch(
      "a Siri shortcut, an activity of the app's own type", siri,
      "event intent(word: curry)", "destination search(id: curry)"),
    .tap(
      "a universal link without the app: web, store, and a normal start", "--app absent",
      "/article/1", "after installation the app starts as if from its icon",
      "and the link has to be fetched again"),
    .launch(
      "method 1 of 4: did finish launching", push + #","ios":"12.0""#,
      "application(_:didFinishLaunchingWithOptions:), in remoteNotification"),
    .launch(
      "method 2 of 4: open URL", widget + #","ios":"12.0""#,
      "application(_:open:options:)"),
    .launch(
      "method 3 of 4: continue user activity", web + #","ios":"12.0""#,
      "application(_:continue:restorationHandler:)"),
    .launch(
      "method 4 of 4: perform action", shortcut + #","ios":"12.0""#,
      "application(_:performActionFor:completionHandler:)"),
    .article(
      "receiving, tracking, deciding and the transition are four tasks",
      "ReplacingTheAppDelegate", "rules.track(launch)", "rules.decide("),
    .article(
      "tracking and deciding are pure", "LaunchRouting",
      "All three are total and pure: no clock, no network, no state."),
    .unserved(
      "the transition itself",
      because: "it is the app's own code; the answer of 'launch' is what it gets"),
    .launch("a push trigger means remote", push, "event remoteNotification(identifier: n)"),
    .launch("any other trigger means local", local, "event localNotification(identifier: n)"),
    .launch(
      "unknown schemes are not tracked", #""kind":"openURL","url":"other://x""#,
      "event none", "destination home"),
    .launch(
      "links of Adjust and Firebase arrive as own schemes and are deep links",
      #""kind":"openURL","url":"adjustSchemeExample://go?deep_link=https%3A%2F%2Fasajikan.jp%2Farticle%2F4""#,
      "event deepLink(", "destination article(id: 4)"),
    .article(
      "a push can be made in a test, whose trigger has no initialiser in UIKit",
      "ReplacingTheAppDelegate",
      #"Launch.notification(.init(identifier: "n1", trigger: .push))"#),
    .launch(
      "a link opened before the login does not jump to its screen",
      #""kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","#
        + #""webpageURL":"https://asajikan.jp/recipe/2","session":{"loggedIn":false}"#,
      "destination login, then recipe(id: 2)"),
    .article(
      "each method shrinks to a launch that is handed on", "ReplacingTheAppDelegate",
      "LaunchCoordinator.shared.start(Launch(url, options: options))"),
  ]

  /// "Launch paths with SceneDelegate", after iOS 13.
  static let scenes: [DocumentRow] =
    coldStarts.map { path in
      .launch(
        "a cold start with scenes has everything in one method: \(path.name)",
        path.launch + #","ios":"13.0""#,
        "received by scene(_:willConnectTo:options:), in connectionOptions.\(path.property)")
    } + [
      .launch(
        "a normal cold start with scenes", #""kind":"normal","ios":"13.0""#,
        "received by scene(_:willConnectTo:options:)"),
      .launch(
        "a push to an app in the background", push + #","ios":"13.0","state":"background""#,
        "received by userNotificationCenter(_:didReceive:withCompletionHandler:)"),
      .launch(
        "a scheme in the background", widget + #","ios":"13.0","state":"background""#,
        "received by scene(_:openURLContexts:)"),
      .launch(
        "a quick action in the background",
        shortcut + #","ios":"13.0","state":"background""#,
        "received by windowScene(_:performActionFor:completionHandler:)"),
      .launch(
        "an activity in the background", web + #","ios":"13.0","state":"background""#,
        "received by scene(_:continue:)"),
      .launch(
        "a push in the foreground, before it is tapped",
        push + #","ios":"13.0","state":"foreground","presented":true"#,
        "event none", "received by userNotificationCenter(_:willPresent:withCompletionHandler:)"),
      .launch(
        "the scene delegate is the centre's delegate from iOS 13 on",
        push + #","ios":"13.0","state":"background""#,
        "note: the scene delegate must be made the delegate of UNUserNotificationCenter"),
      .launch(
        "and the app delegate before", push + #","ios":"12.0","state":"background""#,
        "note: the app delegate must be made the delegate of UNUserNotificationCenter"),
      .launch(
        "an app that supports both needs both: iOS 12", web + #","ios":"12.0""#,
        "application(_:continue:restorationHandler:)"),
      .launch(
        "and without scenes", web + #","ios":"13.0","lifecycle":"app-delegate""#,
        "application(_:continue:restorationHandler:)"),
      .article(
        "the return values of the old methods have no counterpart", "LaunchMatrixArticle",
        "the return values of its old methods have no counterpart"),
      .article(
        "the app delegate cannot reach the window", "LaunchMatrixArticle",
        "the window belongs to the scene"),
      .tap(
        "a universal link without the app", "--ios 13 --app absent", "/article/1",
        "scene(_:willConnectTo:options:) receives the launch"),
    ]

  private static let coldStarts = [
    (name: "a push", launch: push, property: "notificationResponse"),
    (name: "a local notification", launch: local, property: "notificationResponse"),
    (name: "a scheme", launch: widget, property: "urlContexts"),
    (name: "a quick action", launch: shortcut, property: "shortcutItem"),
    (name: "a universal link", launch: web, property: "userActivities"),
    (name: "a result of Spotlight", launch: item, property: "userActivities"),
    (name: "a Siri shortcut", launch: siri, property: "userActivities"),
  ]
}
