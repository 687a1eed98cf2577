import AppAssociation
import SiteModel

/// The list of links to the stores that have the app.
enum StoreLinks {
  /// Empty when no store is known.
  static func html(apps: [AppDefinition], strings: PageStrings) -> String {
    var items: [String] = []
    if let number = apps.lazy.compactMap({ $0.apple?.appStoreID }).first {
      items.append(item("https://apps.apple.com/app/id\(number)", strings.appStore))
    }
    if let package = apps.lazy.compactMap({ $0.android?.packageName }).first {
      items.append(
        item("https://play.google.com/store/apps/details?id=\(package)", strings.playStore))
    }
    return items.isEmpty ? "" : "<ul class=\"stores\">\n\(items.joined())</ul>\n"
  }

  private static func item(_ url: String, _ text: String) -> String {
    "<li><a href=\"\(HTMLText.escape(url))\">\(HTMLText.escape(text))</a></li>\n"
  }
}
