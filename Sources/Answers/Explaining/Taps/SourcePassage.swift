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
    case .messages, .notes, .otherApp, .mail, .safari, .searchResult, .qr, .chrome:
      appleOpening(version)
    case .sameSite, .typed, .inAppBrowser, .ownApp, .redirect, .banner: appleStaying
    }
  }

  private func appleOpening(_ version: SystemVersion) -> SourcePassage {
    let handed = Sentence(
      "\(phrase) goes to the system, which opens the app",
      "\(phraseInJapanese)はシステムに渡り、アプリが開きます")
    switch self {
    case .mail:
      return SourcePassage(
        opens: true, sentence: handed, basis: [Reference.debugging],
        note: "services that count clicks in mail replace a link with their own address: the "
          + "tap is then on that address, and this URL is reached by a redirect")
    case .safari:
      return SourcePassage(
        opens: true, sentence: Self.handedBySafari,
        basis: [Reference.webKit, Reference.debugging])
    case .searchResult:
      return SourcePassage(
        opens: true, sentence: Self.handedBySafari,
        basis: [Reference.webKit, Reference.debugging],
        note: "some search engines link through their own address, which makes it a redirect")
    case .qr:
      let camera = !version.has(.cameraCodes) ? "; the camera reads codes from iOS 11 on" : ""
      return SourcePassage(
        opens: true,
        sentence: Sentence(
          "a scanned code counts as a tap outside the browser",
          "読み取ったコードはブラウザの外のタップとして扱われます"), basis: [],
        note: "the documents that Keiro relies on do not mention QR codes: that they open apps is "
          + "inferred" + camera, isCertain: false)
    case .chrome:
      return SourcePassage(
        opens: true,
        sentence: Sentence(
          "Chrome decides for itself, and usually passes the tap to the system",
          "Chrome は自身で判断し、通常はタップをシステムに渡します"),
        basis: [Reference.debugging],
        note: "every browser other than Safari decides for itself whether a tap opens an app",
        isCertain: false)
    default: return SourcePassage(opens: true, sentence: handed, basis: [Reference.debugging])
    }
  }

  private var appleStaying: SourcePassage {
    switch self {
    case .sameSite:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "a tap on a link to the page's own host is browsing",
          "ページと同じホストへのリンクのタップは、ブラウザ内の移動です"),
        basis: [Reference.linking, Reference.archive, Reference.webKit])
    case .typed:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "a typed address never opens an app; Safari offers the app in a bar",
          "入力したアドレスではアプリは開かず、Safari が上部のバーでアプリを案内します"),
        basis: [Reference.debugging])
    case .inAppBrowser:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "the first page of a browser inside an app does not open another app",
          "アプリ内ブラウザの最初のページは、ほかのアプリを開きません"),
        basis: [Reference.archive],
        note: "links inside such a page may open apps: what the large apps do differs, is not "
          + "documented, and mostly keeps the user in their browser", isCertain: false)
    case .ownApp:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "an app that opens its own universal link is sent to the browser",
          "アプリが自身のユニバーサルリンクを開くと、ブラウザに移ります"),
        basis: [Reference.archive])
    default:
      SourcePassage(
        opens: false, sentence: Self.unreliableRedirect,
        basis: [Reference.debugging],
        note: "Apple says that a browser redirected to a universal link may open the app, "
          + "and advises against it; reports disagree (iOS 9.2: from Safari yes, from Mail no; "
          + "iOS 11: no), and a redirect on the same host is browsing", isCertain: false)
    }
  }

  private var harmonyPassage: SourcePassage {
    let opens = isGesture && self != .sameSite
    return SourcePassage(
      opens: opens,
      sentence: opens
        ? Sentence(
          "a tap on a link of a published host opens its app",
          "公開済みのホストのリンクをタップすると、アプリが開きます")
        : Sentence(
          "no document says that HarmonyOS opens an app without a tap on a link to another host",
          "ほかのホストへのリンクのタップなしに HarmonyOS がアプリを開くという資料はありません"),
      basis: [Reference.harmony],
      note: "Huawei documents App Linking for messages, scanned codes and links in apps; what each "
        + "browser and app of HarmonyOS does with a tap is not documented", isCertain: false)
  }

  private var androidPassage: SourcePassage {
    switch self {
    case .messages, .mail, .notes, .otherApp, .qr:
      SourcePassage(
        opens: true,
        sentence: Sentence(
          "Android hands the link to the verified app without asking",
          "Android は検証済みのアプリに、尋ねずにリンクを渡します"),
        basis: [Reference.appLinks])
    case .chrome, .safari, .searchResult:
      SourcePassage(
        opens: true,
        sentence: Sentence(
          "a tap in Chrome on a link to another host opens the verified app",
          "Chrome でほかのホストへのリンクをタップすると、検証済みのアプリが開きます"),
        basis: [Reference.intents],
        note: self == .safari
          ? "Android has no Safari: treated as a tap in the default browser"
          : "other browsers decide for themselves", isCertain: false)
    case .ownApp:
      SourcePassage(
        opens: true,
        sentence: Sentence(
          "the app's own intent for the link comes back to the app",
          "アプリ自身のインテントは、同じアプリに戻ります"),
        basis: [Reference.appLinks],
        note: "that an app receives a link that it opens itself is inferred, not documented",
        isCertain: false)
    case .sameSite:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "Chrome opens links to the page's own host itself", "Chrome はページと同じホストへのリンクを自身で開きます"),
        basis: [],
        note: "the documents that Keiro relies on do not say what Chrome does on the page's own "
          + "host",
        isCertain: false)
    case .typed:
      SourcePassage(
        opens: false,
        sentence: Sentence("Chrome opens apps only for taps", "Chrome がアプリを開くのはタップのときだけです"),
        basis: [Reference.intents])
    case .inAppBrowser:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "a web view inside an app opens its links itself", "アプリ内のウェブビューはリンクを自身で開きます"), basis: [],
        note: "how apps treat links in their own browsers differs and is not documented",
        isCertain: false)
    case .redirect:
      SourcePassage(
        opens: false, sentence: Self.unreliableRedirect,
        basis: [Reference.intents],
        note: "Chrome may open the app at the end of a chain that a tap began; that is documented "
          + "only for 'intent:' addresses", isCertain: false)
    case .banner:
      SourcePassage(
        opens: false,
        sentence: Sentence(
          "Smart App Banners are a feature of Safari", "Smart App Banner は Safari の機能です"),
        basis: [Reference.banner])
    }
  }

  private static let handedBySafari = Sentence(
    "Safari hands links to another host to the system", "Safari はほかのホストへのリンクをシステムに渡します")

  private static let unreliableRedirect = Sentence(
    "a redirect does not reliably open an app", "リダイレクトでアプリが開くとは限りません")

  /// Whether the tap is a user gesture, which Chrome requires before it opens an app.
  var isGesture: Bool {
    switch self {
    case .typed, .redirect, .banner, .inAppBrowser: false
    default: true
    }
  }

  /// Whether Safari itself, the only browser with Smart App Banners, shows the page on iOS.
  var endsInSafari: Bool {
    self != .chrome && self != .inAppBrowser
  }
}
