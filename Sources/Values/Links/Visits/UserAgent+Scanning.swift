import WebSyntax

extension UserAgent {
  /// More than any browser sends; the rest is ignored.
  private static let limit = 1024

  /// Reads the value of a `User-Agent` field in one pass over at most 1024 bytes, without copying them.
  /// A request without the field has an empty one: every browser says what it is.
  package init(_ value: borrowing Span<UInt8>) {
    var scan = Scan()
    let count = min(value.count, Self.limit)
    scan.isCrawler =
      Scan.namesNothing(value, count: count)
      || Self.wholes.contains {
        $0.count == count && Scan.matches($0, value, at: 0, count: count)
      }
    var isInsideWord = false
    for index in 0..<count {
      let byte = value[index]
      let isLetter = ASCII.isLetter(byte)
      if isLetter, !isInsideWord { scan.word(in: value, at: index, count: count) }
      if byte == UInt8(ascii: ";") { scan.name(in: value, after: index, count: count) }
      if isLetter { scan.suffix(in: value, at: index, count: count) }
      isInsideWord = isLetter || ASCII.isDigit(byte)
    }
    platform = scan.platform
    browser = scan.browser.name
    scan.settleApps()
    previewBot = scan.preview
    isBot = scan.preview != nil || scan.isCrawler
    guard !isBot else { return }
    inAppBrowser = scan.app ?? (scan.hints.contains(.googleApp) ? .googleApp : nil)
    if inAppBrowser == nil, scan.isWebView { inAppBrowser = .unnamed }
    if inAppBrowser != nil, platform == .macOS, browser == .other { platform = scan.appleTablet }
  }

  package init(_ text: String) {
    self.init(Array(text.utf8).span)
  }

  /// That of a request without the field.
  package static let absent = UserAgent("")

  /// Programs whose whole agent this is.
  private static let wholes =
    (["node.js", "viber"] + UserAgentTokens.bareNames).map { Array($0.utf8) }

  private struct Scan {
    private var system = (rank: Int.max, platform: Platform.unknown)
    private(set) var browser = (rank: Int.max, name: Browser.other)
    var hints: UserAgentHints = []
    var app: InAppBrowser?
    var preview: PreviewBot?
    var isCrawler = false
    /// Whether it names a reader of feeds, which also shows pages itself.
    var isReader = false

    /// Whether the agent names neither a product nor a system, as `-`, `Mozilla/5.0` and `null` do.
    static func namesNothing(_ value: borrowing Span<UInt8>, count: Int) -> Bool {
      var index = 0
      while index < count {
        guard ASCII.isLetter(value[index]) else {
          // A letter of another script.
          if value[index] >= 0x80 { return false }
          index += 1
          continue
        }
        guard
          let word = emptyWords.first(where: { matches($0, value, at: index, count: count) })
        else { return false }
        index += word.count
        if index < count, ASCII.isLetter(value[index]) { return false }
      }
      return true
    }

    private static let emptyWords = [
      "mozilla", "compatible", "null", "nil", "none", "undefined", "unknown",
    ].map { Array($0.utf8) }

    /// Tells what apps fetch from what they show to people, who have a browser's engine before them. Facebook's
    /// fetcher and Apple's Messages claim one, too.
    mutating func settleApps() {
      guard hints.contains(.webKit) else {
        isCrawler = isCrawler || isReader
        return
      }
      guard let found = preview, [.whatsapp, .viber, .tumblr].contains(found) else { return }
      preview = nil
      app = app ?? .unnamed
    }

    /// Mac apps open links in the Mac's browser, so a web view with a desktop's name is an iPad.
    var appleTablet: Platform { hints.contains(.safari) ? .macOS : .iPad }

    /// An iPad that requests desktop pages claims to be a Macintosh.
    var platform: Platform {
      let isMac = hints.isDisjoint(with: [.onApple, .mobileBuild])
      return system.platform == .macOS && !isMac ? .iPad : system.platform
    }

    /// Whether this is a web view of some app; those of iOS omit `Safari/`.
    var isWebView: Bool {
      hints.contains(.webView)
        || platform.isApple && hints.isSuperset(of: [.webKit, .mobileBuild])
          && !hints.contains(.safari)
    }

    mutating func word(in value: borrowing Span<UInt8>, at start: Int, count: Int) {
      if start > 0, let mark = Self.marks.first(where: { $0.before == value[start - 1] }),
        mark.words.contains(where: { Self.matches($0, value, at: start, count: count) })
      {
        isCrawler = true
      }
      let bucket = Int((value[start] | 0x20) - 0x61)
      for token in UserAgentTokens.byLetter[bucket]
      where Self.matches(token.letters, value, at: start, count: count) {
        switch token.meaning {
        case .system(let found):
          if token.rank < system.rank { system = (token.rank, found) }
        case .browser(let found, let hint):
          if token.rank < browser.rank { browser = (token.rank, found) }
          hints.insert(hint)
        case .hint(let hint): hints.insert(hint)
        case .app(let found): app = app ?? found
        case .preview(let found): preview = preview ?? found
        case .crawler: isCrawler = true
        case .reader: isReader = true
        }
        return
      }
    }

    /// What programs write after a sign: `+https://…` with their address, `-User/` and `-Index/` after
    /// the name of the service that they fetch for.
    private static let marks: [(before: UInt8, words: [[UInt8]])] = [
      (UInt8(ascii: "+"), [Array("http://".utf8), Array("https://".utf8)]),
      (UInt8(ascii: "-"), [Array("user/".utf8), Array("index/".utf8)]),
    ]

    /// Recognises a program by `compatible; NAME`, which old browsers wrote, too.
    mutating func name(in value: borrowing Span<UInt8>, after mark: Int, count: Int) {
      let start = mark - Self.compatible.count
      guard start >= 0, Self.matches(Self.compatible, value, at: start, count: count) else {
        return
      }
      var name = mark + 1
      while name < count, value[name] == UInt8(ascii: " ") { name += 1 }
      guard name < count, ASCII.isLetter(value[name]) else { return }
      isCrawler =
        isCrawler
        || !Self.oldBrowsers.contains { Self.matches($0, value, at: name, count: count) }
    }

    private static let compatible = Array("compatible".utf8)
    private static let oldBrowsers = [
      "msie", "konqueror", "netfront", "omniweb", "icab", "ibrowse", "opera", "avant", "u;",
      "windows", "linux", "x11", "android", "macintosh", "iphone", "ipad",
    ].map { Array($0.utf8) }

    /// Recognises unlisted programs that call themselves some kind of bot, crawler or spider, but not
    /// phones of the brand Cubot.
    mutating func suffix(in value: borrowing Span<UInt8>, at last: Int, count: Int) {
      let letter = value[last] | 0x20
      guard letter == UInt8(ascii: "t") || letter == UInt8(ascii: "r"),
        last + 1 == count || !ASCII.isLetter(value[last + 1])
      else { return }
      for (name, exception) in Self.suffixes where last + 1 >= name.count {
        guard Self.matches(name, value, at: last + 1 - name.count, count: count) else { continue }
        let longer = last + 1 - exception.count
        guard
          longer < 0 || exception.isEmpty
            || !Self.matches(exception, value, at: longer, count: count)
        else { continue }
        isCrawler = true
      }
    }

    private static let suffixes: [(name: [UInt8], exception: [UInt8])] = [
      (Array("bot".utf8), Array("cubot".utf8)), (Array("crawler".utf8), []),
      (Array("spider".utf8), []),
    ]

    static func matches(
      _ letters: [UInt8], _ value: borrowing Span<UInt8>, at start: Int, count: Int
    ) -> Bool {
      guard start + letters.count <= count else { return false }
      for (offset, letter) in letters.enumerated() {
        if ASCII.lowercased(value[start + offset]) != letter { return false }
      }
      return true
    }
  }
}

/// What decides about an agent besides its names.
private struct UserAgentHints: OptionSet {
  let rawValue: UInt8

  static let webKit = UserAgentHints(rawValue: 1)
  static let safari = UserAgentHints(rawValue: 2)
  /// `Mobile/15E148`, which web views of iOS send, too.
  static let mobileBuild = UserAgentHints(rawValue: 4)
  /// `; wv)`, which web views of Android send.
  static let webView = UserAgentHints(rawValue: 8)
  static let googleApp = UserAgentHints(rawValue: 16)
  /// The name of a browser for Apple's phones and tablets alone.
  static let onApple = UserAgentHints(rawValue: 32)
}

/// The words that identify user agents.
///
/// A word matches at the beginning of a run of letters, case-insensitively. Of two words with a common
/// beginning the longer comes first. Of several systems or browsers in one agent, the first in the table
/// counts.
private enum UserAgentTokens {
  struct Token: Sendable {
    let letters: [UInt8]
    let rank: Int
    let meaning: Meaning
  }

  enum Meaning: Sendable {
    case system(UserAgent.Platform)
    case browser(UserAgent.Browser, UserAgentHints = [])
    case hint(UserAgentHints)
    case app(UserAgent.InAppBrowser)
    case preview(UserAgent.PreviewBot)
    case crawler
    case reader
  }

  /// The tokens by their first letter, with index 0 for `a`.
  static let byLetter: [[Token]] = {
    var table = [[Token]](repeating: [], count: 26)
    for (rank, (text, meaning)) in all.enumerated() {
      let letters = text.utf8.map(ASCII.lowercased)
      guard let first = letters.first, (0x61...0x7A).contains(first) else { continue }
      table[Int(first - 0x61)].append(Token(letters: letters, rank: rank, meaning: meaning))
    }
    for index in table.indices { table[index].sort { $0.letters.count > $1.letters.count } }
    return table
  }()

  private static let all: [(String, Meaning)] = systems + browsers + apps + previews + crawlers

  /// Microsoft's phones claim to be Android, and Android claims to be Linux.
  private static let systems: [(String, Meaning)] = [
    ("Windows Phone", .system(.windows)), ("iPad", .system(.iPad)), ("iPhone", .system(.iPhone)),
    ("iPod", .system(.iPhone)), ("Android", .system(.android)), ("Macintosh", .system(.macOS)),
    ("Windows", .system(.windows)), ("CrOS", .system(.chromeOS)), ("Linux", .system(.linux)),
    ("X11", .system(.linux)),
    ("AppleWebKit/", .hint(.webKit)), ("Mobile/", .hint(.mobileBuild)), ("wv)", .hint(.webView)),
  ]

  /// Nearly all browsers claim to be Chrome and Safari.
  private static let browsers: [(String, Meaning)] = [
    ("Edg/", .browser(.edge)), ("EdgA/", .browser(.edge)), ("Edge/", .browser(.edge)),
    ("EdgiOS/", .browser(.edge, .onApple)), ("OPR/", .browser(.opera)), ("Opera", .browser(.opera)),
    ("OPiOS/", .browser(.opera, .onApple)), ("OPT/", .browser(.opera, .onApple)),
    ("SamsungBrowser/", .browser(.samsungInternet)), ("DuckDuckGo/", .browser(.duckDuckGo)),
    ("Ddg/", .browser(.duckDuckGo)), ("YaBrowser/", .browser(.yandex)),
    ("Vivaldi/", .browser(.vivaldi)), ("HuaweiBrowser/", .browser(.huawei)),
    ("MiuiBrowser/", .browser(.miui)), ("UCBrowser/", .browser(.ucBrowser)),
    ("GSA/", .browser(.googleApp, .googleApp)), ("Firefox/", .browser(.firefox)),
    ("FxiOS/", .browser(.firefox, .onApple)), ("Chrome/", .browser(.chrome)),
    ("CriOS/", .browser(.chrome, .onApple)), ("Safari/", .browser(.safari, .safari)),
  ]

  private static let apps: [(String, Meaning)] = [
    ("FBAN/Messenger", .app(.messenger)), ("FBAN/Orca", .app(.messenger)),
    ("FB_IAB/Messenger", .app(.messenger)), ("FB_IAB/Orca", .app(.messenger)),
    ("FBAN/", .app(.facebook)), ("FBAV/", .app(.facebook)), ("FB_IAB/", .app(.facebook)),
    ("FBIOS", .app(.facebook)), ("Instagram", .app(.instagram)), ("Barcelona", .app(.threads)),
    ("Twitter for", .app(.x)), ("TwitterAndroid", .app(.x)), ("Line/", .app(.line)),
    ("TikTok", .app(.tiktok)), ("musical_ly", .app(.tiktok)), ("trill_", .app(.tiktok)),
    ("BytedanceWebview", .app(.tiktok)), ("ByteLocale", .app(.tiktok)),
    ("MicroMessenger/", .app(.wechat)), ("Gmail", .app(.gmail)), ("Slack", .app(.slack)),
    ("Snapchat", .app(.snapchat)), ("LinkedInApp", .app(.linkedin)),
    ("Pinterest", .app(.pinterest)), ("KAKAOTALK", .app(.kakaotalk)), ("NAVER(", .app(.naver)),
    ("Reddit/", .app(.reddit)), ("Discord/", .app(.discord)),
    ("Telegram-Android", .app(.telegram)), ("TeamsMobile", .app(.teams)),
    ("YJApp-", .app(.yahooJapan)),
    ("baiduboxapp", .app(.unnamed)), ("Weibo", .app(.weibo)), ("QQ/", .app(.qq)),
  ]

  private static let previews: [(String, Meaning)] = [
    ("facebookexternalhit", .preview(.facebook)), ("facebookcatalog", .preview(.facebook)),
    ("Facebot", .preview(.facebook)), ("meta-externalfetcher", .preview(.facebook)),
    ("Twitterbot", .preview(.x)), ("LinkedInBot", .preview(.linkedin)),
    ("Slackbot", .preview(.slack)), ("Slack-ImgProxy", .preview(.slack)),
    ("Discordbot", .preview(.discord)), ("TelegramBot", .preview(.telegram)),
    ("WhatsApp/", .preview(.whatsapp)), ("SkypeUriPreview", .preview(.skypeAndTeams)),
    ("Pinterestbot", .preview(.pinterest)), ("Pinterest/0.", .preview(.pinterest)),
    ("redditbot", .preview(.reddit)), ("Applebot", .preview(.apple)),
    ("Iframely", .preview(.iframely)), ("Embedly", .preview(.embedly)),
    ("vkShare", .preview(.vk)), ("Mastodon/", .preview(.mastodon)),
    ("Pleroma", .preview(.pleroma)), ("Akkoma", .preview(.pleroma)),
    ("Misskey/", .preview(.misskey)), ("SummalyBot", .preview(.misskey)),
    ("Sharkey/", .preview(.misskey)), ("Firefish/", .preview(.misskey)),
    ("Iceshrimp", .preview(.misskey)), ("CherryPick/", .preview(.misskey)),
    ("Foundkey/", .preview(.misskey)), ("Mobilizon", .preview(.mobilizon)),
    ("BookWyrm", .preview(.bookWyrm)), ("snac/", .preview(.snac)),
    ("Discourse Forum Onebox", .preview(.discourse)),
    ("Bluesky", .preview(.bluesky)), ("Viber/", .preview(.viber)),
    ("line-poker", .preview(.line)), ("kakaotalk-scrap", .preview(.kakaotalk)),
    ("Yeti/", .preview(.naver)), ("Snap URL Preview", .preview(.snapchat)),
    ("Mattermost-Bot", .preview(.mattermost)), ("RocketChat", .preview(.rocketChat)),
    ("Rocket.Chat", .preview(.rocketChat)), ("Notionbot", .preview(.notion)),
    ("Tumblr/", .preview(.tumblr)), ("FlipboardProxy", .preview(.flipboard)),
    ("XING-contenttabreceiver", .preview(.xing)), ("bitlybot", .preview(.bitly)),
    ("Hatena", .preview(.hatena)), ("Yahoo Link Preview", .preview(.yahooLinkPreview)),
    ("ZoomBot", .preview(.zoom)), ("Synapse", .preview(.synapse)),
    ("Nextcloud", .preview(.nextcloud)), ("Quora Link Preview", .preview(.quora)),
    ("WeChatShareExtension", .preview(.weChat)), ("LarkUrl2png", .preview(.lark)),
    ("Lark-Url-Preview", .preview(.lark)), ("Lemmy/", .preview(.lemmy)),
    ("Friendica", .preview(.friendica)), ("gotosocial/", .preview(.goToSocial)),
    ("PeerTube/", .preview(.peerTube)), ("Pixelfed/", .preview(.pixelfed)),
    ("WordPress/", .preview(.wordPress)), ("Google-PageRenderer", .preview(.googleRenderer)),
    ("GoogleImageProxy", .preview(.gmailProxy)), ("YahooMailProxy", .preview(.yahooMailProxy)),
  ]

  private static let crawlers: [(String, Meaning)] =
    names(in: programs).map { ($0, .crawler) } + names(in: readers).map { ($0, .reader) }

  /// The programs that name themselves before a version, which some leave out, in small letters.
  static let bareNames = names(in: programs).filter { $0.hasSuffix("/") }
    .map { $0.dropLast().lowercased() }

  private static func names(in list: String) -> [String] {
    list.split(separator: ",").map(\.trimmed)
  }

  /// Programs that no suffix and no address gives away, by the names that their own documents and sources
  /// give: crawlers; libraries and tools; scanners of mails, documents and servers; probes.
  private static let programs = """
    Googlebot,Mediapartners-Google,Google-Read-Aloud,Google-InspectionTool,GoogleOther,Google-Safety,\
    bingpreview,Baiduspider,Bytespider,Slurp,meta-externalagent,HeadlessChrome,PetalBot,\
    Chrome-Lighthouse,PhantomJS,ia_archiver,heritrix,Screaming Frog,\
    curl/,libcurl/,Wget,PycURL,python-requests/,Python-urllib,Python/,aiohttp/,httpx/,\
    Go-http-client/,okhttp,axios/,node-fetch,node-superagent,node/,undici,Deno/,Bun/,got (,\
    Java/,Java-http-client,Apache-HttpClient,Apache-HttpAsyncClient,Jakarta Commons-HttpClient,\
    ReactorNetty,Dalvik/,CFNetwork/,Dart/,Ruby/,Faraday,rest-client/,http.rb,Typhoeus,libwww-perl,\
    lwp-,HTTP-Tiny,Guzzle,PHP/,Symfony HttpClient,reqwest,ureq/,hyper/,HTTPie,xh/,PostmanRuntime,\
    insomnia/,WinHttp,PowerShell/,WindowsPowerShell/,Scrapy,colly,ApacheBench/,hey/,k6/,vegeta,Siege/,\
    Microsoft Office,ms-office,Microsoft URL Control,ips-agent,Barracuda,Mimecast,Proofpoint,\
    W3C-checklink,W3C_Validator,Validator.nu,LinkChecker,lychee/,muffet/,\
    kube-probe/,ELB-HealthChecker/,GoogleHC/,Uptime-Kuma,UptimeRobot,StatusCake,Pingdom,check_http/,\
    Zabbix,Site24x7,Blackbox Exporter,Blackbox-Exporter,Prometheus/,Better Uptime,Datadog,\
    NewRelicPinger,Consul Health Check,Monit/,HetrixTools,updown.io,Freshping,Checkly,GoogleStackdriver,\
    Amazon-Route53-Health-Check,DigitalOcean Uptime Probe,Envoy/HC,Gatus/,Nagios,check_mk,Telegraf/,\
    RestSharp/,Alamofire/,Ktor client,lua-resty-http,Mojolicious,Hackney/,AHC/,Nim httpclient,aws-sdk-,\
    Go 1.1 package http,Jersey/,Apache-CXF/,ktor-client,Vert.x-WebClient,akka-http/,AsyncHttpClient,\
    HTTP_Request2,Nim-httpclient,cpp-httplib/,HTTP.jl,git/,Lavf/,urlgrabber,\
    go-resty/,fasthttp,needle/,excon/,HTTPClient/,WWW-Mechanize/,unirest-java/,libsoup/,bruno-runtime/,\
    Thunder Client,Embarcadero URI Client/,Valve/Steam HTTP Client,\
    Google-HTTP-Java-Client,aria2/,HTTrack,zgrab,masscan/,Nikto/,sqlmap/,Xenu Link Sleuth,\
    Microsoft-CryptoAPI,Microsoft-WebDAV-MiniRedir
    """

  private static let readers = """
    FeedFetcher,Feedly,Feedbin,Miniflux,Tiny Tiny RSS,NewsBlur,NetNewsWire,Inoreader,FreshRSS,FeedBurner
    """
}
