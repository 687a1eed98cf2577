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
    var page = document(title ?? siteTitle ?? host ?? "")
    if let canonical = PageAddress(web: shortURL) {
      page.head.append("<link rel=\"canonical\" href=\"\(canonical.html)\">")
    }
    page.head += banner(landing)
    let image = PageAddress(secure: social.image)
    if let image { page.body.append("<img alt=\"\" src=\"\(image.html)\">") }
    if let text = VisibleText.line(social.description, limit: VisibleText.descriptionLimit) {
      page.body.append("<p dir=\"auto\">\(HTMLText.escape(text))</p>")
    }
    if let host {
      let name = "<bdi>\(HTMLText.escape(host))</bdi>"
      page.body.append("<p class=\"soft\">\(strings.leadsTo(html: name))</p>")
    }
    page.body += buttons(landing, scheme: link.apple.customScheme)
    return response(
      page, content: image == nil ? .words : .picture, dependsOnAgent: true, outcome: .landing)
  }

  private func banner(_ landing: LandingPage) -> [String] {
    guard let id = landing.appStoreID, AppStoreNumber.isValid(id),
      let argument = PageAddress(web: landing.destination)
    else { return [] }
    return [SmartAppBanner(appStoreID: id, argument: argument.text).metaTag]
  }

  /// The first is the button; further links to the same address are omitted.
  private func buttons(_ landing: LandingPage, scheme: String?) -> [String] {
    let app = PageAddress(web: landing.openURL) ?? PageAddress(landing.schemeURL, scheme: scheme)
    let store = PageAddress(web: landing.storeURL)
    let browser = PageAddress(web: landing.continueURL)
    var links: [(address: PageAddress, text: String)] = []
    if let app {
      links.append((app, app == browser ? strings.open : strings.openInApp))
    } else if let browser {
      links.append((browser, strings.continueInBrowser))
    }
    if let store { links.append((store, strings.appStore)) }
    if let browser, app != nil, app != browser {
      links.append((browser, strings.continueInBrowser))
    }
    return links.enumerated().map { index, link in
      let style = index == 0 ? "button" : "button quiet"
      let text = HTMLText.escape(link.text)
      return "<a class=\"\(style)\" href=\"\(link.address.html)\">\(text)</a>"
    }
  }
}
