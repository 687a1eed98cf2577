import AppAssociation
import JSONSyntax
import Links
import SiteModel
import WebSyntax

extension TapFacts {
  /// What may surprise the author of the link. The article `ExplainingATap` explains each code.
  var warnings: [LinkExplanation.Warning] {
    Self.rules.reduce(into: []) { warnings, rule in rule.check(self, &warnings) }
  }

  /// The version of the app that the short link asks for; nil for any.
  var wantedVersion: String? {
    guard let link = shortLink?.link else { return nil }
    return context.system.isApple
      ? link.apple.minimumVersion : link.android.minimumVersionCode.map(String.init)
  }

  var appIsTooOld: Bool {
    guard context.isInstalled, let version = context.appVersion,
      let least = wantedVersion.flatMap(AppVersion.init)
    else { return false }
    return version < least
  }

  static let rules: [Rule<TapFacts, [LinkExplanation.Warning]>] = [
    .warning("redirect-into-universal-link") { facts in
      guard facts.context.system.isApple, facts.source == .redirect, facts.opens,
        facts.site.definition.shortLinks?.opensNoApp != true
      else { return nil }
      return (
        facts.route?.path ?? facts.sitePath,
        "the redirect to '\(facts.url)' does not open the app, although a tap on that address would"
      )
    },
    .warning("short-link-not-covered") { facts in
      guard facts.shortLink != nil, !facts.opens, let answer = facts.answer,
        answer.explanation.obstacle == nil,
        facts.site.definition.shortLinks?.opensNoApp == false
      else { return nil }
      return (
        facts.sitePath + ".shortLinks",
        "the association file does not cover '\(facts.url.path)': every tap goes to the server, and "
          + "openings of the app are never counted for this link"
      )
    },
    .warning("short-link-covered") { facts in
      guard facts.shortLink != nil, facts.opens else { return nil }
      return (
        facts.sitePath + ".shortLinks",
        "a tap opens the app without asking the server: its click is seen only if the app reports it"
      )
    },
    .warning("association-without-route") { facts in
      guard facts.opens else { return nil }
      switch facts.place {
      case .nothing, .excluded, .unknownSlug, .unreadable, .document, .changePassword,
        .wellKnownFile, .siteFile, .missingFile, .banner, .resolve, .launches, .claims,
        .appLinks, .pageCode, .shortLink(_, .qrCode), .shortLink(_, .pixel), .refusedLongLink:
        break
      case .page, .respelled, .root, .shortLink, .longLink, .unreachableSlug: return nil
      }
      return (
        facts.filePath,
        "the association file opens the app for '\(facts.url.path)', but no route leads to a screen"
      )
    },
    .warning("screen-missing") { facts in
      guard facts.opens, let route = facts.route, route.definition.component.exclude != true,
        route.definition.screen == nil
      else { return nil }
      return (route.path, "the route opens the app and names no 'screen' for it to show")
    },
    .warning("open-button-same-host") { facts in
      guard facts.context.system.isApple, let page = facts.page,
        !facts.site.definition.needsNoAlternateHost
      else { return nil }
      let host = facts.url.host
      let path = facts.sitePath + ".alternateHost"
      switch page.lack {
      case .host:
        return (
          path,
          "the page has no Open button: a tap on a link to '\(host)' itself never opens the app"
        )
      case .universalLink:
        return (
          path,
          "the page's Open button needs the app's own scheme: a tap on a link to '\(host)' itself never "
            + "opens the app"
        )
      case nil: return nil
      }
    },
    .warning("banner-argument-no-universal-link") { facts in
      guard facts.context.system.isApple, let page = facts.page,
        let argument = page.bannerArgument, !page.opensBannerArgument
      else { return nil }
      return (
        facts.route?.path ?? facts.shortLink?.path ?? facts.sitePath,
        "the banner's argument '\(argument)' is not a universal link: the app opens at its start screen"
      )
    },
    .warning("legacy-entry-differs") { facts in
      guard facts.context.system.isApple, let old = facts.legacy, let new = facts.newest,
        old.explanation.obstacle == nil, new.explanation.obstacle == nil, old.opens != new.opens
      else { return nil }
      let sentence: Sentence =
        old.opens
        ? "the association file opens the app on iOS 9 to 12 and not on iOS 13 and later"
        : "the association file opens the app on iOS 13 and later and not on iOS 9 to 12"
      return (facts.filePath, sentence)
    },
    .warning("platforms-disagree") { facts in
      guard let apple = facts.newest, let android = facts.android, apple.opens != android.opens,
        let number = (apple.opens ? apple : android).app, facts.apps[number].apple != nil,
        facts.apps[number].android != nil
      else { return nil }
      let (one, other) = apple.opens ? ("iOS", "Android") : ("Android", "iOS")
      return (
        facts.route?.path ?? facts.sitePath,
        "'\(facts.url.path)' opens the app on \(one) and not on \(other)"
      )
    },
    .warning("app-too-old") { facts in
      guard facts.appIsTooOld, let path = facts.shortLink?.path, let wanted = facts.wantedVersion,
        let version = facts.context.appVersion
      else { return nil }
      return (path, "the link asks for version \(wanted) of the app, and \(version) is installed")
    },
  ]
}

extension Rule<TapFacts, [LinkExplanation.Warning]> {
  /// - Parameter find: returns the path at fault and one sentence without an initial capital or a full
  ///   stop; nil without a fault.
  fileprivate static func warning(
    _ code: String, _ find: @escaping @Sendable (TapFacts) -> (path: String, message: Sentence)?
  ) -> Self {
    Self(code) { facts, warnings in
      guard let found = find(facts) else { return }
      warnings.append(.init(code: code, message: found.message, path: found.path))
    }
  }
}
