import CDocuments
package import JSONSyntax
import Links

/// A word of Keiro's own on the pages for visitors. Its texts are in `words.txt`, in the order of the keys
/// here.
enum PageWord: String, TableWord {
  case openIn, openInApp, appStore, playStore, notFoundTitle, notFoundText, goneTitle, goneText
  case badRequestTitle, badRequestText, foreignLinkTitle, foreignLinkText, unavailableTitle
  case unavailableText, busyText, continueInBrowser, leadsTo, passwordTitle, passwordText
  case passwordWrong, passwordLabel, passwordSubmit, tooManyTitle, tooManyText, tryAgain, homeOf
  case home, scanFor, codeLabel, copyAndGet, copied, comeBack, askCode, codeTitle, codeText
  case gettingApp, bannerOpen, bannerGet, close

  // The debug page, except its reasons and steps.
  case title, visitor, system, browser, inApp, bot, unknown, unnamedApp, otherBot, outcome, ignored
  case everybody, link, clicks, steps, notFound, gone, password, explanation, showsPreview, landing
  case redirect, open, store, web

  // The kinds of visitors.
  case iPhone, iPhoneInApp, iPad, androidChrome, androidOther, androidInApp, desktop, preview

  static let texts = read(keiro_page_words.bytes, count: keiro_page_words.count)
}

struct PageWords: Sendable {
  let language: Language

  /// - Parameter tag: a BCP 47 tag; English for a language without words.
  init(_ tag: String) { language = PageLanguage.spoken(tag) ?? .english }

  func callAsFunction(_ word: PageWord) -> String { word.text(in: language) }

  /// - Parameter value: what the word has in the place of `%@`.
  func callAsFunction(_ word: PageWord, _ value: String) -> String {
    self(word).replacing("%@", with: value)
  }

  /// The words of the button that opens an app.
  ///
  /// - Parameter app: nil for an app without a known name.
  func openIn(_ app: String?) -> String { app.map { self(.openIn, $0) } ?? self(.openInApp) }

  func name(of visitor: Decision.Visitor) -> String {
    switch visitor {
    case .iPhone: self(.iPhone)
    case .iPhoneInApp: self(.iPhoneInApp)
    case .iPad: self(.iPad)
    case .androidChrome: self(.androidChrome)
    case .androidOther: self(.androidOther)
    case .androidInApp: self(.androidInApp)
    case .desktop: self(.desktop)
    case .preview: self(.preview)
    }
  }
}

/// The languages of Keiro's own words on pages.
package enum PageLanguage {
  /// BCP 47 tags; the first is used for pages in any other language.
  package static let translated = Language.allCases.map(\.rawValue)

  /// Returns whether Keiro's own texts exist in the language of a BCP 47 tag.
  package static func isTranslated(_ tag: String) -> Bool { spoken(tag) != nil }

  /// The language of a BCP 47 tag; nil for one without words.
  package static func spoken(_ tag: String) -> Language? {
    Language(rawValue: tag.prefix { $0 != "-" && $0 != "_" }.lowercased())
  }
}
