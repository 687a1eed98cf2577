import Service
import AppAssociation
import HTTPCore
import Links
import WebSyntax

extension ShortLinkPages {
  /// The landing page: Safari on iPhone and iPad shows the banner, and on all systems the app, the
  /// store and the web are plain links.
  ///
  /// - Parameters:
  ///   - landing: the contents of the page.
  ///   - link: the link, which has the title, text and picture of the page.
  ///   - shortURL: the address of the link; nil for one without a name.
  ///   - action: the path and query of the request, to which the form for a code is sent.
  ///   - visitor: the browser, as far as it decides about a banner in the page.
  func landing(
    _ landing: LandingPage, link: ShortLink, shortURL: String?, action: String = "",
    visitor: PageVisitor = []
  ) -> HTTPResponse {
    let social = link.social
    let host = SocialCard.host(of: landing.destination)
    let title = VisibleText.line(social.title, limit: VisibleText.titleLimit)
    var page = document(title ?? frame.name ?? host ?? "")
    if let canonical = PageAddress(web: shortURL) {
      page.head.append("<link rel=\"canonical\" href=\"\(canonical.html)\">")
    }
    page.head += banner(landing)
    if frame.showsBanner, !visitor.isEmpty { page.top = pageBanner(landing) }
    let image = PageAddress(secure: social.image)
    if let image {
      let alt = VisibleText.html(page.title, limit: VisibleText.titleLimit)
      page.body.append(
        "<img class=\"picture\" alt=\"\(alt)\" width=\"1200\" height=\"630\" "
          + "src=\"\(image.html)\">")
    }
    if let text = VisibleText.line(social.description, limit: VisibleText.descriptionLimit) {
      page.body.append("<p dir=\"auto\">\(HTMLText.escape(text))</p>")
    }
    if let host {
      let name = "<bdi>\(HTMLText.escape(host))</bdi>"
      page.body.append("<p class=\"soft\">\(words(.leadsTo, name))</p>")
    }
    page.body += ways(landing) + takingAlong(landing, action: action)
    let isTaking = landing.carriedURL != nil || landing.offersCode
    var policy = isTaking ? takingAlong : nil
    if image != nil { policy = policy?.setting("img-src", to: Self.pictures) ?? withPicture }
    return response(page, policy: policy, dependsOnAgent: true, outcome: .landing)
  }

  func code(_ code: ClaimCode, for visitor: PageVisitor) -> HTTPResponse {
    var page = document(words(.codeTitle))
    page.body = [
      "<p class=\"code\"><output>\(HTMLText.escape(code.text))</output></p>",
      "<p>\(HTMLText.escape(words(.codeText)))</p>",
    ]
    let stores = frame.stores.html(for: visitor)
    if !stores.isEmpty { page.body.append(stores) }
    return response(page, outcome: .landing)
  }

  private func banner(_ landing: LandingPage) -> [String] {
    guard let id = landing.appStoreID, AppStoreNumber.isValid(id),
      let argument = PageAddress(web: landing.destination)
    else { return [] }
    let banner = SmartAppBanner(
      appStoreID: id, argument: argument.text, clipBundleID: landing.appClipID,
      displaysClipCard: landing.appClipID != nil)
    return [banner.metaTag]
  }

  /// The same offer above the page.
  private func pageBanner(_ landing: LandingPage) -> [String] {
    var page = PageTemplate()
    func adding(_ address: PageAddress?) -> PageBanner.Address? {
      address.map { address in { $0.append(address.html) } }
    }
    PageBanner(frame: frame, app: landing.appName, isForAndroid: landing.isForAndroid).append(
      to: &page, opening: adding(app(landing)),
      store: adding(PageAddress(web: landing.storeURL)))
    return page.bytes.isEmpty ? [] : [String(decoding: page.bytes, as: UTF8.self)]
  }

  /// The app or, without one, the browser as the one button, then the store, then the browser. No
  /// address appears twice.
  private func ways(_ landing: LandingPage) -> [String] {
    let (app, store) = (app(landing), PageAddress(web: landing.storeURL))
    var browser = PageAddress(web: landing.continueURL)
    if browser == app || browser == store { browser = nil }
    func way(_ style: String, _ address: PageAddress?, _ text: String) -> [String] {
      address.map { [$0.link(text, style: style)] } ?? []
    }
    let onward = way(app == nil ? "button" : "plain", browser, words(.continueInBrowser))
    let stores = [store].compactMap(\.self).map {
      StoreBadges.row($0, isForAndroid: landing.isForAndroid, words: words)
    }
    return app == nil ? onward + stores : way("button", app, openWords(landing)) + stores + onward
  }

  private func app(_ landing: LandingPage) -> PageAddress? {
    if landing.isForAndroid { return PageAddress(intent: landing.schemeURL) }
    return PageAddress(web: landing.openURL) ?? PageAddress(app: landing.schemeURL)
  }

  private func openWords(_ landing: LandingPage) -> String {
    words.openIn(VisibleText.line(landing.appName, limit: VisibleText.titleLimit))
  }

  /// The ways to carry the link into an app that is not installed yet: coming back, the clipboard,
  /// or a code.
  private func takingAlong(_ landing: LandingPage, action: String) -> [String] {
    var parts: [String] = []
    if let link = PageAddress(web: landing.carriedURL), !landing.isForAndroid,
      let store = PageAddress(web: landing.storeURL),
      let button = CopyingButton(to: store, words: words)
    {
      parts.append(button.opening + link.html + button.rest)
      if app(landing) != nil { parts.append(words.comingBack(toTap: openWords(landing))) }
    }
    if landing.offersCode {
      parts.append(words.codeForm(action: PageAddress(local: action)))
    }
    guard !parts.isEmpty else { return [] }
    let needsScript = !landing.offersCode && app(landing) == nil
    return [words.fold(needsScript: needsScript) + parts.joined(separator: "\n") + "\n</details>"]
  }
}
