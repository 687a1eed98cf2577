import AppAssociation
import Links
import Platforms

/// Whether the place of a tap lets a link open an app that the association files would open.
struct SourcePassage: Equatable {
  let opens: Bool
  /// One sentence without capital and full stop.
  let sentence: String
  /// The documents that say so.
  let basis: [String]
  /// What they leave open, or what may interfere; nil when nothing.
  var note: String?
  /// False where the sources leave doubt about the answer itself.
  var isCertain = true
}

extension TapSource {
  /// How this place treats a link that an app could open.
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
    let handed = "\(phrase) goes to the system, which opens the app"
    switch self {
    case .mail:
      return SourcePassage(
        opens: true, sentence: handed, basis: [Reference.debugging],
        note: "services that count clicks in mail replace a link by an address of their own: the "
          + "tap is then on that address, and this URL is reached by a redirect")
    case .safari:
      return SourcePassage(
        opens: true, sentence: "Safari hands links to another host to the system",
        basis: [Reference.webKit, Reference.debugging])
    case .searchResult:
      return SourcePassage(
        opens: true, sentence: "Safari hands links to another host to the system",
        basis: [Reference.webKit, Reference.debugging],
        note: "some search engines link through an address of their own, which makes it a redirect")
    case .qr:
      let camera = !version.has(.cameraCodes) ? "; the camera reads codes from iOS 11 on" : ""
      return SourcePassage(
        opens: true, sentence: "a scanned code counts as a tap outside the browser", basis: [],
        note: "the documents that Keiro relies on do not mention QR codes: that they open apps is "
          + "inferred" + camera, isCertain: false)
    case .chrome:
      return SourcePassage(
        opens: true, sentence: "Chrome decides by itself, and usually passes the tap to the system",
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
        opens: false, sentence: "a tap on a link to the page's own host is browsing",
        basis: [Reference.linking, Reference.archive, Reference.webKit])
    case .typed:
      SourcePassage(
        opens: false,
        sentence: "a typed address never opens an app; Safari offers the app in a bar",
        basis: [Reference.debugging])
    case .inAppBrowser:
      SourcePassage(
        opens: false,
        sentence: "the first page of a browser inside an app does not open another app",
        basis: [Reference.archive],
        note: "links inside such a page may open apps: what the large apps do differs, is not "
          + "documented, and mostly keeps the user in their browser", isCertain: false)
    case .ownApp:
      SourcePassage(
        opens: false, sentence: "an app that opens its own universal link is sent to the browser",
        basis: [Reference.archive])
    default:
      SourcePassage(
        opens: false, sentence: "a redirect does not reliably open an app",
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
        ? "a tap on a link of a published host opens its app"
        : "nothing says that HarmonyOS opens an app without a tap on a link to another host",
      basis: [Reference.harmony],
      note: "Huawei documents App Linking for messages, scanned codes and links in apps; what each "
        + "browser and app of HarmonyOS does with a tap is not documented", isCertain: false)
  }

  private var androidPassage: SourcePassage {
    switch self {
    case .messages, .mail, .notes, .otherApp, .qr:
      SourcePassage(
        opens: true, sentence: "Android hands the link to the verified app without asking",
        basis: [Reference.appLinks])
    case .chrome, .safari, .searchResult:
      SourcePassage(
        opens: true, sentence: "a tap in Chrome on a link to another host opens the verified app",
        basis: [Reference.intents],
        note: self == .safari
          ? "Android has no Safari: taken as a tap in the default browser"
          : "other browsers decide for themselves", isCertain: false)
    case .ownApp:
      SourcePassage(
        opens: true, sentence: "the app's own intent for the link comes back to the app",
        basis: [Reference.appLinks],
        note: "that an app receives a link that it opens itself is inferred, not documented",
        isCertain: false)
    case .sameSite:
      SourcePassage(
        opens: false, sentence: "Chrome keeps links to the page's own host", basis: [],
        note: "the documents that Keiro relies on do not say what Chrome does on the page's own "
          + "host",
        isCertain: false)
    case .typed:
      SourcePassage(
        opens: false, sentence: "Chrome opens apps only for taps", basis: [Reference.intents])
    case .inAppBrowser:
      SourcePassage(
        opens: false, sentence: "a web view inside an app keeps its links", basis: [],
        note: "how apps treat links in their own browsers differs and is not documented",
        isCertain: false)
    case .redirect:
      SourcePassage(
        opens: false, sentence: "a redirect does not reliably open an app",
        basis: [Reference.intents],
        note: "Chrome may open the app at the end of a chain that a tap began; that is documented "
          + "only for 'intent:' addresses", isCertain: false)
    case .banner:
      SourcePassage(
        opens: false, sentence: "Smart App Banners are a feature of Safari",
        basis: [Reference.banner])
    }
  }

  /// Whether the way began with a user's tap, which Chrome requires before it opens an app.
  var isGesture: Bool {
    switch self {
    case .typed, .redirect, .banner, .inAppBrowser: false
    default: true
    }
  }

  /// Whether Safari itself shows the page on iOS, the only browser with Smart App Banners.
  var endsInSafari: Bool {
    self != .chrome && self != .inAppBrowser
  }
}
