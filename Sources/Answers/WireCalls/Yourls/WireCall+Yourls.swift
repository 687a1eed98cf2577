import HTTPCore
import JSONSyntax
import LinkStorage
import Links
import Management
import Questions
import Service
import WebSyntax

/// The calls of YOURLS 1.x: `yourls-api.php`.
extension WireCall {
  /// The compatible version of YOURLS.
  static let yourlsVersion = "1.9.2"
  private static let yourlsDatabaseVersion = "507"

  func yourlsAnswer() throws(Problem) -> HTTPResponse {
    let answer: YourlsAnswer
    switch operation {
    case .yourlsShorten: answer = try shortened()
    case .yourlsExpand: answer = try expanded()
    case .yourlsLink:
      answer = YourlsAnswer(["message": "success", "link": numbers(try namedLink())])
    case .yourlsLinks: answer = try listed()
    case .yourlsSums:
      answer = YourlsAnswer(["db-stats": try sums(), "message": "success"])
    case .yourlsVersion:
      let database: JSONOutput =
        form["db"] == "1" ? ["db_version": .string(Self.yourlsDatabaseVersion)] : [:]
      answer = YourlsAnswer(
        ["version": .string(Self.yourlsVersion)] + database, simple: Self.yourlsVersion)
    default: throw .notFound
    }
    let response = try answer.response(form)
    try meter?.check(bytes: response.body.count)
    return response
  }

  // MARK: - Links

  private func shortened() throws(Problem) -> YourlsAnswer {
    // YOURLS drops what no keyword may hold.
    let slug = form["keyword"].map { keyword in
      let kept = keyword.filter { "/.".contains($0) || Slug.fault(of: String($0)) == nil }
      return kept.isEmpty ? keyword : kept
    }
    let given: JSONOutput = ["slug": .optional(slug), "name": .optional(form["title"])]
    let (report, isNew) = try create(
      ["host": .string(ownHost()), "url": .string(destination), "findExisting": true]
        + given.withoutNulls)
    let link = report.link
    let title = JSONOutput.string(link.name ?? link.url)
    let url: JSONOutput = [
      "keyword": .string(link.slug), "url": .string(link.url), "title": title,
      "date": .string(Self.date(link)), "ip": "",
    ]
    let rest: JSONOutput = ["title": title, "shorturl": .string(report.shortURL)]
    if isNew {
      let told: JSONOutput = [
        "url": url, "status": "success", "message": .string("\(link.url) added to database"),
      ]
      return YourlsAnswer(told + rest, simple: report.shortURL)
    }
    let shortURL = report.shortURL.split(separator: "://").last ?? ""
    let clicks = String(try self.link(named: report.shortURL).clicks ?? 0)
    let told: JSONOutput = [
      "url": url + ["clicks": .string(clicks)], "status": "fail", "code": "error:url",
      "message": .string("\(link.url) already exists in database (short URL: \(shortURL))"),
    ]
    return YourlsAnswer(told + rest, simple: report.shortURL)
  }

  /// As YOURLS does, an address without a scheme gets that of HTTP.
  private var destination: String {
    guard let text = form["url"] else { return "" }
    let hasScheme = text.contains(":") && URLScheme.isValid(String(text.prefix { $0 != ":" }))
    return hasScheme ? text : "http://" + text
  }

  private func expanded() throws(Problem) -> YourlsAnswer {
    let report = try namedLink()
    return YourlsAnswer(
      [
        "keyword": .string(report.link.slug), "shorturl": .string(report.shortURL),
        "longurl": .string(report.link.url),
        "title": .string(report.link.name ?? report.link.url), "message": "success",
      ], simple: report.link.url)
  }

  private func namedLink() throws(Problem) -> LinkReport {
    guard let text = form["shorturl"] else {
      throw Problem(.notFound, "link-not-found", "shorturl: expected a short URL or a keyword")
    }
    return try link(named: text)
  }

  private func numbers(_ report: LinkReport) -> JSONOutput {
    let link = report.link
    return [
      "shorturl": .string(report.shortURL), "url": .string(link.url),
      "title": .string(link.name ?? link.url), "timestamp": .string(Self.date(link)), "ip": "",
      "clicks": .string(String(report.clicks ?? 0)),
    ]
  }

  /// Formats a time as in `2026-11-21 01:31:09`, in UTC.
  private static func date(_ link: ShortLink) -> String {
    let time = link.createdAt ?? Timestamp(secondsSinceEpoch: 0)
    return String(time.description.prefix(19)).replacing("T", with: " ")
  }

  // MARK: - Lists and sums

  private func listed() throws(Problem) -> YourlsAnswer {
    let limit = try form.number("limit", in: 0...Int.max).map { min($0, Self.longestList) } ?? 0
    let start = try form.number("start", in: 0...1_000_000_000) ?? 0
    let reports = limit > 0 ? try links(filteredBy: form["filter"] ?? "top", start, limit) : []
    let list = JSONOutput.object(
      reports.enumerated().map { .init("link_\($0 + 1)", numbers($1)) })
    return YourlsAnswer(["links": list, "stats": try sums(), "message": "success"])
  }

  private func links(
    filteredBy name: String, _ start: Int, _ limit: Int
  ) throws(Problem) -> [LinkReport] {
    let byClicks = LinkFilter(order: .clicks)
    switch name {
    case "last": return try links(LinkFilter(), skipping: start, limit: limit)
    case "rand", "random":
      // Any of the newest links: YOURLS does not promise a uniform choice.
      let newest = try links(LinkFilter(), skipping: 0, limit: Self.longestList)
      return Array(newest.shuffled().prefix(limit))
    case "bottom":
      let count = try answered(inquiry.count(byClicks))
      let end = max(count - start, 0)
      let first = max(end - limit, 0)
      guard first < end else { return [] }
      return try links(byClicks, skipping: first, limit: end - first).reversed()
    default: return try links(byClicks, skipping: start, limit: limit)
    }
  }

  private func sums() throws(Problem) -> JSONOutput {
    let count = try answered(inquiry.count(LinkFilter()))
    let imported = try answered(inquiry.importedClicks())
    let clicks = try statistics(by: .day).reduce(imported) { $0.addingClamped($1.clicks) }
    return ["total_links": .string(String(count)), "total_clicks": .string(String(clicks))]
  }
}
