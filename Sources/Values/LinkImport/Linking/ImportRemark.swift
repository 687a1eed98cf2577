package import JSONSyntax
import Links
import WebSyntax

/// What an import leaves out or changes of a row, or why it does not take it.
package enum ImportRemark: TableSentence, Equatable {
  // MARK: Values that cannot be read

  case notWholeNumber(String)
  case notYesOrNo(String)
  case notTime(String)
  case notKnown(String, expected: [String])
  /// The unreadable value may be an end of the link.
  case closed(because: Sentence)

  // MARK: Ends

  case switchedOff
  case ended(state: String)
  case passwordLeftOut
  /// Of a link that is overwritten.
  case passwordOverwritten
  case endDestinationLeftOut
  case shelved(tag: String)
  case clicksUsedUp(limit: Int)
  case usedClicksUnknown(limit: Int)
  case clicksUsed(Int, limit: Int)

  // MARK: Values that change or are left out

  case percentEscaped
  case backslashTurned
  case tagsLeftOut(Int, of: Int)
  case otherDestination(column: String)
  case parameterNotWritten
  case queryLeftOut(String)
  case moved(to: String)
  case addressLeftOut(Sentence)

  // MARK: Rules

  case rulesNotJSON
  case notCountries
  case notCountry(String)
  case testNotWhole
  case ruleIncomplete(number: Int)
  case conditionUnknown(rule: Int, condition: String)
  case languagesAfterTheFirst
  case ruleLeftOut(Sentence)
  case tooManyRules
  case rulesElsewhere

  // MARK: Rows

  case emptyField
  case alreadyInLine(Int)
  case fields(Int, expected: Int)
  case columnTwice(String)
  case columnUnnamed(Int)
  case notShortURL(String)
  case noSite(host: String)
  case addressOfHost(String)

  package var times: [String] { inner?.times ?? [] }

  package var englishOnPages: String? {
    inner.map { english.replacing($0.english, with: $0.text(onPagesIn: .english)) }
  }

  private var inner: Sentence? {
    switch self {
    case .closed(let reason), .addressLeftOut(let reason), .ruleLeftOut(let reason): reason
    default: nil
    }
  }

  package var told: Sentence {
    switch self {
    case .notWholeNumber(let text): "'\(text)' is not a whole number"
    case .notYesOrNo(let text):
      "'\(text)' is neither yes nor no: expected true or false"
    case .notTime(let text): "'\(text)' cannot be read as a time"
    case .notKnown(let text, let words):
      "'\(text)' is not known: expected one of \(Sentence.list(words.map(Sentence.init(english:))))"
    case .closed(let reason):
      "\(reason): it may be an end, so the link is closed (archived)"
    case .switchedOff: "it was switched off there: the link is archived"
    case .ended(let state): "it is '\(state)' there: the link is archived"
    case .passwordLeftOut: "passwords are not imported: the link is archived until you set one"
    case .passwordOverwritten: "the password that was set here is dropped, as the file has none"
    case .endDestinationLeftOut: "the destination for the time after its end was dropped"
    case .shelved(let tag):
      "it is archived there but still redirects: it stays live, with the tag '\(tag)'"
    case .clicksUsedUp(let limit): "all \(limit) clicks are used up: the link is archived"
    case .usedClicksUnknown(let limit):
      "the file does not say how many are used up: all \(limit) are left here"
    case .clicksUsed(let used, let limit):
      "\(used) of \(limit) clicks are used up: \(limit - used) are left here"
    case .percentEscaped: "a '%' without two hexadecimal digits after it was written as '%25'"
    case .backslashTurned: "a '\\' in the path was written as '/', as browsers read it"
    case .tagsLeftOut(let count, let all): "\(count) of \(all) tags were dropped"
    case .otherDestination(let column):
      "it was dropped: '\(column)' is the destination of the link"
    case .parameterNotWritten:
      "the destination does not contain it, so no visitor got it: it was dropped"
    case .queryLeftOut(let query):
      "the query '\(query)' of the short URL was dropped"
    case .moved(let path): "the link moves to '\(path)', where the site's short links begin"
    case .addressLeftOut(let reason): "one of its addresses was dropped: \(reason)"
    case .rulesNotJSON: "it is not JSON: its rules were dropped"
    case .notCountries: "it is not an object of countries: its destinations were dropped"
    case .notCountry(let name):
      "'\(name)' is not a country: its destination was dropped"
    case .testNotWhole:
      "the percentages of its test are not whole numbers that add up to 100: the test was dropped"
    case .ruleIncomplete(let number):
      "rule \(number) lacks 'longUrl' or 'conditions': it was dropped"
    case .conditionUnknown(let number, let condition):
      "rule \(number) was dropped: its condition '\(condition)' has no counterpart here"
    case .languagesAfterTheFirst:
      "a language counts here only when it is the visitor's first; Shlink accepted others of high "
        + "quality as well"
    case .ruleLeftOut(let reason): "a rule was dropped: \(reason)"
    case .tooManyRules: "a rule was dropped: a link has at most \(LinkRule.countLimit)"
    case .rulesElsewhere:
      "its rules are not in this file: the member 'redirectRules' of a link has them"
    case .emptyField: "the field is empty, but every link needs it"
    case .alreadyInLine(let line): "the link is already in line \(line), and the first counts"
    case .fields(let count, let expected):
      "the record has \(count) fields: expected \(expected), as many as the first line; a field that "
        + "contains a separator has to be in quotation marks"
    case .columnTwice(let name):
      "the column '\(name)' appears twice: the first counts"
    case .columnUnnamed(let number):
      "column \(number) has no name, so its value was dropped: expected a name in the first line"
    case .notShortURL(let text): "'\(text)' is not a short URL"
    case .noSite(let host): "no site serves links of '\(host.prefix(253))'"
    case .addressOfHost(let host):
      "the address of the host '\(host.prefix(253))' itself is not a short link: 'root' of its site "
        + "says where it leads"
    }
  }
}

package enum FileRemark: TableSentence, Equatable {
  case timesWithoutOffset
  case timesOfZone(String)
  case redirects(Int, service: String)
  case searchEngines(service: String)
  case tableLacks([Sentence], service: String)
  case pageInOtherApps(service: String)
  case clicksLeftOut(service: String)
  case noLinks
  case ofConfiguration(Int)
  case hostsMoved([String], to: String)
  case columnsKept([String])
  case membersMissing([String])

  package var told: Sentence {
    switch self {
    case .timesWithoutOffset:
      "its times have no offset and were read as UTC: to change that, use --time-zone, for example "
        + "Europe/Berlin"
    case .timesOfZone(let name):
      "times without an offset were read by the clocks of \(name): of two moments with the same "
        + "local time the first counts, and a time that the clocks skip is as long after the change"
    case .redirects(let status, let service):
      "its links answer \(status), as those of \(service) did: --status 302 makes their redirects "
        + "temporary"
    case .searchEngines(let service):
      "the robots.txt of \(service) kept search engines away from links that are not 'crawlable': "
        + "here '\"index\": false' of 'shortLinks' does so for all links of a site"
    case .tableLacks(let names, let service):
      "this table does not include \(Sentence.list(names)): the API of \(service) does"
    case .pageInOtherApps(let service):
      "in the browsers inside other apps, iPhones get a page before they continue: 'skipPage' sends "
        + "them on at once, as \(service) did"
    case .clicksLeftOut(let service):
      "the clicks that \(service) counted were left out: --clicks imports them"
    case .noLinks: "the file contains no links"
    case .ofConfiguration(let count):
      "links of the configuration file stay as they are there, and were skipped: \(count)"
    case .hostsMoved(let names, let home):
      "links of several hosts have become links of '\(home)': \(Sentence.quoted(names))"
    case .columnsKept(let names):
      "columns that are not known: \(Sentence.quoted(names)); what they hold was kept under 'extra' of "
        + "the links, and --map COLUMN=FIELD says what it means"
    case .membersMissing(let names):
      "no row has a value of what --map names: \(Sentence.quoted(names))"
    }
  }

  package var englishOnPages: String? {
    switch self {
    case .pageInOtherApps(let service):
      "in the browsers inside other apps, iPhones get a page before they continue: the tick beside the "
        + "button below sends them on at once, as \(service) did"
    case .timesWithoutOffset:
      "its times have no offset and were read as UTC: on the server, 'keiro links import "
        + "--time-zone' reads them by another clock"
    case .redirects(let status, let service):
      "its links answer \(status), as those of \(service) did: on the server, 'keiro links import "
        + "--status 302' makes their redirects temporary"
    case .clicksLeftOut(let service):
      "the clicks that \(service) counted were left out: to have them too, choose the file again and "
        + "tick its clicks"
    case .columnsKept(let names):
      "columns that are not known: \(Sentence.quoted(names).english); what they hold was kept under "
        + "'extra' of the links"
    default: nil
    }
  }
}

extension ImportRemark {
  /// What is written otherwise in an address as a browser would send it.
  static func rewritings(by sent: SentURL) -> [ImportRemark] {
    (sent.escapesPercent ? [.percentEscaped] : []) + (sent.turnsBackslash ? [.backslashTurned] : [])
  }

  /// What is written otherwise in the addresses of a link in Keiro's own form, with their fields.
  static func rewritings(of link: JSONNode) -> [(path: String, remark: ImportRemark)] {
    let fields = Self.addresses.map { field in
      (path: field.path, node: (field.part.map(link.member) ?? link)?.member(field.name))
    }
    let rules = (link.member("rules")?.array ?? []).enumerated().map { position, rule in
      (path: LinkRule.name(at: position) + ".url", node: rule.member("url"))
    }
    return (fields + rules).flatMap { path, node in
      let sent = node?.string.flatMap { try? SentURL($0) }
      return sent.map(rewritings)?.map { (path, $0) } ?? []
    }
  }

  private static let addresses = LinkField.all.filter(\.type.isURL)
}
