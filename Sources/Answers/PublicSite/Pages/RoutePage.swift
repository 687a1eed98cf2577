import AppAssociation
import Links
import SiteModel
import WebSyntax

/// The page of a route, for people without an app and for taps that stay in the browser.
struct RoutePage {
  let frame: PageFrame
  let site: SiteDefinition
  let route: RouteDefinition
  let openings: PageOpenings
  let apps: [AppDefinition]
  /// The ways to carry the page's address into a newly installed app.
  let deferred: [ClaimWay]
  /// The names of the captures, in path order.
  let captures: [String]

  func template() -> PageTemplate {
    var page = PageTemplate(captures: captures)
    appendHead(to: &page)
    appendBody(to: &page)
    return page
  }

  var words: PageWords { frame.words }

  /// The attribute of texts of the configuration where Keiro's words are in another language.
  private var ownLanguage: String {
    frame.language == site.language ? "" : " lang=\"\(HTMLText.escape(site.language))\""
  }

  private var title: CaptureTemplate {
    CaptureTemplate(route.title ?? frame.name ?? appName ?? primaryHost ?? "")
  }

  var appName: String? { apps.first?.name }

  /// The first app for each system, which is the one that opens there.
  var appleApp: AppDefinition? { apps.first { $0.apple != nil } }
  var androidApp: AppDefinition? { apps.first { $0.android != nil } }

  var primaryHost: String? { site.primaryHost }

  private func appendHead(to page: inout PageTemplate) {
    page.append(
      "<!doctype html>\n<html lang=\"\(HTMLText.escape(frame.language))\">\n<head>\n"
        + "<meta charset=\"utf-8\">\n<title\(ownLanguage)>")
    page.append(text: title)
    if let title = route.title, let name = frame.name, title != name {
      page.append(" – " + HTMLText.escape(name))
    }
    page.append("</title>\n\(frame.head)\n")
    let description = route.description.map { CaptureTemplate($0) }
    if let description {
      page.append(tag: "meta name=\"description\" content") { $0.append(text: description) }
    }
    page.append(tag: "link rel=\"canonical\" href", appendCanonical)
    appendBanner(to: &page)
    if let manifest {
      page.append("<link rel=\"manifest\" href=\"\(HTMLText.escape(manifest))\">\n")
    }
    page.append("<meta property=\"og:type\" content=\"website\">\n")
    page.append(tag: "meta property=\"og:title\" content") { $0.append(text: title) }
    page.append(tag: "meta property=\"og:url\" content", appendCanonical)
    if let name = frame.name {
      page.append("<meta property=\"og:site_name\" content=\"\(HTMLText.escape(name))\">\n")
    }
    if let description {
      page.append(tag: "meta property=\"og:description\" content") { $0.append(text: description) }
    }
    if let image = route.image {
      page.append(tag: "meta property=\"og:image\" content") { appendImage(image, to: &$0) }
      page.append(tag: "meta property=\"og:image:alt\" content") { $0.append(text: title) }
    }
    let card = route.image == nil ? "summary" : "summary_large_image"
    page.append(
      "<meta name=\"twitter:card\" content=\"\(card)\">\n<style>\(frame.style.css)</style>\n</head>\n"
    )
  }

  private func appendBanner(to page: inout PageTemplate) {
    guard let banner = SiteDefinition.banner(of: apps) else { return }
    page.append(banner: banner, primaryHost: primaryHost)
    page.append("\n")
  }

  /// The path of the manifest by which Chrome offers the app; nil without one on Android.
  private var manifest: String? {
    androidApp.flatMap(SiteDefinition.manifestPath)
  }

  private func appendBody(to page: inout PageTemplate) {
    page.append("<body>\n<main>\n")
    if frame.showsBanner { appendPageBanner(to: &page) }
    let header = frame.header(heading: route.title ?? frame.name)
    if !header.isEmpty { page.append(header + "\n") }
    page.append("<h1\(ownLanguage)>")
    page.append(text: title)
    page.append("</h1>\n")
    if let image = route.image {
      page.append("<img class=\"picture\" alt=\"")
      page.append(text: title)
      page.append("\" width=\"1200\" height=\"630\" src=\"")
      appendImage(image, to: &page)
      page.append("\">\n")
    }
    if let description = route.description {
      page.append("<p dir=\"auto\"\(ownLanguage)>")
      page.append(text: CaptureTemplate(description))
      page.append("</p>\n")
    }
    appendButton(to: &page)
    appendCode(to: &page)
    appendStores(to: &page)
    appendTakingAlong(to: &page)
    appendLinks(to: &page)
    page.append("</main>\n</body>\n</html>\n")
  }

  /// Safari does not open an app for a tap that stays on the same host, so the button leads to
  /// another one or uses the app's own scheme.
  private func appendButton(to page: inout PageTemplate) {
    // If a Mac's user agent hides an iPad, the style sheet can recognise it by the pointer.
    let kinds: [(PageVisitor, AppDefinition?, style: String)] = [
      (.apple, appleApp, ""), (.unclear, appleApp, " touch"), (.android, androidApp, ""),
    ]
    for (visitor, app, style) in kinds where openings[visitor] != .none {
      let opening = openings[visitor]
      page.append(for: visitor, onOtherHost: opening.isScheme) { page in
        page.append("<a class=\"button\(style)\" href=\"")
        append(opening, to: &page)
        page.append("\">\(HTMLText.escape(words.openIn(app?.name)))</a>\n")
      }
    }
  }

  func append(_ opening: PageOpening, to page: inout PageTemplate) {
    switch opening {
    case .none: break
    case .otherHost(let host, let path):
      page.append("https://\(host)")
      if let path { page.append(HTMLText.escape(path)) } else { page.append(.target) }
    case .scheme(let scheme):
      // The address of the page, encoded into the app's address.
      page.append(HTMLText.escape(StoreURLs.appScheme(scheme, destination: "https://")))
      if let primaryHost { page.append(primaryHost) } else { page.append(.hostInQuery) }
      page.append(.targetInQuery)
    }
  }

  /// A button on a desktop would open nothing; a phone that scans the code can open the app.
  private func appendCode(to page: inout PageTemplate) {
    guard let name = appName,
      openings.apple != .none || openings.android != .none || badges.areAny
    else { return }
    for (visitors, style) in [(PageVisitor.desktop, ""), (.unclear, " pointer")] {
      page.append(for: visitors) { page in
        page.append("<figure class=\"qr\(style)\">\n<img src=\"/_keiro/qr?url=")
        page.append(.target)
        page.append(
          "\" width=\"160\" height=\"160\" loading=\"lazy\" "
            + "alt=\"\(HTMLText.escape(words(.codeLabel)))\">\n"
            + "<figcaption>\(HTMLText.escape(words(.scanFor, name)))</figcaption>\n</figure>\n")
      }
    }
  }

  private var badges: StoreBadges { StoreBadges(apps: apps, words: words) }

  private func appendStores(to page: inout PageTemplate) {
    let badges = badges
    let row = badges.html(for: .unclear)
    if let badge = badges.appStore {
      page.append(for: .apple) { $0.append(StoreBadges.row([badge.html]) + "\n") }
    }
    if let badge = badges.playStore {
      page.append(for: .android) { page in
        page.append(StoreBadges.opening + badge.opening)
        if deferred.contains(.referrer) { page.append(.referrer(host: primaryHost)) }
        page.append(badge.rest + StoreBadges.closing + "\n")
      }
    }
    if !row.isEmpty { page.append(for: [.desktop, .unclear]) { $0.append(row + "\n") } }
  }

  /// Appends a line that unfolds what helps visitors who are about to install the app: the clipboard
  /// and a code.
  private func appendTakingAlong(to page: inout PageTemplate) {
    let asksCode = deferred.contains(.code)
    let copying =
      deferred.contains(.paste)
      ? badges.appStore.flatMap { CopyingButton(to: $0.address, words: words) } : nil
    guard asksCode || copying != nil else { return }
    page.append(for: asksCode ? [.apple, .android] : .apple) { page in
      page.append(words.fold(needsScript: !asksCode && openings.apple == .none))
      if let copying {
        page.append(for: .apple) { page in
          page.append(copying.opening)
          appendCanonical(to: &page)
          page.append(copying.rest + "\n")
        }
        if let appleApp, openings.apple != .none {
          let text = words.comingBack(toTap: words.openIn(appleApp.name))
          page.append(for: .apple, onOtherHost: openings.apple.isScheme) { $0.append(text + "\n") }
        }
      }
      if asksCode { page.append(words.codeForm() + "\n") }
      page.append("</details>\n")
    }
  }

  var security: SecurityFields {
    var fields = frame.security
    if manifest != nil { fields = fields.setting("manifest-src", to: "'self'") }
    guard !Set(deferred).isDisjoint(with: [.paste, .code]) else { return fields }
    return fields.takingAlong
  }

  private func appendLinks(to page: inout PageTemplate) {
    for link in route.links {
      page.append("<a class=\"button quiet\" dir=\"auto\"\(ownLanguage) href=\"")
      page.append(url: CaptureTemplate(link.url))
      page.append("\">")
      page.append(text: CaptureTemplate(link.text))
      page.append("</a>\n")
    }
  }

  private func appendCanonical(to page: inout PageTemplate) {
    page.append(originOf: primaryHost)
    page.append(.target)
  }

  /// Appends the URL of an image. One on the site itself is given by its path, but Open Graph needs
  /// the full URL.
  private func appendImage(_ image: String, to page: inout PageTemplate) {
    if image.hasPrefix("/") { page.append(originOf: primaryHost) }
    page.append(url: CaptureTemplate(image))
  }
}

extension RoutePage {
  /// The page of a route with Keiro's words in the language of the frame, from all apps.
  init(_ number: Int, on site: CompiledSite, frame: PageFrame, apps: [AppDefinition]) {
    let (route, compiled) = (site.definition.routes[number], site.routes[number])
    self.init(
      frame: frame, site: site.definition, route: route, openings: compiled.openings,
      apps: route.apps.map { apps[$0] }, deferred: compiled.deferred,
      captures: route.component.captureNames)
  }
}
