import Links
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
    appStore = apps.lazy.compactMap(\.appStore).first.flatMap { PageAddress(web: $0) }.map {
      Badge($0, words(.appStore), Self.tray)
    }
    playStore = apps.lazy.compactMap(\.playStore).first.flatMap { PageAddress(web: $0) }.map {
      Badge($0, words(.playStore), Self.triangle)
    }
  }

  /// Whether there is a badge.
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

  /// Badges side by side.
  static func row(_ badges: [String]) -> String {
    badges.isEmpty ? "" : opening + badges.joined(separator: "\n") + closing
  }

  /// The badge of a single store.
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
