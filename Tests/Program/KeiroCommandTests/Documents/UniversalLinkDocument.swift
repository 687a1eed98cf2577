extension DocumentRow {
  private static let apple = """
    {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www",
     "paths":["/","/article/*","/recipe/*"]}]}}
    """
  private static let dictionary = """
    {"applinks":{"apps":[],"details":{"94VJUJ8B7P.jp.asajikan.www":
     {"paths":["/","/article/*","/recipe/*"]}}}}
    """
  private static let news = """
    {"applinks":{"apps":[],"details":[{"appID":"W74U47NE8E.com.apple.store.Jolly",
     "paths":["/wwdc/news/","NOT /videos/wwdc/2010/*","/videos/wwdc/201?/*"]}]}}
    """
  /// A file of more than 128 KB that opens `/article/1`.
  private static let large = """
    {"applinks":{"apps":[],"details":[{"appID":"94VJUJ8B7P.jp.asajikan.www",
     "paths":["/article/*",\(
       (0..<9000).map { "\"/recipe/\($0)/*\"" }.joined(separator: ","))]}]}}
    """

  /// "Universal Link on iOS", April 2016.
  static let universalLinks: [DocumentRow] = [
    .tap(
      "from iOS 9 on a configured URL opens the app", "--ios 9.0", "/article/1",
      "opens asajikan at article(id: 1)"),
    .tap(
      "before iOS 9 it does not", "--ios 8.4", "/article/1",
      "stays in the browser: iOS 8.4 has no universal links"),
    .file(
      "a link of an own scheme opens the app, too", "explain asajikan://article/1", "",
      "'asajikan' is a scheme of asajikan", "opens asajikan at article(id: 1)"),
    .unserved(
      "any app may claim a scheme",
      because: "which other apps of a phone declare the scheme is known to the phone alone"),
    .command(
      "a universal link is bound to the domain of a site",
      "explain https://other.example/article/1", "other.example"),
    .tap(
      "with the app installed: the app", "--app installed", "/recipe/2",
      "opens asajikan at"),
    .tap(
      "without it: Mobile Safari", "--app absent", "/recipe/2",
      "stays in the browser: asajikan is not installed"),
    .tap("openURL of another app opens it", "--from other-app", "/article/1", "opens asajikan"),
    .tap(
      "SFSafariViewController, WKWebView and UIWebView do not", "--from in-app-browser",
      "/article/1", "stays in the browser: the first page of a browser inside an app"),
    .tap(
      "openURL of the app's own link goes to Safari", "--from own-app", "/article/1",
      "stays in the browser: an app that opens its own universal link is sent to the browser"),
    .tap(
      "a typed address does not open the app", "--from typed", "/article/1",
      "stays in the browser: a typed address never opens an app"),
    .tap(
      "nor does a link on a page of the site", "--from same-site", "/article/1",
      "stays in the browser: a tap on a link to the page's own host is browsing"),
    .tap(
      "a tap on a search result does", "--from search-result", "/article/1",
      "opens asajikan at article(id: 1)"),
    .tap(
      "the breadcrumb leads back to Safari, and the choice is remembered",
      "--choice browser", "/article/1",
      "stays in the browser: the browser was chosen for 'asajikan.jp' before"),
    .tap(
      "until the app is chosen again", "--choice app", "/article/1",
      "opens asajikan at article(id: 1)"),
    .tap(
      "the Smart App Banner opens an installed app", "--from banner", "/article/1",
      "opens asajikan at article(id: 1)"),
    .tap(
      "and leads to the App Store without it", "--from banner --app absent", "/article/1",
      "the App Store shows the app"),
    .visit(
      "a page has the tag of the banner, with its own address", "/topics/",
      #"<meta name="apple-itunes-app" content="app-id=400435286, app-argument=https://asajikan.jp/topics/">"#
    ),
    .tap(
      "an argument that is a universal link opens its page: the slim bar", "--from banner", "/",
      "opens asajikan at home"),
    .tap(
      "another one opens the app at its top: the large banner", "--from banner", "/topics/",
      "so the app opens at its start screen", "[banner-argument-no-universal-link]"),
    .visit(
      "the file is JSON at the root, without a signature", "/apple-app-site-association",
      "HTTP/1.1 200", "Content-Type: application/json", #""appID": "94VJUJ8B7P.jp.asajikan.www""#),
    .file(
      "up to iOS 9.3 it may have more than 128 KB",
      "match --aasa FILE --ios 9.3 https://asajikan.jp/article/1", large, "match"),
    .file(
      "from iOS 9.3.1 on it may not",
      "match --aasa FILE --ios 9.3.1 https://asajikan.jp/article/1", large,
      "exit 1", "iOS 9.3.1 reads at most 131072"),
    .visit(
      "from iOS 9.3 on it is under /.well-known/, too",
      "/.well-known/apple-app-site-association", "HTTP/1.1 200", "Content-Type: application/json"),
    .command(
      "which system looks where", "platforms",
      "links: the file is requested under '/.well-known/' first, then at the root Apple, Technical "
        + "Q&A QA1919"),
    .file(
      "the form with apps, details, appID and paths",
      "match --aasa FILE --ios 9.0 https://asajikan.jp/recipe/1", apple, "exit 0",
      "94VJUJ8B7P.jp.asajikan.www: match"),
    .command(
      "the file of the site has the same paths", "association --host asajikan.jp",
      #""appID": "94VJUJ8B7P.jp.asajikan.www""#, #""/article/?*""#),
    .file(
      "an older form has a dictionary of details, which still works",
      "match --aasa FILE --ios 9.0 https://asajikan.jp/recipe/1", dictionary, "exit 0", "match"),
    .file("and is better not used", "validate FILE", dictionary, "details"),
    .file("? is one character", "match --aasa FILE --ios 9.3 /videos/wwdc/2011/1", news, "exit 0"),
    .file("and only one", "match --aasa FILE --ios 9.3 /videos/wwdc/201/1", news, "exit 1"),
    .file("* is several", "match --aasa FILE --ios 9.3 /videos/wwdc/2015/a/b", news, "exit 0"),
    .file(
      "NOT excludes on iOS 9.2.1", "match --aasa FILE --ios 9.2.1 /videos/wwdc/2010/1", news,
      "exit 1", "exclude"),
    .file("and not on iOS 9.1", "match --aasa FILE --ios 9.1 /videos/wwdc/2010/1", news, "exit 0"),
    .file(
      "a path without a wildcard is compared as a whole",
      "match --aasa FILE --ios 9.3 /wwdc/news/", news, "exit 0"),
    .file("a tool checks the format", "validate FILE", apple, "exit 0", "good"),
    .command(
      "the app names the domain", "generate entitlements --app asajikan",
      "applinks:asajikan.jp"),
    .launch(
      "the link arrives as an activity of the type NSUserActivityTypeBrowsingWeb",
      """
      "kind":"userActivity","activityType":"NSUserActivityTypeBrowsingWeb","ios":"9.0",
      "webpageURL":"https://asajikan.jp/article/1"
      """, "event deepLink(url: https://asajikan.jp/article/1)", "destination article(id: 1)",
      "received by application(_:continue:restorationHandler:)"),
    .launch(
      "Core Spotlight arrives at the same method",
      """
      "kind":"userActivity","activityType":"com.apple.corespotlightitem","ios":"9.0",
      "userInfo":{"kCSSearchableItemActivityIdentifier":"7"}
      """, "event spotlight(resultIdentifier: 7)",
      "received by application(_:continue:restorationHandler:)"),
    .launch(
      "and so does Handoff",
      #""kind":"userActivity","activityType":"jp.asajikan.browse","ios":"9.0""#,
      "event handoff(type: jp.asajikan.browse)", "destination home",
      "received by application(_:continue:restorationHandler:)"),
    .launch(
      "with a page as its link",
      """
      "kind":"userActivity","activityType":"jp.asajikan.browse","ios":"9.0",
      "webpageURL":"https://asajikan.jp/article/2"
      """, "event deepLink(url: https://asajikan.jp/article/2)", "destination article(id: 2)"),
  ]
}
