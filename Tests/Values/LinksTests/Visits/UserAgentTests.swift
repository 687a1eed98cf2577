import FoundationEssentials
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

/// The lines of `UserAgents.md` by what their clients are known as.
private let known: [(agent: String, name: String)] = {
  let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "UserAgents.md")
  let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  return text.split(separator: "\n").filter { $0.hasPrefix("`") }.compactMap { line in
    let parts = line.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    return parts.count == 3 ? (parts[1], String(parts[2].dropFirst())) : nil
  }
}()

@Test func `the list of user agents is there`() { #expect(known.count == 144) }

@Test(arguments: known)
func `knows browsers of apps, previews, programs and people`(_ text: String, _ name: String) {
  let agent = UserAgent(text)
  let words = name.split(separator: " ").map(String.init)
  switch words.first {
  case "app":
    let browser = UserAgent(UserAgents.iPhoneWebView + " " + text).inAppBrowser
    #expect(browser?.rawValue == words.last)
  case "preview": #expect(agent.previewBot?.rawValue == words.last && agent.isBot)
  case "program": #expect(agent.isBot)
  default: #expect(!agent.isBot && name == "person")
  }
}

@Test(arguments: [
  UserAgents.googlebot, "AhrefsBot/7.0", "GPTBot", "a-crawler", "My Spider 1", "HeadlessChrome/1",
])
func `knows crawlers without a list of them`(_ text: String) {
  #expect(UserAgent(text).isBot)
  #expect(UserAgent(text).previewBot == nil)
}

@Test func `who sends no agent is a program`() {
  #expect(UserAgent.absent.isBot)
}

private let people = [
  UserAgents.windows, UserAgents.windowsEdge, UserAgents.linuxFirefox, UserAgents.chromeOS,
  UserAgents.iPadAsMac, UserAgents.iPad, UserAgents.cubot, UserAgents.windowsPhone,
  UserAgents.androidWebView + " Viber/14.7.0.4", UserAgents.iPhoneWebView + " WhatsApp/23.20.79",
  UserAgents.iPhoneWebView + " Feedly/88", UserAgents.iPhoneWebView + " Inoreader/7",
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
