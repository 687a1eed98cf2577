import Cryptography
import Links
import SiteModel
import WebSyntax

/// The badges of the stores that have an app, drawn by Keiro because the official ones may only be
/// used as the stores' own files.
struct StoreBadges {
  struct Badge {
    let address: PageAddress
    /// The link up to the end of its address, after which a page may add items.
    let opening: String
    let rest: String

    fileprivate init(_ address: PageAddress, _ text: String, _ path: String) {
      self.address = address
      opening = "<a class=\"badge\" href=\"\(address.html)"
      rest =
        "\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"\(path)\"></path></svg>"
        + "<span>\(HTMLText.escape(text))</span></a>"
    }

    var html: String { opening + rest }
  }

  /// Nil for an app that is not in the App Store.
  let appStore: Badge?
  /// Nil for an app that is not on Google Play.
  let playStore: Badge?

  init(apps: [AppDefinition], words: PageWords) {
    appStore = apps.lazy.compactMap(\.appStore).first.flatMap { PageAddress(web: $0) }.map {
      Badge($0, words(.appStore), Self.tray)
    }
    playStore = apps.lazy.compactMap(\.playStore).first.flatMap { PageAddress(web: $0) }.map {
      Badge($0, words(.playStore), Self.triangle)
    }
  }

  var areAny: Bool { appStore != nil || playStore != nil }

  /// The badges in a row: a phone has that of its own store alone. Empty without any.
  func html(for visitor: PageVisitor) -> String {
    let badges = [
      visitor.contains(.android) ? nil : appStore, visitor.contains(.apple) ? nil : playStore,
    ]
    return Self.row(badges.compactMap { $0?.html })
  }

  /// The markup around a row of badges.
  static let opening = "<div class=\"stores\">\n"
  static let closing = "\n</div>"

  static func row(_ badges: [String]) -> String {
    badges.isEmpty ? "" : opening + badges.joined(separator: "\n") + closing
  }

  static func row(_ address: PageAddress, isForAndroid: Bool, words: PageWords) -> String {
    let badge =
      isForAndroid
      ? Badge(address, words(.playStore), triangle) : Badge(address, words(.appStore), tray)
    return row([badge.html])
  }

  /// An arrow into a tray.
  private static let tray = "M12 3v12m-4-4 4 4 4-4M4 15v3a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3v-3"
  /// A triangle that points to the right.
  private static let triangle = "M7 4.8v14.4L19 12z"
}

extension AppDefinition {
  /// The address of the app in the App Store; nil for an app that is not there.
  var appStore: String? {
    apple?.appStoreID.map { StoreURLs.appStore(id: $0, productPage: apple?.productPage) }
  }

  /// The address of the app on Google Play; nil for an app that is not there.
  var playStore: String? {
    android.map { StoreURLs.playStore(packageName: $0.packageName, listing: $0.listing) }
  }
}

/// The button that copies an address before leading to a store, with the script that shows it when
/// there is a clipboard.
struct CopyingButton {
  /// The markup up to the address, which follows escaped.
  let opening: String
  let rest: String

  /// Nil when libcrypto cannot compute a digest for the page's policy.
  init?(to store: PageAddress, words: PageWords) {
    guard let script = PageScript.copying else { return nil }
    opening =
      "<a class=\"button quiet\" id=\"\(PageScript.identifier)\" hidden "
      + "href=\"\(store.html)\" data-link=\""
    rest =
      "\">\(HTMLText.escape(words(.copyAndGet)))</a>\n"
      + "<p class=\"soft\" id=\"taken\" role=\"status\" hidden>"
      + "\(HTMLText.escape(words(.copied)))</p>\n<script>\(script.text)</script>"
  }
}

extension PageWords {
  /// The line behind which stands what helps once the app is installed; `</details>` ends it.
  ///
  /// - Parameter needsScript: whether nothing in it works without the script, which then shows it.
  func fold(needsScript: Bool) -> String {
    "<details\(needsScript ? " hidden" : "")>\n"
      + "<summary>\(HTMLText.escape(self(.gettingApp)))</summary>\n"
  }

  /// The sentence for a visitor who comes back after installing the app.
  func comingBack(toTap words: String) -> String {
    "<p class=\"soft\">\(HTMLText.escape(self(.comeBack, words)))</p>"
  }

  /// The form that asks for a code.
  ///
  /// - Parameter action: nil for the address that the browser shows.
  func codeForm(action: PageAddress? = nil) -> String {
    let target = action.map { " action=\"\($0.html)\"" } ?? ""
    return "<form method=\"post\"\(target)>\n"
      + "<input type=\"hidden\" name=\"claim\" value=\"1\">\n"
      + "<button class=\"button quiet\">\(HTMLText.escape(self(.askCode)))</button>\n</form>"
  }
}

/// The only script of Keiro's pages: it copies a link before leading to the store, for visitors who
/// choose that. Without it, the page only shows the store's badge.
struct PageScript: Sendable {
  let text: String
  /// The source expression for the page's policy.
  let source: String

  static let identifier = "take"

  /// Nil when libcrypto cannot compute a digest.
  init?() {
    text = """
      (function(){var a=document.getElementById("take");if(!navigator.clipboard)return;\
      a.hidden=a.parentNode.hidden=false;\
      a.addEventListener("click",function(e){e.preventDefault();var go=function(){\
      document.getElementById("taken").hidden=false;\
      setTimeout(function(){location.href=a.href},1200)};\
      navigator.clipboard.writeText(a.dataset.link).then(go,function(){location.href=a.href})})})()
      """
    guard let digest = SHA256.digest(Array(text.utf8)) else { return nil }
    source = "'sha256-\(Base64.padded.encode(digest))'"
  }

  static let copying = PageScript()
}

extension SecurityFields {
  /// The fields for pages that offer to copy their address or to show a code.
  var takingAlong: SecurityFields {
    setting("form-action", to: "'self'").setting(
      "script-src", to: PageScript.copying?.source ?? "'none'")
  }

  /// These fields with other sources for one directive of the policy; nil removes the directive, so
  /// that `default-src` applies (Content Security Policy Level 3, section 6).
  func setting(_ directive: String, to sources: String?) -> SecurityFields {
    var parts = contentSecurityPolicy.split(separator: ";").map { part in
      String(part.drop { $0 == " " })
    }
    parts.removeAll { $0 == directive || $0.hasPrefix(directive + " ") }
    if let sources { parts.append("\(directive) \(sources)") }
    return SecurityFields(contentSecurityPolicy: parts.joined(separator: "; "))
  }
}
