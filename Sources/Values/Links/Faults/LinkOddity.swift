package import JSONSyntax

/// A problem with a link whose fields are each valid by themselves.
package enum LinkOddity: TableSentence, Equatable {
  case endsBeforeItBegins(end: Timestamp, begin: Timestamp)
  case isOver(Timestamp)
  case ruleEndsBeforeItBegins(end: Timestamp, begin: Timestamp)
  case ruleIsOver(Timestamp)
  case ruleNeedsCountries
  /// An earlier rule applies to all of its visits.
  case ruleIsHidden(behind: String)
  case sharesAreUsedUp
  case shareIsCut(to: Int, from: Int, before: Int)
  /// The site itself answers at the address.
  case pathOfSite(String)
  /// The slug begins with the site's prefix, which short URLs have before it.
  case prefixTwice(path: String, meant: String)
  /// The address has the form of the QR code of a link, which need not exist.
  case pathOfPicture(String, of: String)
  /// The address takes the place of the QR code of a link.
  case hidesPicture(path: String, of: String)
  /// Another link takes the place of the QR code.
  case pictureHidden(behind: String)
  /// The custom product page belongs to the app of the site, not to that of the link's number.
  case productPageOfOther(number: String, than: String)

  package var times: [String] {
    switch self {
    case .endsBeforeItBegins(let end, let begin), .ruleEndsBeforeItBegins(let end, let begin):
      [end.description, begin.description]
    case .isOver(let end), .ruleIsOver(let end): [end.description]
    default: []
    }
  }

  package var told: Sentence {
    switch self {
    case .endsBeforeItBegins(let end, let begin):
      "the link ends at \(end) and begins only at \(begin): it is never found"
    case .isOver(let end): "the link is over: it ended at \(end)"
    case .ruleEndsBeforeItBegins(let end, let begin):
      "the rule never matches: it ends at \(end) and begins only at \(begin)"
    case .ruleIsOver(let end): "the rule is over: it ended at \(end)"
    case .ruleNeedsCountries:
      "the rule never matches: 'country' needs server.geoDatabase, which is not set"
    case .ruleIsHidden(let rule): "the rule is never reached: \(rule) takes all of its visits"
    case .sharesAreUsedUp:
      "the rule is never reached: the shares before it take all of its visits"
    case .shareIsCut(let rest, let share, let before):
      "the rule gets \(rest) of a hundred visits in place of \(share): the shares before it take "
        + "\(before)"
    case .pathOfSite(let path):
      "'\(path)' is never reached: the site answers there itself"
    case .prefixTwice(let path, let meant):
      "the short URL is '\(path)', since each begins with the prefix: did you mean the slug "
        + "'\(meant)'?"
    case .pathOfPicture(let path, let name):
      "'\(path)' opens no app: short URLs that end in '.qr' are pictures of the link '\(name)'"
    case .hidesPicture(let path, let name):
      "'\(path)' is the address of the QR code of the link '\(name)', which nobody gets any more"
    case .pictureHidden(let slug):
      "the link has no QR code: the link '\(slug)' is at the address of it"
    case .productPageOfOther(let owner, let number):
      "the product page is left out: it belongs to the app \(owner), and apple.appStoreID is "
        + "\(number): expected one of the two alone"
    }
  }
}
