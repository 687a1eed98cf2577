import AppAssociation
import JSONSyntax
import Links
import Platforms

/// Whether a tap from one source lets a link open an app that the association files would open.
struct SourcePassage: Equatable {
  let opens: Bool
  /// One sentence without an initial capital or a full stop.
  let sentence: Sentence
  /// The documents that support the sentence.
  let basis: [String]
  /// Open questions in the documents, or possible interference; nil when there is none.
  var note: String?
  /// False when the sources leave doubt about the answer itself.
  var isCertain = true

  static func opens(
    _ sentence: Sentence, _ basis: String..., note: String? = nil, isCertain: Bool = true
  ) -> SourcePassage {
    SourcePassage(opens: true, sentence: sentence, basis: basis, note: note, isCertain: isCertain)
  }

  static func stays(
    _ sentence: Sentence, _ basis: String..., note: String? = nil, isCertain: Bool = true
  ) -> SourcePassage {
    SourcePassage(opens: false, sentence: sentence, basis: basis, note: note, isCertain: isCertain)
  }
}

extension TapSource {
  /// Returns how this source treats a link that an app could open.
  func passage(on system: TapSystem) -> SourcePassage {
    switch system {
    case .iOS(let version): applePassage(version)
    case .android: androidPassage
    case .harmony: harmonyPassage
    }
  }

  private func applePassage(_ version: SystemVersion) -> SourcePassage {
    switch self {
    case .messages, .notes, .otherApp: handed()
    case .mail:
      handed(
        note: "services that count clicks in mail replace a link with their own address: the "
          + "tap is then on that address, and this URL is reached by a redirect")
    case .safari: Self.handedBySafari()
    case .searchResult:
      Self.handedBySafari(
        note: "some search engines link through their own address, which makes it a redirect")
    case .qr:
      .opens(
        "a scanned code counts as a tap outside the browser",
        note: "the documents that Keiro relies on do not mention QR codes: that they open apps is "
          + "inferred"
          + (version.has(.cameraCodes) ? "" : "; the camera reads codes from iOS 11 on"),
        isCertain: false)
    case .chrome:
      .opens(
        "Chrome decides for itself, and usually passes the tap to the system", Reference.debugging,
        note: "every browser other than Safari decides for itself whether a tap opens an app",
        isCertain: false)
    case .sameSite:
      .stays(
        "a tap on a link to the page's own host is browsing", Reference.linking,
        Reference.archive, Reference.webKit)
    case .typed:
      .stays(
        "a typed address never opens an app; Safari offers the app in a bar", Reference.debugging)
    case .inAppBrowser:
      .stays(
        "the first page of a browser inside an app does not open another app", Reference.archive,
        note: "links inside such a page may open apps: what the large apps do differs, is not "
          + "documented, and mostly keeps the user in their browser", isCertain: false)
    case .ownApp:
      .stays("an app that opens its own universal link is sent to the browser", Reference.archive)
    case .redirect, .banner:
      Self.unreliableRedirect(
        Reference.debugging,
        note: "Apple says that a browser redirected to a universal link may open the app, "
          + "and advises against it; reports disagree (iOS 9.2: from Safari yes, from Mail no; "
          + "iOS 11: no), and a redirect on the same host is browsing")
    case .wallet, .appClip, .nfc, .spotlight, .widget, .handoff: passageOutside(version)
    }
  }

  /// Returns how the parts of the system that are neither apps nor browsers treat a link.
  private func passageOutside(_ version: SystemVersion) -> SourcePassage {
    switch self {
    case .wallet where version.has(.walletBrowser):
      .stays(
        "Wallet opens the link in a browser of its own from iOS "
          + "\(PlatformFeature.walletBrowser.introduction) on",
        Reference.wallet, note: Self.walletNote)
    case .wallet:
      .opens(
        "Wallet hands the link to the system, which opens the app", Reference.wallet,
        note: Self.walletNote)
    case .appClip where !version.has(.appClips):
      .stays("App Clips came with iOS \(PlatformFeature.appClips.introduction)", Reference.appClips)
    case .appClip:
      .opens(
        "an installed app takes the place of its App Clip and gets the link", Reference.appClips)
    case .nfc where !version.has(.tagReading):
      .stays(
        "iPhones read tags without an app from iOS \(PlatformFeature.tagReading.introduction) on",
        Reference.tags)
    case .nfc:
      .opens(
        "the system reads the tag, shows a notification, and opens the app when that is tapped",
        Reference.tags,
        note: "phones read tags without an app from iPhone XS on")
    case .spotlight:
      .opens(
        "a result of Spotlight that is a web page goes to the system, which opens the app",
        Reference.search,
        note: "results that the app itself has put into the index arrive as activities of the type "
          + "'com.apple.corespotlightitem' and ask no association file: see keiro launch")
    case .widget:
      .opens(
        "a widget opens its own app with the link, whatever the association file says",
        Reference.widgets)
    default:
      .opens(
        "the activity of the other device's browser goes to the app, for the file names it in "
          + "'activitycontinuation'",
        Reference.handoff)
    }
  }

  private static let walletNote =
    "Apple describes this for the address with which a bank activates a card; that links on passes "
    + "are treated alike is inferred"

  private var harmonyPassage: SourcePassage {
    let note =
      "Huawei documents App Linking for messages, scanned codes and links in apps; what each "
      + "browser and app of HarmonyOS does with a tap is not documented"
    guard isGesture, self != .sameSite else {
      return .stays(
        "no document says that HarmonyOS opens an app without a tap on a link to another host",
        Reference.harmony, note: note, isCertain: false)
    }
    return .opens(
      "a tap on a link of a published host opens its app", Reference.harmony, note: note,
      isCertain: false)
  }

  private var androidPassage: SourcePassage {
    switch self {
    case .messages, .mail, .notes, .otherApp, .qr:
      .opens("Android hands the link to the verified app without asking", Reference.appLinks)
    case .chrome, .safari, .searchResult:
      .opens(
        "a tap in Chrome on a link to another host opens the verified app", Reference.intents,
        note: self == .safari
          ? "Android has no Safari: treated as a tap in the default browser"
          : "other browsers decide for themselves", isCertain: false)
    case .ownApp:
      .opens(
        "the app's own intent for the link comes back to the app", Reference.appLinks,
        note: "that an app receives a link that it opens itself is inferred, not documented",
        isCertain: false)
    case .sameSite:
      .stays(
        "Chrome opens links to the page's own host itself",
        note: "the documents that Keiro relies on do not say what Chrome does on the page's own "
          + "host", isCertain: false)
    case .typed:
      .stays("Chrome opens apps only for taps", Reference.intents)
    case .inAppBrowser:
      .stays(
        "a web view inside an app opens its links itself",
        note: "how apps treat links in their own browsers differs and is not documented",
        isCertain: false)
    case .redirect:
      Self.unreliableRedirect(
        Reference.intents,
        note: "Chrome may open the app at the end of a chain that a tap began; that is documented "
          + "only for 'intent:' addresses")
    case .banner:
      .stays("Smart App Banners are a feature of Safari", Reference.banner)
    case .appClip, .spotlight, .handoff:
      .stays("only Apple's systems have this: it is no tap on Android", isCertain: true)
    case .wallet, .nfc, .widget:
      .opens(
        "\(phrase) goes to Android, which hands the link to the verified app", Reference.appLinks,
        note: "what Android's wallets, tag readers and widgets do with a link is not documented: a "
          + "widget usually starts its own app, and a tag first asks for apps that read tags",
        isCertain: false)
    }
  }

  /// A tap outside the browser, which the system gets.
  private func handed(note: String? = nil) -> SourcePassage {
    .opens(
      "\(phrase) goes to the system, which opens the app", Reference.debugging, note: note)
  }

  private static func handedBySafari(note: String? = nil) -> SourcePassage {
    .opens(
      "Safari hands links to another host to the system",
      Reference.webKit, Reference.debugging, note: note)
  }

  private static func unreliableRedirect(_ basis: String, note: String) -> SourcePassage {
    .stays("a redirect does not reliably open an app", basis, note: note, isCertain: false)
  }
}

enum Reference {
  static let debugging = "Apple, TN3155: Debugging universal links"
  static let archive = "Apple, Support Universal Links (archive)"
  static let linking = "Apple, Allowing apps and websites to link to your content"
  static let associating = "Apple, Supporting associated domains"
  static let details = "Apple, applinks.details"
  static let banner = "Apple, Promoting apps with Smart App Banners"
  static let webKit = "WebKit, WebPageProxy"
  static let intents = "Chrome for Developers, Android Intents with Chrome"
  static let appLinks = "Google, Configure website associations"
  static let scenes =
    "Apple, Transitioning to the UIKit scene-based life cycle; TN3187"
  static let tracking = "Apple, WWDC23 session 10053"
  static let harmony = "Huawei, Using App Linking to start an app"
  static let launches = "LaunchRouting, The launch matrix"
  static let wallet = "Apple, Developer Technical Support: forums thread 805275"
  static let appClips = "Apple, Responding to invocations"
  static let tags = "Apple, Adding support for background tag reading"
  static let search = "Apple, App Search Programming Guide: Mark Up Web Content"
  static let widgets =
    "Apple, Linking to specific app scenes from your widget or Live Activity; forums thread 661846"
  static let handoff = "Apple, Adopting Handoff: Web Browser-to-Native App Handoff"
  static let supported = "Google, Android 12: web intent resolution"
  static let longLinks = "Firebase, Manually constructing a Dynamic Link URL"
}
