import JSONSyntax
import Links
import SiteModel
import WebSyntax

extension TapFacts {
  /// Explains whether the URL is a short link, and of which kind.
  func tellShortLink() {
    switch place {
    case .shortLink(let found, .qrCode):
      record.step(.shortLink, "it is the QR code of the short link '\(found.link.slug)'")
    case .shortLink(let found, .pixel):
      record.step(
        .shortLink,
        "it is a transparent picture that counts a visit of the short link '\(found.link.slug)'")
    case .shortLink(let found, .visit), .shortLink(let found, .explanation):
      guard !isKeptFromVisitor else { break }
      let path = linkPath ?? sitePath
      record.step(.shortLink, "'\(url.path)' is a short link to '\(found.link.url)'", [path])
      tellSentenceEnd(found, path)
      if let rest = found.path {
        record.step(.shortLink, "'/\(rest)' follows its slug '\(found.link.slug)'", [path])
      }
      tellNamedApp(found, path)
      tellVersion(path)
    case .longLink(let found, let warnings):
      record.step(
        .longLink, "its query spells out a link to '\(found.link.url)'", [Reference.longLinks],
        details: warnings.map { Sentence(english: $0.message) })
    case .refusedLongLink(let fault):
      record.step(
        .longLink, Sentence(fault.message, "長いリンクとして受け付けられません"), [Reference.longLinks], .warning)
    case .unknownSlug:
      record.step(
        .shortLink, "no short link has the slug '\(slug)'", [sitePath + ".shortLinks"], .warning)
    case .unreachableSlug:
      record.step(
        .shortLink,
        Sentence(
          "the store does not answer whether the link '\(slug)' exists",
          "ストアが応答せず、リンク「\(slug)」があるかわかりません"), [sitePath + ".shortLinks"], .warning)
    case .page, .respelled, .excluded, .nothing:
      guard let prefix = site.definition.shortLinks?.prefix, prefix != "/" else { break }
      record.step(
        .shortLink, "it is not one: short links begin with '\(prefix)'",
        [sitePath + ".shortLinks.prefix"])
    case .unreadable, .document, .changePassword, .wellKnownFile, .siteFile, .missingFile,
      .banner, .resolve, .launches, .claims, .appLinks, .pageCode, .root:
      break
    }
  }

  /// Whether the explanation is for a visitor who does not get to the link's destination, such as that of
  /// a link with a password: only another link led there.
  private var isKeptFromVisitor: Bool {
    guard context.isForVisitor, let decision else { return false }
    return !decision.isArrival && decision.outcome != .explanation
  }

  /// Explains that a link was found without what ends a sentence behind its address.
  private func tellSentenceEnd(_ found: ServedLink, _ setting: String) {
    let written = Array(url.path.utf8)
    guard let meant = RequestPath.withoutSentenceEnd(written[...]) else { return }
    // What follows a slug stands in the address as it was written.
    let isPart =
      found.path.map { url.path.hasSuffix($0) }
      ?? (PercentCoding.decodeLossy(written[...]).unicodeScalars.last
        == found.link.slug.unicodeScalars.last)
    guard !isPart else { return }
    let end = PercentCoding.decodeLossy(written[meant.endIndex...])
    record.step(
      .shortLink, "'\(end)' at its end belongs to the sentence around it and is left out", [setting]
    )
  }

  /// Explains that the app that a link names is that of its pages, while Apple's systems go by the file.
  private func tellNamedApp(_ found: ServedLink, _ setting: String) {
    let app = found.site.app(of: found.link, for: .iPhone)
    guard context.system.isApple, let name = app.name, name != found.site.app.name else { return }
    record.step(
      .shortLink,
      "it names '\(name)' by 'apple.bundleID': its page is for that app; which app a tap opens is for "
        + "the association file alone to say", [setting])
  }

  private func tellVersion(_ path: String) {
    guard let wanted = wantedVersion else { return }
    let installed = context.appVersion.map { Sentence("\($0) is installed", "インストール済みは \($0)") }
    let version: Sentence = installed ?? "the installed version is not given"
    record.step(
      .appVersion,
      "the link asks for version \(wanted) of the app: \(version); the app is informed and decides",
      [path + (context.system.isApple ? ".apple.minimumVersion" : ".android.minimumVersionCode")],
      appIsTooOld ? .warning : .fact)
  }

  /// Explains whether a short link survives the installation of an app.
  func tellDeferred() {
    guard !context.isInstalled, let decision else { return }
    let ways = site.definition.shortLinks?.deferred ?? []
    switch (context.system, decision.outcome) {
    case (.android, .landing), (.android, .redirect):
      if ways.contains(.referrer), Self.carriesReferrer(decision.outcome) {
        record.note(
          "the link is passed on to a newly installed app: Google Play hands it over as the install referrer"
        )
      } else if !tellOfPage(decision.outcome, [.referrer, .code]), ways.contains(.referrer) {
        record.note(
          "the link is not passed on to a newly installed app, since the visit continues on the web: expected "
            + "'android.packageName' in the link, which leads to Google Play, or a page of the app's "
            + "as its destination")
      }
    case (.iOS, .landing(let page)):
      let offers = [
        page.carriedURL == nil ? nil : "copies it", page.offersCode ? "shows a code" : nil,
        page.appClipID == nil ? nil : "offers the App Clip",
      ].compactMap(\.self)
      guard !offers.isEmpty else { return }
      record.note(
        "the link is passed on to a newly installed app: the page \(offers.joined(separator: ", "))"
      )
    case (.iOS, .redirect):
      let page: Set<ClaimWay> = [.paste, .code, .clip]
      guard !tellOfPage(decision.outcome, page), !page.isDisjoint(with: ways) else {
        return
      }
      record.note(
        "the link is not passed on to a newly installed app, since the visit gets no page: expected "
          + "'apple.appStoreID' or 'apple.fallback' in the link, without 'skipPage', or a page of the "
          + "app's as its destination")
    default: return
    }
  }

  /// Explains how the destination page of the visit is passed on to a new app.
  ///
  /// - Parameter possible: the ways that the system of the visit supports.
  /// - Returns: whether the page can be passed on.
  private func tellOfPage(
    _ outcome: Decision.Outcome, _ possible: Set<ClaimWay>
  ) -> Bool {
    guard case .redirect(let location, _) = outcome else { return false }
    let address =
      location.hasPrefix("intent:") ? IntentAddress(location).fallback : location
    let offers = premises.snapshot.deferredWays(ofPageAt: address).filter(possible.contains).map {
      way in
      switch way {
      case .referrer: "hands it to Google Play as the install referrer"
      case .paste: "copies it"
      case .code: "shows a code"
      case .clip: "offers the App Clip"
      }
    }
    guard !offers.isEmpty else { return false }
    record.note(
      "the destination is passed on to a newly installed app: its page \(offers.joined(separator: ", "))"
    )
    return true
  }

  /// Returns whether the Google Play address that the visit leads or falls back to carries the
  /// link.
  private static func carriesReferrer(_ outcome: Decision.Outcome) -> Bool {
    switch outcome {
    case .landing(let page): page.storeURL?.contains(StoreURLs.carriedName) == true
    case .redirect(let location, _): location.contains(StoreURLs.carriedName)
    default: false
    }
  }
}
