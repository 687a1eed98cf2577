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
  ///   - shortURL: the address of the link.
  ///   - action: the path and query of the request, to which the form for a code is sent.
  func landing(
    _ landing: LandingPage, link: ShortLink, shortURL: String, action: String = ""
  ) -> HTTPResponse {
    let social = link.social
    let host = SocialCard.host(of: landing.destination)
    let title = VisibleText.line(social.title, limit: VisibleText.titleLimit)
    var page = document(title ?? frame.name ?? host ?? "")
    if let canonical = PageAddress(web: shortURL) {
      page.head.append("<link rel=\"canonical\" href=\"\(canonical.html)\">")
    }
    page.head += banner(landing)
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
    return response(
      page,
      content: isTaking
        ? .takingAlong(hasPicture: image != nil) : image == nil ? .words : .picture,
      dependsOnAgent: true, outcome: .landing)
  }

  /// The page with a code for the visitor to type into the app.
  func code(_ code: ClaimCode) -> HTTPResponse {
    var page = document(words(.codeTitle))
    page.body = [
      "<p class=\"code\"><output>\(HTMLText.escape(code.text))</output></p>",
      "<p>\(HTMLText.escape(words(.codeText)))</p>",
    ]
    if !frame.stores.isEmpty { page.body.append(frame.stores) }
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

  /// Links to the app, the browser and the store: the first is the button, and no address appears
  /// twice.
  private func ways(_ landing: LandingPage) -> [String] {
    let browser = PageAddress(web: landing.continueURL)
    var links: [(address: PageAddress, text: String)] = []
    if let app = app(landing) { links.append((app, openWords(landing))) }
    let store = PageAddress(web: landing.storeURL)
    if let browser, browser != links.first?.address, browser != store {
      links.append((browser, words(.continueInBrowser)))
    }
    let buttons = links.enumerated().map { index, link in
      let style = index == 0 ? "button" : "button quiet"
      let text = HTMLText.escape(link.text)
      return "<a class=\"\(style)\" href=\"\(link.address.html)\">\(text)</a>"
    }
    guard let store else { return buttons }
    let badge =
      landing.isForAndroid
      ? StoreBadges.playStore(store, words: words)
      : StoreBadges.appStore(store, words: words)
    return buttons + [StoreBadges.row([badge])]
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
    return parts
  }
}
