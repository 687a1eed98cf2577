import JSONSyntax

/// The association file covers the short link's path: a tap opens the app at once without reaching
/// the server, which therefore counts only the clicks of visitors without the app.
///
/// Let the app report its launches to `/_keiro/launches`; statistics then show both.
enum ShortLinkCovered: TapWarning {
  static let code = "short-link-covered"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.shortLink != nil, facts.opens else { return nil }
    return (
      facts.sitePath + ".shortLinks",
      Sentence(
        "a tap opens the app without asking the server: its click is seen only if the app reports it",
        "タップするとサーバーを通らずにアプリが開くため、クリックはアプリが報告したときだけ数えられます")
    )
  }
}
