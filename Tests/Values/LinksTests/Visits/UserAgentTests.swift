import Links
import Testing

private typealias Case = (
  String, UserAgent.Platform, UserAgent.Browser, UserAgent.InAppBrowser?, UserAgent.PreviewBot?
)

private let cases: [Case] = [
  (UserAgents.iPhoneSafari, .iPhone, .safari, nil, nil),
  (UserAgents.iPhoneChrome, .iPhone, .chrome, nil, nil),
  (UserAgents.iPhoneFirefox, .iPhone, .firefox, nil, nil),
  (UserAgents.iPhoneInstagram, .iPhone, .other, .instagram, nil),
  (UserAgents.iPhoneFacebook, .iPhone, .other, .facebook, nil),
  (UserAgents.iPhoneLine, .iPhone, .other, .line, nil),
  (UserAgents.iPhoneWebView, .iPhone, .other, .unnamed, nil),
  (UserAgents.iPhoneGoogleApp, .iPhone, .googleApp, .googleApp, nil),
  (UserAgents.iPad, .iPad, .safari, nil, nil),
  (UserAgents.iPadAsMac, .macOS, .safari, nil, nil),
  (UserAgents.iPadChromeAsMac, .iPad, .chrome, nil, nil),
  (UserAgents.iPadFacebookAsMac, .iPad, .other, .facebook, nil),
  (UserAgents.androidChrome, .android, .chrome, nil, nil),
  (UserAgents.androidWebView, .android, .chrome, .unnamed, nil),
  (UserAgents.androidTikTok, .android, .chrome, .tiktok, nil),
  (UserAgents.androidWeChat, .android, .chrome, .wechat, nil),
  (UserAgents.androidSamsung, .android, .samsungInternet, nil, nil),
  (UserAgents.androidFirefox, .android, .firefox, nil, nil),
  (UserAgents.androidEdge, .android, .edge, nil, nil),
  (UserAgents.cubot, .android, .chrome, nil, nil),
  (UserAgents.windows, .windows, .chrome, nil, nil),
  (UserAgents.windowsEdge, .windows, .edge, nil, nil),
  (UserAgents.windowsPhone, .windows, .edge, nil, nil),
  (UserAgents.linuxFirefox, .linux, .firefox, nil, nil),
  (UserAgents.chromeOS, .chromeOS, .chrome, nil, nil),
  (UserAgents.facebookBot, .unknown, .other, nil, .facebook),
  (UserAgents.messagesPreview, .macOS, .safari, nil, .facebook),
  (UserAgents.slackBot, .unknown, .other, nil, .slack),
  (UserAgents.pinterestBot, .unknown, .other, nil, .pinterest),
  ("", .unknown, .other, nil, nil),
  ("curl/8.5.0", .unknown, .other, nil, nil),
]

@Test(arguments: cases)
func `tells browsers apart`(
  _ text: String, _ platform: UserAgent.Platform, _ browser: UserAgent.Browser,
  _ app: UserAgent.InAppBrowser?, _ bot: UserAgent.PreviewBot?
) {
  let agent = UserAgent(text)
  #expect((agent.platform, agent.browser) == (platform, browser))
  #expect((agent.inAppBrowser, agent.previewBot, agent.isBot) == (app, bot, bot != nil))
}

private let apps: [(String, UserAgent.InAppBrowser)] = [
  ("[FBAN/MessengerForiOS;FBAV/1]", .messenger), ("Barcelona 337.0", .threads),
  ("Twitter for iPhone/10.44", .x), ("TwitterAndroid", .x), ("musical_ly_2023", .tiktok),
  ("GmailiOS/6", .gmail), ("Slack/24.05", .slack), ("Snapchat/12.9", .snapchat),
  ("[LinkedInApp]/9.29", .linkedin), ("[Pinterest/iOS]", .pinterest),
  ("KAKAOTALK 10.8", .kakaotalk), ("NAVER(inapp; search)", .naver), ("Reddit/Version", .reddit),
  ("YJApp-IOS jp.co.yahoo.ipn.appli/4", .yahooJapan), ("Weibo (iPhone)", .weibo),
]

@Test(arguments: apps)
func `knows the browsers of apps`(_ suffix: String, _ app: UserAgent.InAppBrowser) {
  #expect(UserAgent(UserAgents.iPhoneWebView + " " + suffix).inAppBrowser == app)
}

private let previews: [(String, UserAgent.PreviewBot)] = [
  ("Twitterbot/1.0", .x), ("LinkedInBot/1.0 (compatible; Mozilla/5.0)", .linkedin),
  ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", .discord),
  ("TelegramBot (like TwitterBot)", .telegram), ("WhatsApp/2.23.20.0", .whatsapp),
  ("Mozilla/5.0 SkypeUriPreview Preview/0.5", .skypeAndTeams), ("Applebot/0.1", .apple),
  ("http.rb/5 (Mastodon/4.2; +https://m.example/) Bot", .mastodon),
  ("Mozilla/5.0 (compatible; Bluesky Cardyb/1.1)", .bluesky), ("Iframely/1.3", .iframely),
  ("Mozilla/5.0 (compatible; redditbot/1.0)", .reddit), ("Viber/13.3", .viber),
]

@Test(arguments: previews)
func `knows the services that show previews`(_ text: String, _ bot: UserAgent.PreviewBot) {
  #expect(UserAgent(text).previewBot == bot)
  #expect(UserAgent(text).isBot)
}

@Test(arguments: [
  UserAgents.googlebot, "AhrefsBot/7.0", "GPTBot", "a-crawler", "My Spider 1", "HeadlessChrome/1",
])
func `knows crawlers without a list of them`(_ text: String) {
  #expect(UserAgent(text).isBot)
  #expect(UserAgent(text).previewBot == nil)
}

@Test(arguments: ["robotics", "Bottle/1", "spiderman", UserAgents.cubot])
func `takes no person for a crawler`(_ text: String) {
  #expect(!UserAgent(text).isBot)
}

@Test func `looks at a bounded part and at any bytes`() {
  let padding = String(repeating: "x ", count: 512)
  #expect(UserAgent(padding + UserAgents.iPhoneSafari).platform == .unknown)
  #expect(UserAgent(String(padding.dropFirst(8)) + "iPhone").platform == .iPhone)
  for length in 0...200 {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ length) }
    _ = UserAgent(String(decoding: bytes, as: UTF8.self))
  }
  for length in 0...UserAgents.iPhoneFacebook.utf8.count {
    _ = UserAgent(String(UserAgents.iPhoneFacebook.prefix(length)))
  }
}
