/// The words that identify user agents.
///
/// A word matches at the beginning of a run of letters, case-insensitively. Of two words with a common
/// beginning the longer comes first.
enum UserAgentTokens {
  struct Token: Sendable {
    let letters: [UInt8]
    let meaning: Meaning
  }

  enum Meaning: Sendable {
    case system(UserAgentMarks)
    case browser(UserAgentMarks)
    case app(UserAgent.InAppBrowser)
    case preview(UserAgent.PreviewBot)
    case crawler
  }

  /// The tokens by their first letter, with index 0 for `a`.
  static let byLetter: [[Token]] = {
    var table = [[Token]](repeating: [], count: 26)
    for (text, meaning) in all {
      let letters = text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      guard let first = letters.first, (0x61...0x7A).contains(first) else { continue }
      table[Int(first - 0x61)].append(Token(letters: letters, meaning: meaning))
    }
    for index in table.indices { table[index].sort { $0.letters.count > $1.letters.count } }
    return table
  }()

  private static let all: [(String, Meaning)] = systems + browsers + apps + previews + crawlers

  private static let systems: [(String, Meaning)] = [
    ("iPhone", .system(.iPhone)), ("iPod", .system(.iPhone)), ("iPad", .system(.iPad)),
    ("Android", .system(.android)), ("Windows Phone", .system(.windowsPhone)),
    ("Windows", .system(.windows)), ("Macintosh", .system(.macintosh)),
    ("CrOS", .system(.chromeOS)), ("Linux", .system(.linux)), ("X11", .system(.linux)),
  ]

  private static let browsers: [(String, Meaning)] = [
    ("AppleWebKit/", .browser(.webKit)), ("Safari/", .browser(.safari)),
    ("Mobile/", .browser(.mobileBuild)), ("wv)", .browser(.webView)),
    ("Chrome/", .browser(.chrome)), ("CriOS/", .browser(.chromeOnApple)),
    ("Firefox/", .browser(.firefox)), ("FxiOS/", .browser(.firefoxOnApple)),
    ("Edg/", .browser(.edge)), ("EdgA/", .browser(.edge)), ("Edge/", .browser(.edge)),
    ("EdgiOS/", .browser(.edgeOnApple)), ("OPR/", .browser(.opera)), ("Opera", .browser(.opera)),
    ("OPiOS/", .browser(.operaOnApple)), ("OPT/", .browser(.operaOnApple)),
    ("SamsungBrowser/", .browser(.samsung)), ("DuckDuckGo/", .browser(.duckDuckGo)),
    ("Ddg/", .browser(.duckDuckGo)), ("YaBrowser/", .browser(.yandex)),
    ("Vivaldi/", .browser(.vivaldi)), ("HuaweiBrowser/", .browser(.huawei)),
    ("MiuiBrowser/", .browser(.miui)), ("UCBrowser/", .browser(.ucBrowser)),
    ("GSA/", .browser(.googleApp)),
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
    ("Lark-Url-Preview", .preview(.lark)),
  ]

  private static let crawlers: [(String, Meaning)] = [
    ("Googlebot", .crawler), ("Mediapartners-Google", .crawler), ("Google-Read-Aloud", .crawler),
    ("Google-InspectionTool", .crawler), ("GoogleOther", .crawler), ("bingpreview", .crawler),
    ("Baiduspider", .crawler), ("Bytespider", .crawler), ("Slurp", .crawler),
    ("meta-externalagent", .crawler), ("HeadlessChrome", .crawler), ("PetalBot", .crawler),
    ("Chrome-Lighthouse", .crawler), ("UptimeRobot", .crawler), ("Pingdom", .crawler),
    ("ia_archiver", .crawler), ("heritrix", .crawler),
  ]
}
