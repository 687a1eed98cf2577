import Links
import SiteModel
import WebSyntax

/// Whether the URL is a short link, and which kind.
struct ShortLinkSteps {
  let facts: TapFacts

  func tell(_ record: inout TapRecord) {
    switch facts.place {
    case .shortLink(let found, .qrCode):
      record.step("short link", "it is the QR code of the short link '\(found.link.slug)'")
    case .shortLink(let found, .visit), .shortLink(let found, .explanation):
      let path = facts.linkPath ?? facts.sitePath
      record.step(
        "short link", "'\(facts.url.path)' is a short link to '\(found.link.url)'", [path])
      if let rest = found.path {
        record.step("short link", "'/\(rest)' follows its slug '\(found.link.slug)'", [path])
      }
      tellVersion(found.link, path, &record)
    case .longLink(let found, let warnings):
      record.step(
        "long link", "its query spells out a link to '\(found.link.url)'", [Reference.longLinks],
        details: warnings.map(\.message))
    case .refusedLongLink(let fault):
      record.step("long link", fault.message, [Reference.longLinks], .warning)
    case .unknownSlug:
      record.step(
        "short link", "no short link has the slug '\(facts.slug)'",
        [facts.sitePath + ".shortLinks"], .warning)
    case .unreachableSlug:
      record.step(
        "short link", "the store does not say whether there is a link '\(facts.slug)'",
        [facts.sitePath + ".shortLinks"], .warning)
    case .page, .respelled, .excluded, .nothing:
      guard let prefix = facts.site.definition.shortLinks?.prefix, prefix != "/" else { break }
      record.step(
        "short link", "it is not one: short links begin with '\(prefix)'",
        [facts.sitePath + ".shortLinks.prefix"])
    case .unreadable, .document, .changePassword, .wellKnownFile, .siteFile, .missingFile,
      .banner, .resolve, .launches, .claims, .pageCode, .root:
      break
    }
  }

  /// The version of the app that the link asks for.
  private func tellVersion(_ link: ShortLink, _ path: String, _ record: inout TapRecord) {
    let context = facts.context
    guard let wanted = AppTooOld.wantedVersion(link, context.system) else { return }
    let version = context.appVersion.map { "\($0) is installed" }
    let isOld = AppTooOld.check(facts) != nil
    record.step(
      "app version",
      "the link asks for version \(wanted) of the app: "
        + (version ?? "the installed version is not given") + "; the app is told and decides",
      [path + (context.system.isApple ? ".apple.minimumVersion" : ".android.minimumVersionCode")],
      isOld ? .warning : .fact)
  }
}
