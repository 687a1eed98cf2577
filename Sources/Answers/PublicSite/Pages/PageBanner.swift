import CDocuments
import Links
import Service
import SiteModel
import WebSyntax

/// The banner in a page, for browsers of phones that do not show Apple's: the icon, the name, and one
/// button into the app or, where nothing opens it, to the store. It is markup and a style sheet of the
/// same host, so that pages of other servers with a strict policy may include it. Whoever closes it sees
/// nothing of it.
struct PageBanner {
  typealias Address = (inout PageTemplate) -> Void

  let frame: PageFrame
  /// The name of the app; nil when it is not known.
  let app: String?
  let isForAndroid: Bool

  /// The length of the longest banner, in bytes: a page that includes it waits for it.
  static let bytes = 8 << 10

  /// Adds the banner; nothing without an address.
  func append(to page: inout PageTemplate, opening: Address?, store: Address?) {
    let words = frame.words
    guard let button = opening ?? store else { return }
    let name = VisibleText.line(app, limit: VisibleText.titleLimit)
    let inStore = words(isForAndroid ? .playStore : .appStore)
    page.append(
      "<link rel=\"stylesheet\" href=\"\(SiteFile.bannerStylePath)\">\n"
        + "<details class=\"keiro-banner\" lang=\"\(HTMLText.escape(frame.language))\" open>\n"
        + "<summary class=\"keiro-banner-close\" aria-label=\"\(HTMLText.escape(words(.close)))\">"
        + "\u{D7}</summary>\n<div class=\"keiro-banner-bar\">\n")
    if let icon = frame.icon {
      page.append(
        "<img class=\"keiro-banner-icon\" alt=\"\" width=\"44\" height=\"44\" src=\"\(icon.path)\">\n"
      )
    }
    page.append("<div class=\"keiro-banner-app\">")
    if let name = name ?? frame.name {
      page.append("<bdi class=\"keiro-banner-name\">\(HTMLText.escape(name))</bdi>")
    }
    if opening != nil, let store {
      page.append("<a class=\"keiro-banner-store\" href=\"")
      store(&page)
      page.append("\">\(HTMLText.escape(inStore))</a>")
    }
    let label = opening == nil ? inStore : words.openIn(name)
    page.append(
      "</div>\n<a class=\"keiro-banner-open\" aria-label=\"\(HTMLText.escape(label))\" href=\"")
    button(&page)
    let text = words(opening == nil ? .bannerGet : .bannerOpen)
    page.append("\">\(HTMLText.escape(text))</a>\n</div>\n</details>\n")
  }

  /// The style sheet. Sizes of targets are in pixels, since pages of other servers may have any font.
  static func style(_ brand: SiteBrand) -> [UInt8] {
    let file = keiro_banner_style
    return Array(PageStyle.rule(".keiro-banner", brand).utf8)
      + UnsafeBufferPointer(start: file.bytes, count: Int(file.count))
  }
}

extension RoutePage {
  func banner() -> PageTemplate {
    var page = PageTemplate(captures: captures)
    appendPageBanner(to: &page)
    return page
  }

  func appendPageBanner(to page: inout PageTemplate) {
    appendAppleBanner(to: &page)
    for (visitor, hasFallback) in [(PageVisitor.androidBanner, true), (.firefoxBanner, false)] {
      page.append(for: visitor) { appendAndroidBanner(to: &$0, hasFallback: hasFallback) }
    }
  }

  /// On the host that the button leads to, a tap would open nothing, and the store is the way.
  private func appendAppleBanner(to page: inout PageTemplate) {
    guard let app = appleApp else { return }
    let banner = PageBanner(frame: frame, app: app.name, isForAndroid: false)
    let store: PageBanner.Address? = StoreBadges(apps: apps, words: words).appStore.map { badge in
      { $0.append(badge.address.html) }
    }
    let opens: PageBanner.Address = { append(openings.apple, to: &$0) }
    page.append(for: .appleBanner, onOtherHost: false) {
      banner.append(to: &$0, opening: openings.apple == .none ? nil : opens, store: store)
    }
    page.append(for: .appleBanner, onOwnHost: false) {
      banner.append(to: &$0, opening: nil, store: store)
    }
  }

  private func appendAndroidBanner(to page: inout PageTemplate, hasFallback: Bool) {
    guard let app = androidApp, let package = app.android?.packageName,
      let store = app.playStore
    else { return }
    let banner = PageBanner(frame: frame, app: app.name, isForAndroid: true)
    let carries = deferred.contains(.referrer)
    let opens: PageBanner.Address = { page in
      page.append("intent://")
      if let primaryHost { page.append(primaryHost) } else { page.append(.host) }
      page.append(.target)
      page.append("#Intent;scheme=https;package=\(package)")
      if hasFallback {
        page.append(";S.browser_fallback_url=" + PercentCoding.encodeComponent(store))
        if carries { page.append(.referrer(host: primaryHost, isInAddress: true)) }
      }
      page.append(";end")
    }
    // The app opens no address of other routes.
    banner.append(to: &page, opening: route.universalLink ? opens : nil) { page in
      page.append(HTMLText.escape(store))
      if carries { page.append(.referrer(host: primaryHost)) }
    }
  }
}
