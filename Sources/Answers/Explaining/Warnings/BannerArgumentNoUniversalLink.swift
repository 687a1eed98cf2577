import JSONSyntax

/// The `app-argument` of the page's Smart App Banner is not a URL that the app's rules open: a tap
/// on the banner opens the app at its top instead of at the page.
///
/// This is intended with `universalLink: false`. Otherwise the route and the file disagree.
enum BannerArgumentNoUniversalLink: TapWarning {
  static let code = "banner-argument-no-universal-link"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.context.system.isApple, let page = facts.page,
      let argument = page.bannerArgument, !page.opensBannerArgument
    else { return nil }
    return (
      facts.route?.path ?? facts.shortLink?.path ?? facts.sitePath,
      Sentence(
        "the banner's argument '\(argument)' is not a universal link: the app opens at its start screen",
        "バナーの引数「\(argument)」はユニバーサルリンクではないため、アプリは最初の画面で開きます")
    )
  }
}
