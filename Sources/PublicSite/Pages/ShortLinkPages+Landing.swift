import Service
import AppAssociation
import HTTPCore
import Links
import WebSyntax

extension ShortLinkPages {
  /// The landing page for iPhone and iPad: Safari shows the banner, and in other apps' browsers the
  /// app, the store and the web are plain links.
  func landing(_ landing: LandingPage, link: ShortLink, shortURL: String) -> HTTPResponse {
    let social = link.social
    let host = PageAddress.host(of: landing.destination)
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
      page.body.append("<p class=\"soft\">\(strings.leadsTo(html: name))</p>")
    }
    page.body += ways(landing)
    return response(
      page, content: image == nil ? .words : .picture, dependsOnAgent: true, outcome: .landing)
  }

  private func banner(_ landing: LandingPage) -> [String] {
    guard let id = landing.appStoreID, AppStoreNumber.isValid(id),
      let argument = PageAddress(web: landing.destination)
    else { return [] }
    return [SmartAppBanner(appStoreID: id, argument: argument.text).metaTag]
  }

  /// Into the app, on in the browser, to the store: the first is the button, and no address appears
  /// twice.
  private func ways(_ landing: LandingPage) -> [String] {
    let app = PageAddress(web: landing.openURL) ?? PageAddress(app: landing.schemeURL)
    let browser = PageAddress(web: landing.continueURL)
    var links: [(address: PageAddress, text: String)] = []
    let name = VisibleText.line(landing.appName, limit: VisibleText.titleLimit)
    if let app { links.append((app, strings.openIn(name))) }
    if let browser, app != browser { links.append((browser, strings.continueInBrowser)) }
    let buttons = links.enumerated().map { index, link in
      let style = index == 0 ? "button" : "button quiet"
      let text = HTMLText.escape(link.text)
      return "<a class=\"\(style)\" href=\"\(link.address.html)\">\(text)</a>"
    }
    let store = PageAddress(web: landing.storeURL)
    return buttons
      + (store.map { [StoreBadges.row([StoreBadges.appStore($0, strings: strings)])] } ?? [])
  }
}
