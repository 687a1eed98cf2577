import AppAssociation
import SiteModel

/// The page of a route, for people without an app and for taps that stay in the browser.
struct RoutePage {
  let site: SiteDefinition
  let route: RouteDefinition
  let apps: [AppDefinition]
  let strings: PageStrings
  /// The names of the captures of the route's path, in its order.
  let captures: [String]

  func template() -> PageTemplate {
    var page = PageTemplate(captures: captures)
    appendHead(to: &page)
    appendBody(to: &page)
    return page
  }

  private var title: CaptureTemplate {
    CaptureTemplate(route.title ?? site.title ?? appName ?? primaryHost ?? "")
  }

  private var appName: String? {
    apps.first?.name
  }

  private var primaryHost: String? {
    site.primaryHost
  }

  private func appendHead(to page: inout PageTemplate) {
    page.append(
      "<!doctype html>\n<html lang=\"\(HTMLText.escape(site.language))\">\n<head>\n"
        + "<meta charset=\"utf-8\">\n<title>")
    page.append(text: title)
    if route.title != nil, let siteTitle = site.title {
      page.append(" – " + HTMLText.escape(siteTitle))
    }
    page.append(
      "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        + "<meta name=\"color-scheme\" content=\"light dark\">\n")
    if let description = route.description {
      page.append("<meta name=\"description\" content=\"")
      page.append(text: CaptureTemplate(description))
      page.append("\">\n")
    }
    page.append("<link rel=\"canonical\" href=\"")
    appendCanonical(to: &page)
    page.append("\">\n")
    appendBanner(to: &page)
    appendOpenGraph(to: &page)
    page.append("<style>\(PageStyle.css)</style>\n</head>\n")
  }

  private func appendBanner(to page: inout PageTemplate) {
    guard let banner = SiteDefinition.banner(of: apps) else { return }
    page.append(banner: banner, primaryHost: primaryHost)
    page.append("\n")
  }

  private func appendOpenGraph(to page: inout PageTemplate) {
    page.append(
      "<meta property=\"og:type\" content=\"website\">\n<meta property=\"og:title\" content=\"")
    page.append(text: title)
    page.append("\">\n<meta property=\"og:url\" content=\"")
    appendCanonical(to: &page)
    page.append("\">\n")
    if let siteTitle = site.title {
      page.append("<meta property=\"og:site_name\" content=\"\(HTMLText.escape(siteTitle))\">\n")
    }
    if let description = route.description {
      page.append("<meta property=\"og:description\" content=\"")
      page.append(text: CaptureTemplate(description))
      page.append("\">\n")
    }
    if let image = route.image {
      page.append("<meta property=\"og:image\" content=\"")
      appendImage(image, to: &page)
      page.append("\">\n")
    }
    let card = route.image == nil ? "summary" : "summary_large_image"
    page.append("<meta name=\"twitter:card\" content=\"\(card)\">\n")
  }

  private func appendBody(to page: inout PageTemplate) {
    page.append("<body>\n<main>\n")
    if route.title != nil, let siteTitle = site.title {
      page.append("<p class=\"site\">\(HTMLText.escape(siteTitle))</p>\n")
    }
    page.append("<h1>")
    page.append(text: title)
    page.append("</h1>\n")
    if let image = route.image {
      page.append("<img alt=\"\" src=\"")
      appendImage(image, to: &page)
      page.append("\">\n")
    }
    if let description = route.description {
      page.append("<p>")
      page.append(text: CaptureTemplate(description))
      page.append("</p>\n")
    }
    appendOpenButton(to: &page)
    page.append(StoreLinks.html(apps: apps, strings: strings))
    page.append("</main>\n</body>\n</html>\n")
  }

  /// Safari opens no app for a tap on a page's own host, so the button leads to another one.
  private func appendOpenButton(to page: inout PageTemplate) {
    guard let name = appName else { return }
    let home = route.universalLink ? nil : site.topOfApp(route.apps.first)
    guard route.universalLink || home != nil else { return }
    page.append("<a class=\"button\" href=\"https://")
    page.append(.otherHost)
    if let home { page.append(HTMLText.escape(home)) } else { page.append(.target) }
    page.append("\">\(HTMLText.escape(strings.openIn(name)))</a>\n")
  }

  private func appendCanonical(to page: inout PageTemplate) {
    page.append("https://")
    if let primaryHost { page.append(primaryHost) } else { page.append(.host) }
    page.append(.target)
  }

  /// An image on the site itself is named by its path; Open Graph needs the full URL.
  private func appendImage(_ image: String, to page: inout PageTemplate) {
    if image.hasPrefix("/") {
      page.append("https://")
      if let primaryHost { page.append(primaryHost) } else { page.append(.host) }
    }
    page.append(url: CaptureTemplate(image))
  }
}
