import JSONSyntax
import Links
import SiteModel
import WebSyntax

/// Explains whether the URL is a short link, and of which kind.
struct ShortLinkSteps {
  let facts: TapFacts

  func add(to record: inout TapRecord) {
    switch facts.place {
    case .shortLink(let found, .qrCode):
      record.step(
        .shortLink,
        Sentence(
          "it is the QR code of the short link '\(found.link.slug)'",
          "短縮リンク「\(found.link.slug)」の QR コードです"))
    case .shortLink(let found, .visit), .shortLink(let found, .explanation):
      let path = facts.linkPath ?? facts.sitePath
      record.step(
        .shortLink,
        Sentence(
          "'\(facts.url.path)' is a short link to '\(found.link.url)'",
          "「\(facts.url.path)」は「\(found.link.url)」への短縮リンクです"), [path])
      if let rest = found.path {
        record.step(
          .shortLink,
          Sentence(
            "'/\(rest)' follows its slug '\(found.link.slug)'",
            "スラッグ「\(found.link.slug)」のあとに「/\(rest)」が続きます"), [path])
      }
      tellVersion(path, &record)
    case .longLink(let found, let warnings):
      record.step(
        .longLink,
        Sentence(
          "its query spells out a link to '\(found.link.url)'",
          "クエリに「\(found.link.url)」へのリンクが書かれています"), [Reference.longLinks],
        details: warnings.map { Sentence(english: $0.message) })
    case .refusedLongLink(let fault):
      record.step(
        .longLink, Sentence(fault.message, "長いリンクとして受け付けられません"), [Reference.longLinks],
        .warning)
    case .unknownSlug:
      record.step(
        .shortLink,
        Sentence(
          "no short link has the slug '\(facts.slug)'",
          "スラッグ「\(facts.slug)」の短縮リンクはありません"),
        [facts.sitePath + ".shortLinks"], .warning)
    case .unreachableSlug:
      record.step(
        .shortLink,
        Sentence(
          "the store does not answer whether the link '\(facts.slug)' exists",
          "ストアが応答せず、リンク「\(facts.slug)」があるかわかりません"),
        [facts.sitePath + ".shortLinks"], .warning)
    case .page, .respelled, .excluded, .nothing:
      guard let prefix = facts.site.definition.shortLinks?.prefix, prefix != "/" else { break }
      record.step(
        .shortLink,
        Sentence(
          "it is not one: short links begin with '\(prefix)'",
          "短縮リンクではありません（短縮リンクは「\(prefix)」で始まります）"),
        [facts.sitePath + ".shortLinks.prefix"])
    case .unreadable, .document, .changePassword, .wellKnownFile, .siteFile, .missingFile,
      .banner, .resolve, .launches, .claims, .pageCode, .root:
      break
    }
  }

  /// Explains the app version that the link asks for.
  private func tellVersion(_ path: String, _ record: inout TapRecord) {
    let context = facts.context
    guard let wanted = facts.wantedVersion else { return }
    let installed = context.appVersion.map {
      Sentence("\($0) is installed", "インストール済みは \($0)")
    }
    let version =
      installed ?? Sentence("the installed version is not given", "インストール済みのバージョンは不明")
    record.step(
      .appVersion,
      Sentence(
        "the link asks for version \(wanted) of the app: \(version.english); the app is informed and "
          + "decides",
        "リンクはアプリのバージョン \(wanted) を求めます（\(version.japanese)）。アプリに伝えられ、アプリが判断します"),
      [path + (context.system.isApple ? ".apple.minimumVersion" : ".android.minimumVersionCode")],
      facts.appIsTooOld ? .warning : .fact)
  }
}
