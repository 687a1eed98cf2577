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

/// As their own documents and sources give them.
private let programs = [
  "curl", "aiohttp", "python-requests", "Go-http-client", "axios", "Java", "Go 1.1 package http",
  "Jersey/2.35 (HttpUrlConnection 17.0.2)", "Apache-CXF/3.5.2", "Vert.x-WebClient/4", "git/2.40",
  "cpp-httplib/0.14", "HTTP.jl/1.9", "Lavf/60.3", "urlgrabber/3.10 yum/3.4.3",
  "", "-", " ", "--", "1.0", "()", "Mozilla", "Mozilla/5.0", "mozilla/4.0 ", "Mozilla/5.0 ()",
  "Mozilla/5.0 (compatible)", "Mozilla/5.0 (compatible; )", "null", "(null)", "undefined", "None",
  "go-resty/2.16.5 (https://github.com/go-resty/resty)", "fasthttp", "needle/3.3.1", "HTTPClient",
  "node", "curl/8.14.1", "Wget/1.25.0", "python-requests/2.32.5",
  "Python/3.13 aiohttp/3.12.15",
  "python-httpx/0.28.1", "Go-http-client/2.0", "okhttp/5.1.0", "axios/1.12.2", "undici",
  "node-fetch/1.0 (+https://github.com/bitinn/node-fetch)", "Java/21.0.8",
  "Java-http-client/21.0.8",
  "Apache-HttpClient/5.5 (Java/21.0.8)", "Ruby", "Faraday v2.13.4", "libwww-perl/6.79",
  "GuzzleHttp/7", "PostmanRuntime/7.45.0", "MyApp/7 CFNetwork/3826.600.41 Darwin/24.6.0",
  "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9 Build/BP1A.250505.005)",
  "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.26100.4652",
  "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.19029; Pro)",
  "Microsoft Office Existence Discovery", "Mozilla/5.0 (compatible; ips-agent)",
  "Mozilla/5.0 (Windows NT 10.0; rv:102.0) Gecko/20100101 Firefox/102.0 (Barracuda Sentinel)",
  "Mozilla/5.0 (compatible; Foo/1.0; +https://foo.example/)", "Foo (+http://foo.example)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-User/1.0; "
    + "+Claude-User@anthropic.com)",
  "Mozilla/5.0 (compatible; MistralAI-User/1.0; +https://docs.mistral.ai/robots)",
  "Mozilla/5.0 (compatible; MistralAI-Index/1.0)", "Perplexity-User/1.0", "DuckAssist-User/1",
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 "
    + "Mobile Safari/537.36 (compatible; Google-GeminiNotebook; +https://developers.google.com/)",
  "Sharkey/2024.3.1 (https://social.example)", "Mobilizon 4.1.0 - events.example",
  "Discourse Forum Onebox v3.2.0", "RestSharp/110.2.0.0", "Gatus/1.0",
  "Embarcadero URI Client/1.0", "Valve/Steam HTTP Client 1.0", "Nikto/2.5.0",
  "NetNewsWire (RSS Reader; https://netnewswire.com/)", "Viber", "WhatsApp/2.23.20.0 A",
  "Viber/13.3",
  "kube-probe/1.33", "ELB-HealthChecker/2.0", "GoogleHC/1.0", "Uptime-Kuma/1.23.16", "StatusCake",
  "check_http/v2.4.12 (monitoring-plugins 2.4.12)", "Zabbix 7.4.2", "Blackbox Exporter/0.27.0",
  "Mozilla/5.0 (compatible; Site24x7)", "W3C-checklink/5.0 libwww-perl/6.79",
  "Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) "
    + "PhantomJS/2.1.1 Safari/538.1",
  "FeedFetcher-Google; (+http://www.google.com/feedfetcher.html)", "Miniflux/2.2.12",
  "Feedly/1.0 (poller)", "Lemmy/0.19.12; +https://lemmy.example",
  "WordPress/6.8; https://blog.example",
  "Friendica 'Interrupted Fern' 2024.12; https://friendica.example",
  "gotosocial/0.19.1 (+https://social.example)",
  "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)",
  "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
]

@Test(arguments: programs)
func `programs are not people`(_ text: String) {
  #expect(UserAgent(text).isBot)
}

@Test func `who sends no agent is a program`() {
  #expect(UserAgent.absent.isBot)
}

/// Beside those of the table of browsers: desktops, old systems, television sets, consoles.
private let people = [
  UserAgents.windows, UserAgents.windowsEdge, UserAgents.linuxFirefox, UserAgents.chromeOS,
  UserAgents.iPadAsMac, UserAgents.iPad, UserAgents.cubot, UserAgents.windowsPhone,
  "robotics", "Bottle/1", "spiderman", "Mozillas/5.0", "nonesuch", "\u{7D4C}\u{8DEF}/1",
  UserAgents.androidWebView + " Viber/14.7.0.4", UserAgents.iPhoneWebView + " WhatsApp/23.20.79",
  UserAgents.iPhoneWebView + " Feedly/88", UserAgents.iPhoneWebView + " Inoreader/7",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)",
  "Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; SLCC2)",
  "Mozilla/5.0 (compatible; Konqueror/4.14; Linux) KHTML/4.14 (like Gecko)",
  "Opera/9.80 (J2ME/MIDP; Opera Mini/9.80 (S60; SymbOS; Opera Mobi/23.348; U; en) Presto/2.5.25",
  "Mozilla/5.0 (Mobile; Nokia_8000_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5.4",
  "Mozilla/5.0 (SMART-TV; Linux; Tizen 8.0) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "SamsungBrowser/5.0 Chrome/108.0.5359.1 TV Safari/537.36",
  "Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) "
    + "Chrome/108.0.0.0 Safari/537.36",
  "Mozilla/5.0 (PlayStation; PlayStation 5/6.50) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Version/15.0 Safari/605.1.15",
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    + "Mobile/15E148 [Pinterest/iOS]",
]

@Test(arguments: people)
func `takes no person for a program`(_ text: String) {
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
