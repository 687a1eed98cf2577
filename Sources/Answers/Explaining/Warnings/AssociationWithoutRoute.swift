import JSONSyntax
import Links
import SiteModel
import WebSyntax

/// The association file opens the app for a URL that no route matches: the app receives an address
/// without a screen, and visitors without the app get a 404 page.
///
/// This happens with the files in `documents`. Add a route, or an exclude to the file.
enum AssociationWithoutRoute: TapWarning {
  static let code = "association-without-route"

  static func check(_ facts: TapFacts) -> (path: String, message: Sentence)? {
    guard facts.opens else { return nil }
    switch facts.place {
    case .nothing, .excluded, .unknownSlug, .unreadable, .document, .changePassword,
      .wellKnownFile, .siteFile, .missingFile, .banner, .resolve, .launches, .claims, .pageCode,
      .shortLink(_, .qrCode), .refusedLongLink:
      break
    case .page, .respelled, .root, .shortLink, .longLink, .unreachableSlug: return nil
    }
    return (
      facts.filePath,
      Sentence(
        "the association file opens the app for '\(facts.url.path)', but no route leads to a screen",
        "関連付けファイルは「\(facts.url.path)」でアプリを開きますが、画面へのルートがありません")
    )
  }
}
