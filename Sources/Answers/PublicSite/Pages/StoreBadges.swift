import SiteModel
import WebSyntax

/// The badges of the stores that have an app, drawn by Keiro because the official ones may only be
/// used as the stores' own files.
struct StoreBadges {
  /// A link to the page of an app in a store.
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
    appStore = apps.lazy.compactMap { $0.apple?.appStoreID }.first.flatMap { number in
      PageAddress(web: "https://apps.apple.com/app/id\(number)")
    }.map { Badge($0, words(.appStore), Self.tray) }
    playStore = apps.lazy.compactMap { $0.android?.packageName }.first.flatMap { package in
      PageAddress(web: "https://play.google.com/store/apps/details?id=\(package)")
    }.map { Badge($0, words(.playStore), Self.triangle) }
  }

  /// Both badges in a row; empty without any.
  var html: String { Self.row([appStore, playStore].compactMap { $0?.html }) }

  /// The markup around a row of badges.
  static let opening = "<div class=\"stores\">\n"
  static let closing = "\n</div>"

  /// Badges side by side.
  static func row(_ badges: [String]) -> String {
    badges.isEmpty ? "" : opening + badges.joined(separator: "\n") + closing
  }

  static func appStore(_ address: PageAddress, words: PageWords) -> String {
    Badge(address, words(.appStore), tray).html
  }

  static func playStore(_ address: PageAddress, words: PageWords) -> String {
    Badge(address, words(.playStore), triangle).html
  }

  /// An arrow into a tray.
  private static let tray = "M12 3v12m-4-4 4 4 4-4M4 15v3a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3v-3"
  /// A triangle that points to the right.
  private static let triangle = "M7 4.8v14.4L19 12z"
}
