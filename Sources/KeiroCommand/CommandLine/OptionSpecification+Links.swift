import Links

extension OptionSpecification {
  static let slug = OptionSpecification(
    name: "--slug", value: .text("SLUG"), summary: "the part of the short URL behind its prefix")
  static let url = OptionSpecification(
    name: "--url", value: .text("URL"), summary: "where the link leads")
  static let tagFilter = OptionSpecification(
    name: "--tag", value: .text("TAG"), summary: "only links with this tag")
  static let search = OptionSpecification(
    name: "--search", value: .text("TEXT"), summary: "only links in which this text stands")
  static let limit = OptionSpecification(
    name: "--limit", value: .text("NUMBER"), summary: "at most so many; default all")
  static let otherHost = OptionSpecification(
    name: "--as", value: .text("HOST"),
    summary: "where links of hosts go that no site serves, such as example.page.link")
  static let apply = OptionSpecification(
    name: "--apply", summary: "write; without it nothing is changed")

  static func format(_ words: [String]) -> OptionSpecification {
    OptionSpecification(
      name: "--format", value: .words(words), isRequired: true, summary: "how the links are written"
    )
  }

  // MARK: Fields

  static let tag = OptionSpecification(
    name: "--tag", value: .text("TAG"), isRepeatable: true, summary: "a word to find the link by")
  static let expires = OptionSpecification(
    name: "--expires", value: .text("TIME"),
    summary: "from when on the link is gone, such as 2026-12-31 or 7d")
  static let notBefore = OptionSpecification(
    name: "--not-before", value: .text("TIME"), summary: "until when nobody finds the link")
  static let password = OptionSpecification(
    name: "--password", value: .text("TEXT"), summary: "what visitors are asked for")
  static let passwordFile = OptionSpecification(
    name: "--password-file", value: .file("FILE|-"),
    summary: "the file that holds the password; '-' is standard input")
  static let set = OptionSpecification(
    name: "--set", value: .text("FIELD=VALUE"), isRepeatable: true, summary: "any other field")
  static let unset = OptionSpecification(
    name: "--unset", value: .text("FIELD"), isRepeatable: true,
    summary: "a field that goes back to its default")

  private static let name = OptionSpecification(
    name: "--name", value: .text("TEXT"), summary: "what people call the link")
  private static let maxClicks = OptionSpecification(
    name: "--max-clicks", value: .text("NUMBER"), summary: "after how many clicks it is gone")
  private static let status = OptionSpecification(
    name: "--status",
    value: .words(ShortLink.RedirectStatus.allCases.map { String($0.rawValue) }),
    summary: "of the redirect; default 302")
  private static let query = OptionSpecification(
    name: "--query", value: .words(ShortLink.QueryMode.allCases.map(\.rawValue)),
    summary: "what becomes of the visit's query; default merge")
  private static let skipPage = OptionSpecification(
    name: "--skip-page", summary: "no page in between on iPhone and iPad")
  private static let archived = OptionSpecification(
    name: "--archived", summary: "the link is kept and leads nowhere")
  private static let expiredURL = OptionSpecification(
    name: "--expired-url", value: .text("URL"), summary: "where a link leads that is gone")

  /// The options of every field that has one.
  static let fields: [OptionSpecification] = [
    name, tag, expires, notBefore, maxClicks, password, passwordFile, status, query, skipPage,
    archived, expiredURL, set,
  ]

  /// Which field each of them writes whose text is the field's.
  static let fieldPaths: [(option: OptionSpecification, path: String)] = [
    (url, "url"), (name, "name"), (expires, "expires"), (notBefore, "notBefore"),
    (maxClicks, "maxClicks"), (password, "password"), (status, "status"), (query, "query"),
    (skipPage, "skipPage"), (archived, "archived"), (expiredURL, "expiredURL"),
  ]
}
